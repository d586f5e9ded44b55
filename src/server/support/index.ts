export { answerSupport, closeSupport, lockSupport } from './answer-support.ts';
export { listAllSupport, type SupportOfMember } from './list-all-support.ts';
export { supportRoutes } from './routes.ts';
