import { createHash, timingSafeEqual } from 'node:crypto';
import { type Context, Hono } from 'hono';
import {
  BALANCE_PATH,
  PAYMENT_REQUESTS_PATH,
  paymentRequestOrder,
  type PaymentRequest,
  payoutOrder,
  PAYOUTS_PATH,
} from '#server/node/contract.ts';
import type { SimulatorState } from './state.ts';
import type { Requested } from './payment-requests.ts';

export const CONTRACT_PATHS = '/v1/*';

export function api(state: SimulatorState, secret: string): Hono {
  const routes = new Hono();
  routes.use(CONTRACT_PATHS, async (context, next) => {
    if (!isSame(context.req.header('authorization') ?? '', `Bearer ${secret}`)) {
      return context.json({ error: 'the secret is wrong' }, 401);
    }
    return next();
  });
  routes.post(`/${PAYOUTS_PATH}`, async (context) => {
    const order = payoutOrder.safeParse(await context.req.json().catch(() => undefined));
    if (!order.success) return context.json({ error: 'this is no payout order' }, 400);
    const result = state.takePayout(order.data);
    if (result === 'id_reused') return context.json({ error: 'the id belongs to another order' }, 409);
    return 'refused' in result ? context.json(result, 422) : context.json(result.payout);
  });
  routes.get(`/${PAYOUTS_PATH}/:id`, (context) => {
    const id = context.req.param('id');
    const payout = state.read(id);
    return payout ? context.json(payout) : context.json({ id, absent: true }, 404);
  });
  routes.post(`/${PAYMENT_REQUESTS_PATH}`, async (context) => {
    const order = paymentRequestOrder.safeParse(await context.req.json().catch(() => undefined));
    if (!order.success) return context.json({ error: 'this is no order of a payment request' }, 400);
    const result = state.takePaymentRequest(order.data);
    if (result === 'id_reused') return context.json({ error: 'the id belongs to another order' }, 409);
    return context.json(withPage(result, context));
  });
  routes.get(`/${PAYMENT_REQUESTS_PATH}/:id`, (context) => {
    const id = context.req.param('id');
    return answerRequest(context, id, state.readPaymentRequest(id));
  });
  routes.post(`/${PAYMENT_REQUESTS_PATH}/:id/cancellation`, (context) => {
    const id = context.req.param('id');
    return answerRequest(context, id, state.cancelPaymentRequest(id));
  });
  routes.get(`/${BALANCE_PATH}`, (context) => {
    const { balance } = state.switches();
    if (balance === null) return context.json({ error: 'there is no such call' }, 404);
    return context.json({ available: `${balance}.00`, currency: 'USDT' });
  });
  return routes;
}

function answerRequest(context: Context, id: string, request: Requested | undefined): Response {
  return request ? context.json(withPage(request, context)) : context.json({ id, absent: true }, 404);
}

// The page uses the host name of the request.
function withPage(request: Requested, { req }: Context): PaymentRequest {
  return { ...request, pay_url: new URL(`/payments/${request.id}`, req.url).href };
}

function isSame(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
