import type { MiddlewareHandler } from 'hono';
import type { FrontEnv } from './arrival.ts';

const METHODS = ['GET', 'HEAD', 'POST'];

/** Pages and calls know no other ways; without this a page would be rendered for any word. */
export const allowedMethods: MiddlewareHandler<FrontEnv> = async (context, next) => {
  if (METHODS.includes(context.req.method)) return next();
  return context.text('Method not allowed.', 405, { allow: METHODS.join(', ') });
};
