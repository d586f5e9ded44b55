export { checkAgreement } from './agreement.ts';
export { agreedOf, newestVersionIds, type Pending, pendingConsents, termsRefusal } from './pending.ts';
export { recordConsents } from './record-consents.ts';
export { consentRoutes } from './routes.ts';
