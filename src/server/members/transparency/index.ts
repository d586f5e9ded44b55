export { countMonths } from './count-months.ts';
export { transparencyRoutes } from './routes.ts';
