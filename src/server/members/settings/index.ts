export { drawPhoto } from './draw-photo.ts';
export { replacePhoto } from './photo.ts';
export { settingsRoutes } from './routes.ts';
