export { consoleRoutes } from './routes.ts';
export { doWork, sweepWork } from './work.ts';
