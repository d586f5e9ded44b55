export { hashPassword, isPassword, TooManyHashes } from './password-hash.ts';
export { answerLinkRequest } from './request-link.ts';
export { authRoutes } from './routes.ts';
export { ACCESS_SECONDS, REFRESH_SECONDS } from './session/lifetimes.ts';
export { endAllSessions, readSession } from './session/index.ts';
export { sweepExpired } from './sweep-expired.ts';
