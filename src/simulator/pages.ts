import { Hono } from 'hono';
import type { Book } from './book.ts';
import { STYLE } from './frame.ts';
import { frontPage } from './front-page.ts';
import { paymentPage } from './payment-page.ts';
import { sameOrigin } from './same-origin.ts';
import type { Webhooks } from './webhooks.ts';

const POLICY =
  "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; img-src data:";

/** Where a person sees what the house asked for, and decides what becomes of it. Plain forms, no script. */
export function pages(book: Book, webhooks: Webhooks): Hono {
  const routes = new Hono();
  routes.use(sameOrigin, async (context, next) => {
    await next();
    context.header('content-security-policy', POLICY);
    context.header('x-content-type-options', 'nosniff');
    context.header('cache-control', 'no-store');
  });
  routes.get('/simulator.css', (context) => context.body(STYLE, 200, { 'content-type': 'text/css' }));
  routes.route('/', frontPage(book, webhooks));
  routes.route('/', paymentPage(book));
  return routes;
}
