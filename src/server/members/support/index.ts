export { answerSupport, closeSupport, lockSupport } from './answer-support.ts';
export { supportRoutes } from './routes.ts';
