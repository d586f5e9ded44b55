export { createEvents, type Events } from './create-events.ts';
export { listenToDatabase } from './listen-to-database.ts';
export { eventRoutes } from './routes.ts';
