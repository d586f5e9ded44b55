import type { MiddlewareHandler } from 'hono';

/** The page has no password, so nobody else's page may press its buttons or read it under another name. */
export const sameOrigin: MiddlewareHandler = async (context, next) => {
  const { host } = new URL(context.req.url);
  const { hostname } = new URL(`http://${host}`);
  if (hostname !== 'localhost' && hostname !== '127.0.0.1') return context.text('This host is not known.', 421);
  if (context.req.method === 'GET' || context.req.method === 'HEAD') return next();
  const site = context.req.header('sec-fetch-site');
  const origin = context.req.header('origin');
  const isOwn = site ? site === 'same-origin' || site === 'none' : !origin || origin === `http://${host}`;
  return isOwn ? next() : context.text('This was sent by another page.', 403);
};
