export { removePhoto } from './photo.ts';
export { settingsRoutes } from './routes.ts';
