import { getProof, getSeal } from '#contracts/seals.ts';
import { checkProof } from '#domain/seal/check-proof.ts';
import { call } from '#client/call.ts';

const box = document.getElementById('proof');
if (box) void check(box.dataset['day'] ?? '', box.dataset['username'] ?? '');

/** The seal is fetched as a stranger gets it, and compared with the one in the proof. */
async function check(day: string, username: string): Promise<void> {
  const [proof, seal] = await Promise.all([call(getProof, { day }), call(getSeal, { day })]);
  if (!proof?.success || !seal?.success) return show('unanswered');
  const { fault, leaves, roots } = await checkProof(proof.data, seal.data.note, username);
  write('leaves', leaves);
  write('path', [...new Set(roots)]);
  show(fault ? 'wrong' : 'right');
}

function write(step: string, hashes: readonly string[]): void {
  const place = document.querySelector(`[data-step="${step}"]`);
  if (place) place.textContent = hashes.join('\n');
}

function show(result: string): void {
  for (const text of document.querySelectorAll<HTMLElement>('[data-result]')) {
    text.hidden = text.dataset['result'] !== result;
  }
}
