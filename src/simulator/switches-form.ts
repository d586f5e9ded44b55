import { html } from 'hono/html';
import { LONGEST_DELAY_MS, MOODS, type Switches } from './switches.ts';

const BOXES: [keyof Switches, name: string, label: string][] = [
  ['rejectsNext', 'rejects_next', 'Reject the next payout'],
  ['holdsPayouts', 'holds_payouts', 'Hold payouts until I send them'],
  ['holdsConfirmations', 'holds_confirmations', 'Leave payments unconfirmed until I confirm them'],
  ['sendsWebhooks', 'sends_webhooks', 'Tell the app of payments by webhook'],
  ['sendsTwice', 'sends_twice', 'Send each webhook twice'],
  ['outOfOrder', 'out_of_order', 'Send webhooks out of order: hold one back until after the next'],
];

export function readSwitches(form: Record<string, unknown>): Partial<Switches> | undefined {
  const mood = MOODS.find((known) => known === form['mood']);
  const delayMs = Number(form['delay_ms']);
  if (!mood || !Number.isInteger(delayMs) || delayMs < 0 || delayMs > LONGEST_DELAY_MS) return undefined;
  return { mood, delayMs, ...Object.fromEntries(BOXES.map(([key, name]) => [key, form[name] === 'on'])) };
}

export function drawSwitches(switches: Switches) {
  return html`<form method="post" action="/switches">
    <label>
      Mood
      <select name="mood">
        ${MOODS.map((name) => html`<option ${name === switches.mood ? 'selected' : ''}>${name}</option>`)}
      </select>
    </label>
    <label>
      Delay when slow, ms
      <input name="delay_ms" type="number" min="0" max="${LONGEST_DELAY_MS}" value="${switches.delayMs}" />
    </label>
    ${BOXES.map(
      ([key, name, label]) =>
        html`<label><input type="checkbox" name="${name}" ${switches[key] ? 'checked' : ''} /> ${label}</label>`,
    )}
    <button>Set</button>
  </form>`;
}
