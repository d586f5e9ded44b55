export { missingForActive, presentCard, presentContacts } from './present.ts';
export { profileRoutes } from './routes.ts';
