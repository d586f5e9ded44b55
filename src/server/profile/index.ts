export { presentCard } from './present.ts';
export { profileRoutes } from './routes.ts';
