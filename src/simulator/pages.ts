import { Hono, type MiddlewareHandler } from 'hono';
import type { SimulatorState } from './state.ts';
import { STYLE } from './frame.ts';
import { frontPage } from './front-page.ts';
import { paymentPage } from './payment-page.ts';
import type { Webhooks } from './webhooks.ts';

const POLICY =
  "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; img-src data:";

export function pages(state: SimulatorState, webhooks: Webhooks): Hono {
  const routes = new Hono();
  routes.use(sameOrigin, async (context, next) => {
    await next();
    context.header('content-security-policy', POLICY);
    context.header('x-content-type-options', 'nosniff');
    context.header('cache-control', 'no-store');
  });
  routes.get('/simulator.css', (context) => context.body(STYLE, 200, { 'content-type': 'text/css' }));
  routes.route('/', frontPage(state, webhooks));
  routes.route('/', paymentPage(state));
  return routes;
}

/** There is no password, so other sites must not post forms or read pages under another host name. */
const sameOrigin: MiddlewareHandler = async (context, next) => {
  const { host } = new URL(context.req.url);
  const { hostname } = new URL(`http://${host}`);
  if (hostname !== 'localhost' && hostname !== '127.0.0.1') return context.text('This host is not known.', 421);
  if (context.req.method === 'GET' || context.req.method === 'HEAD') return next();
  const site = context.req.header('sec-fetch-site');
  const origin = context.req.header('origin');
  const isOwn = site ? site === 'same-origin' || site === 'none' : !origin || origin === `http://${host}`;
  return isOwn ? next() : context.text('This was sent by another page.', 403);
};
