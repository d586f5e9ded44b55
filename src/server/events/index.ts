export { createEvents, type Events } from './create-events.ts';
export { hearDatabase } from './hear-database.ts';
export { eventRoutes } from './routes.ts';
