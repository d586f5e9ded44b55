import { getLogProof, getProof, getSeal } from '#contracts/seals.ts';
import { parseMoney } from '#domain/money.ts';
import { checkLogProof } from '#domain/seal/check-log-proof.ts';
import { checkProof } from '#domain/seal/check-proof.ts';
import { call } from '#client/call.ts';

const box = document.getElementById('proof');
if (box) void check(box.dataset['day'] ?? '', box.dataset['username'] ?? '');

/** The seal is fetched as a stranger gets it, and compared with the one in the proof. */
async function check(day: string, username: string): Promise<void> {
  const [proof, seal] = await Promise.all([call(getProof, { day }), call(getSeal, { day })]);
  const payouts = document.querySelectorAll<HTMLElement>('[data-payout]');
  const note = seal?.success ? seal.data.note : undefined;
  for (const payout of payouts) void checkPayout(payout, note, username);
  if (!proof?.success || !note) return showBalance('unanswered');
  const { fault, leaves, roots } = await checkProof(proof.data, note, username);
  write('leaves', leaves);
  write('path', [...new Set(roots)]);
  showBalance(fault ? 'wrong' : 'right');
}

function write(step: string, hashes: readonly string[]): void {
  const place = document.querySelector(`[data-step="${step}"]`);
  if (place) place.textContent = hashes.join('\n');
}

async function checkPayout(item: HTMLElement, note: string | undefined, username: string): Promise<void> {
  const { payout: id = '', amount = '' } = item.dataset;
  const answer = await call(getLogProof, { kind: 'payout', id });
  if (!answer || !note) return show(item, 'unanswered');
  if (!answer.success) return show(item, answer.error.code === 'not_in_seal' ? 'wrong' : 'unanswered');
  const amountMicros = parseMoney(amount) ?? -1n;
  const { fault, openings } = await checkLogProof(answer.data, note, { kind: 'payout', id, username, amountMicros });
  const details = item.querySelector('details');
  if (details) details.hidden = false;
  const opening = item.querySelector('[data-opening]');
  if (opening) opening.textContent = openings.join('\n');
  return show(item, fault ? 'wrong' : 'right');
}

function showBalance(result: string): void {
  const place = document.getElementById('balance');
  if (place) show(place, result);
}

function show(place: HTMLElement, result: string): void {
  for (const text of place.querySelectorAll<HTMLElement>('[data-result]')) {
    text.hidden = text.dataset['result'] !== result;
  }
}
