export { consoleRoutes } from './routes.ts';
export { doWork } from './work.ts';
