export { agreedOf } from './agree.ts';
export { checkAgreement } from './agreement.ts';
export { type Pending, pendingConsents, termsRefusal } from './pending.ts';
export { recordConsents } from './record-consents.ts';
export { consentRoutes } from './routes.ts';
