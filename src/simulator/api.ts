import { createHash, timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import { payoutOrder, PAYOUTS_PATH } from '#server/node/contract.ts';
import type { Book } from './book.ts';

/** The contract, kept. */
export function api(book: Book, secret: string): Hono {
  const routes = new Hono();
  routes.use(`/${PAYOUTS_PATH}/*`, async (context, next) => {
    if (!isSame(context.req.header('authorization') ?? '', `Bearer ${secret}`)) {
      return context.json({ error: 'the secret is wrong' }, 401);
    }
    return next();
  });
  routes.post(`/${PAYOUTS_PATH}`, async (context) => {
    const order = payoutOrder.safeParse(await context.req.json().catch(() => undefined));
    if (!order.success) return context.json({ error: 'this is no payout order' }, 400);
    const taken = book.take(order.data);
    if (taken === 'id_reused') return context.json({ error: 'the id belongs to another order' }, 409);
    return 'refused' in taken ? context.json(taken, 422) : context.json(taken.payout);
  });
  routes.get(`/${PAYOUTS_PATH}/:id`, (context) => {
    const id = context.req.param('id');
    const payout = book.read(id);
    return payout ? context.json(payout) : context.json({ id, absent: true }, 404);
  });
  return routes;
}

function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
