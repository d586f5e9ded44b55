export { consoleRoutes } from './routes.ts';
export { doWork, sweepWork } from './work.ts';
export { moneyByDay } from './money-by-day.ts';
