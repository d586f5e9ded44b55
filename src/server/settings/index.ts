export { removePhoto } from './photo/remove-photo.ts';
export { settingsRoutes } from './routes.ts';
