import { Hono } from 'hono';
import { html } from 'hono/html';
import type { SimulatorState } from './state.ts';
import { frame } from './frame.ts';
import { isUnfinished, type KeptRequest } from './payment-requests.ts';
import type { StoredPayout } from './payouts.ts';
import { FAILURE_MODES, LONGEST_DELAY_MS, MAX_BALANCE, type Switches } from './switches.ts';
import type { Delivery, Webhooks } from './webhooks.ts';

const SHOWN = 100;

export function frontPage(state: SimulatorState, webhooks: Webhooks): Hono {
  const routes = new Hono();
  routes.get('/', (context) => context.html(render(state, webhooks)));
  routes.post('/switches', async (context) => {
    const switches = readSwitches(await context.req.parseBody());
    if (!switches) return context.text('There is no such switch.', 422);
    state.turn(switches);
    return context.redirect('/', 303);
  });
  routes.post('/payouts/:id/sending', (context) => {
    state.send(context.req.param('id'));
    return context.redirect('/', 303);
  });
  routes.post('/payouts/:id/rejection', (context) => {
    state.reject(context.req.param('id'));
    return context.redirect('/', 303);
  });
  return routes;
}

function render(state: SimulatorState, webhooks: Webhooks) {
  const payouts = state.list();
  const requests = state.listPaymentRequests();
  const isOpen = ({ request }: KeptRequest) => isUnfinished(request);
  const unfinishedFirst = [...requests.filter(isOpen), ...requests.filter((stored) => !isOpen(stored))];
  const undelivered = webhooks.list().filter(({ because }) => because !== '');
  return frame(
    'Node simulator',
    html`${renderSwitches(state.switches())}
      <h2>Payment requests: ${requests.length}</h2>
      ${requests.length > SHOWN ? html`<p>Unfinished ones first, ${SHOWN} are shown.</p>` : ''}
      <ul>
        ${unfinishedFirst.slice(0, SHOWN).map(renderRequest)}
      </ul>
      ${undelivered.length > 0 ? renderUndelivered(undelivered) : ''}
      <h2>Payouts: ${payouts.length}</h2>
      ${payouts.length > SHOWN ? html`<p>The newest ${SHOWN} are shown.</p>` : ''}
      <ol reversed start="${payouts.length}">
        ${payouts.slice(0, SHOWN).map(renderPayout)}
      </ol>`,
  );
}

function renderRequest({ request, created, read }: KeptRequest) {
  const { id, amount, currency, state, payments } = request;
  const stands = isUnfinished(request) ? 'unfinished' : state === 'open' ? 'paid' : state;
  return html`<li>
    <a href="/payments/${id}">${amount} ${currency}</a>: <strong>${stands}</strong>, payments: ${payments.length}
    <small>${id}, asked for ${created} ×, asked about ${read} ×</small>
  </li>`;
}

function renderUndelivered(undelivered: Delivery[]) {
  return html`<h2>Webhooks that were not taken</h2>
    <ul>
      ${undelivered.map(
        ({ requestId, state, tries, because }) => html`<li>${requestId}: ${state}, try ${tries}: ${because}</li>`,
      )}
    </ul>`;
}

function renderPayout({ payout, created, read }: StoredPayout) {
  const { id, destination, network, amount, currency, state } = payout;
  const decide = (what: string, label: string) =>
    html`<form method="post" action="/payouts/${encodeURIComponent(id)}/${what}">
      <button aria-label="${label} ${id}">${label}</button>
    </form>`;
  return html`<li>
    <strong>${amount} ${currency}</strong> to ${destination} (${network}): <strong>${state}</strong>
    ${payout.state === 'failed' ? `(${payout.reason})` : ''}
    <small>${id}, asked for ${created} ×, asked about ${read} ×</small>
    ${payout.state === 'sent' ? html`<small>${payout.chain_id}</small>` : ''}
    ${state === 'accepted' ? html`${decide('sending', 'Send')}${decide('rejection', 'Reject')}` : ''}
  </li>`;
}

const BOXES: [keyof Switches, name: string, label: string][] = [
  ['rejectsNext', 'rejects_next', 'Reject the next payout'],
  ['holdsPayouts', 'holds_payouts', 'Hold payouts until I send them'],
  ['holdsConfirmations', 'holds_confirmations', 'Leave payments unconfirmed until I confirm them'],
  ['sendsWebhooks', 'sends_webhooks', 'Tell the app of payments by webhook'],
  ['sendsTwice', 'sends_twice', 'Send each webhook twice'],
  ['outOfOrder', 'out_of_order', 'Send webhooks out of order: hold one back until after the next'],
];

function readSwitches(form: Record<string, unknown>): Partial<Switches> | undefined {
  const failureMode = FAILURE_MODES.find((mode) => mode === form['mood']);
  const delayMs = Number(form['delay_ms']);
  const balance = form['balance'] ? Number(form['balance']) : null;
  if (!failureMode || !isWithin(delayMs, LONGEST_DELAY_MS)) return undefined;
  if (balance !== null && !isWithin(balance, MAX_BALANCE)) return undefined;
  return {
    failureMode,
    delayMs,
    balance,
    ...Object.fromEntries(BOXES.map(([key, name]) => [key, form[name] === 'on'])),
  };
}

function isWithin(value: number, max: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= max;
}

function renderSwitches(switches: Switches) {
  return html`<form method="post" action="/switches">
    <label>
      Failure mode
      <select name="mood">
        ${FAILURE_MODES.map((name) => html`<option ${name === switches.failureMode ? 'selected' : ''}>${name}</option>`)}
      </select>
    </label>
    <label>
      Delay when slow, ms
      <input name="delay_ms" type="number" min="0" max="${LONGEST_DELAY_MS}" value="${switches.delayMs}" />
    </label>
    <label>
      Balance, USDT (empty: this node doesn’t tell it)
      <input name="balance" type="number" min="0" max="${MAX_BALANCE}" value="${switches.balance ?? ''}" />
    </label>
    ${BOXES.map(
      ([key, name, label]) =>
        html`<label><input type="checkbox" name="${name}" ${switches[key] ? 'checked' : ''} /> ${label}</label>`,
    )}
    <button>Set</button>
  </form>`;
}
