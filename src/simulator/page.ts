import { Hono } from 'hono';
import { html } from 'hono/html';
import type { Book, Kept } from './book.ts';
import { sameOrigin } from './same-origin.ts';
import { LONGEST_DELAY_MS, MOODS, type Switches } from './switches.ts';

const POLICY =
  "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; img-src data:";
const SHOWN = 100;

/** Where a person sees what the house asked for, and decides what becomes of it. Plain forms, no script. */
export function page(book: Book): Hono {
  const routes = new Hono();
  routes.use(sameOrigin, async (context, next) => {
    await next();
    context.header('content-security-policy', POLICY);
    context.header('x-content-type-options', 'nosniff');
    context.header('cache-control', 'no-store');
  });
  routes.get('/', (context) => context.html(draw(book)));
  routes.get('/simulator.css', (context) => context.body(STYLE, 200, { 'content-type': 'text/css' }));
  routes.post('/switches', async (context) => {
    const form = await context.req.parseBody();
    const switches = readSwitches(form);
    if (!switches) return context.text('There is no such switch.', 422);
    book.turn(switches);
    return context.redirect('/', 303);
  });
  routes.post('/payouts/:id/sending', (context) => {
    book.send(context.req.param('id'));
    return context.redirect('/', 303);
  });
  routes.post('/payouts/:id/rejection', (context) => {
    book.reject(context.req.param('id'));
    return context.redirect('/', 303);
  });
  return routes;
}

function readSwitches(form: Record<string, unknown>): Switches | undefined {
  const mood = MOODS.find((known) => known === form['mood']);
  const delayMs = Number(form['delay_ms']);
  if (!mood || !Number.isInteger(delayMs) || delayMs < 0 || delayMs > LONGEST_DELAY_MS) return undefined;
  return { mood, delayMs, rejectsNext: form['rejects_next'] === 'on', holdsPayouts: form['holds_payouts'] === 'on' };
}

function draw(book: Book) {
  const payouts = book.list();
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>Node simulator</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/simulator.css" />
      </head>
      <body>
        <h1>Node simulator</h1>
        <p>It stands in for the member node’s QPayments service. No money moves.</p>
        ${drawSwitches(book.switches())}
        <h2>Payouts: ${payouts.length}</h2>
        ${payouts.length > SHOWN ? html`<p>The newest ${SHOWN} are shown.</p>` : ''}
        <ol reversed start="${payouts.length}">
          ${payouts.slice(0, SHOWN).map(drawPayout)}
        </ol>
      </body>
    </html>`;
}

function drawSwitches({ mood, delayMs, rejectsNext, holdsPayouts }: Switches) {
  return html`<form method="post" action="/switches">
    <label>
      Mood
      <select name="mood">
        ${MOODS.map((name) => html`<option ${name === mood ? 'selected' : ''}>${name}</option>`)}
      </select>
    </label>
    <label>
      Delay when slow, ms
      <input name="delay_ms" type="number" min="0" max="${LONGEST_DELAY_MS}" value="${delayMs}" />
    </label>
    <label><input type="checkbox" name="rejects_next" ${rejectsNext ? 'checked' : ''} /> Reject the next payout</label>
    <label>
      <input type="checkbox" name="holds_payouts" ${holdsPayouts ? 'checked' : ''} /> Hold payouts until I send them
    </label>
    <button>Set</button>
  </form>`;
}

function drawPayout({ payout, created, read }: Kept) {
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

const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
body { max-inline-size: 50rem; margin: 0 auto; padding: 1rem }
label { display: block }
input:not([type=checkbox]), select, button { font: inherit; min-block-size: 2.75rem }
li { padding-block: 0.75rem; overflow-wrap: anywhere }
li form { display: inline-block; margin-inline-end: 0.5rem }
small { display: block }
`;
