export { isCommonPassword } from './common-passwords.ts';
export { hashPassword, isPassword, TooManyHashes } from './password-hash.ts';
export { answerLinkRequest } from './request-link.ts';
export { authRoutes } from './routes.ts';
export { ACCESS_SECONDS, FAMILY_SECONDS, REFRESH_SECONDS } from './session/lifetimes.ts';
export { endAllSessions, endOtherSessions, endOwnSession, readSession } from './session/index.ts';
export { setPassword } from './set-password.ts';
export { sweepExpired } from './sweep-expired.ts';
export { findLink, useLinks } from './use-link.ts';
