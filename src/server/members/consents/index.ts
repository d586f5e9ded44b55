export { checkAgreement } from './agreement.ts';
export { recordConsents } from './record-consents.ts';
export { consentRoutes } from './routes.ts';
