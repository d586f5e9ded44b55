export { answerSupport, closeSupport, lockSupport } from './answer-support.ts';
export { listAllSupport, type SupportOfMember } from './queries.ts';
export { supportRoutes } from './routes.ts';
