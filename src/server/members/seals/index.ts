export { sealRoutes } from './routes.ts';
export { sealDays } from './seal-days.ts';
