export { sealRoutes } from './routes.ts';
export { sealDays } from './seal-days.ts';
export { newestSealKey, sealKeyOf, signatureLine, verifierKey } from './seal-keys.ts';
