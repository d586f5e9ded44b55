export { createEvents, type Events } from './create-events.ts';
export { type EventStream, eventStream, type Pace } from './event-stream.ts';
export { listenToDatabase } from './listen-to-database.ts';
export { eventRoutes } from './routes.ts';
