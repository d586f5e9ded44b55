import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import type { Payment } from '#server/node/contract.ts';
import type { SimulatorState } from './state.ts';
import { frame } from './frame.ts';
import { missingOf, type Requested } from './payment-requests.ts';

const MINUTE_MS = 60_000;

export function paymentPage(state: SimulatorState): Hono {
  const routes = new Hono();
  const back = (context: Context, id: string) => context.redirect(`/payments/${encodeURIComponent(id)}`, 303);
  routes.get('/payments/:id', (context) => {
    const request = state.findPaymentRequest(context.req.param('id'));
    return request ? context.html(render(request)) : context.text('There is no such payment request.', 404);
  });
  routes.post('/payments/:id/missing', async (context) => {
    const id = context.req.param('id');
    const request = state.findPaymentRequest(id);
    if (!request) return context.text('There is no such payment request.', 404);
    const { when } = await context.req.parseBody();
    const amount = missingOf(request);
    if (amount) state.pay(id, { amount, ...(when === 'late' && { at: lateFor(request) }) });
    return back(context, id);
  });
  routes.post('/payments/:id/payments', async (context) => {
    const id = context.req.param('id');
    const paid = state.pay(id, readPayment(await context.req.parseBody()));
    if (paid === 'absent') return context.text('There is no such payment request.', 404);
    if (paid === 'full') return context.text('No more payments fit into this request.', 422);
    if (paid === 'wrong') return context.text('This is no amount like 12.50, no currency, or no time.', 422);
    return back(context, id);
  });
  routes.post('/payments/:id/confirmation', (context) => {
    const id = context.req.param('id');
    state.confirm(id);
    return back(context, id);
  });
  return routes;
}

function readPayment(form: Record<string, unknown>): { amount: string; currency: string; at?: Date } {
  const typed = (name: string) => (typeof form[name] === 'string' ? form[name].trim() : '');
  const at = typed('at');
  return {
    amount: typed('amount').replace(',', '.'),
    currency: typed('currency'),
    ...(at && { at: new Date(`${at}Z`) }),
  };
}

function lateFor({ expires_at }: Requested): Date {
  return new Date(Math.max(Date.now(), Date.parse(expires_at) + MINUTE_MS));
}

function render(request: Requested) {
  const { id, amount, currency, state, address, expires_at, payments } = request;
  const missing = missingOf(request);
  const waiting = payments.filter(({ is_confirmed }) => !is_confirmed).length;
  return frame(
    `Payment of ${amount} ${currency}`,
    html`<p><a href="/">All of the simulator</a></p>
      <p>
        ${id} is <strong>${state}</strong>, at its price until ${shortTime(expires_at)} UTC.
        <small>${address}</small>
      </p>
      <p>${missing ? `Missing: ${missing} ${currency}` : 'Nothing is missing.'}</p>
      <ul>
        ${payments.map(renderPayment)}
      </ul>
      ${missing ? renderMissing(id, `${missing} ${currency}`) : ''}
      ${
        waiting > 0
          ? html`<form method="post" action="/payments/${id}/confirmation">
              <button>Confirm what waits: ${waiting}</button>
            </form>`
          : ''
      }
      <h2>Pay something else</h2>
      <form method="post" action="/payments/${id}/payments">
        <label>Amount <input name="amount" inputmode="decimal" required value="${missing ?? amount}" /></label>
        <label>Currency <input name="currency" maxlength="16" required value="${currency}" /></label>
        <label>Paid at, UTC; empty for now <input name="at" type="datetime-local" /></label>
        <button>Pay this</button>
      </form>`,
  );
}

function renderMissing(id: string, missing: string) {
  return html`<form method="post" action="/payments/${id}/missing"><button>Pay exactly ${missing}</button></form>
    <form method="post" action="/payments/${id}/missing">
      <button name="when" value="late">Pay exactly ${missing}, too late</button>
    </form>`;
}

function renderPayment({ id, amount, currency, at, is_confirmed }: Payment) {
  return html`<li>
    <strong>${amount} ${currency}</strong> at ${shortTime(at)} UTC, ${is_confirmed ? 'confirmed' : 'waiting'}
    <small>${id}</small>
  </li>`;
}

function shortTime(at: string): string {
  return new Date(at).toISOString().slice(0, 16).replace('T', ' ');
}
