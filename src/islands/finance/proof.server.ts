import type { AstroGlobal } from 'astro';
import { listWithdrawals } from '#contracts/finance.ts';
import { getProof, listSeals } from '#contracts/seals.ts';
import { load } from '#islands/shared/load.server.ts';
import { respondToRefusal } from '#islands/shared/respond-to-refusal.server.ts';
import { readProfile } from '#islands/shared/read-profile.server.ts';
import { moneyText } from '#domain/money.ts';

const PAYOUTS_SHOWN = 5;

/** The newest seal. `missing`: the member should be in it and isn’t. */
export async function loadProof(page: AstroGlobal) {
  const { call } = page.locals;
  const loaded = await load(page, {
    me: readProfile(page),
    seals: call(listSeals, { limit: '1' }),
    withdrawals: call(listWithdrawals, { limit: '20' }),
  });
  if (loaded instanceof Response) return loaded;
  const me = loaded.me.data;
  const [seal] = loaded.seals.data.items;
  if (!seal) return { me, state: 'none' as const };
  const proof = await call(getProof, { day: seal.day });
  if (proof.success) {
    const completed = loaded.withdrawals.data.items.filter(({ state }) => state === 'completed');
    const payouts = completed.slice(0, PAYOUTS_SHOWN);
    return { me, state: 'proven' as const, seal, amount: sumOf(proof.data.parts), payouts };
  }
  if (proof.error.code === 'not_found') return { me, state: 'none' as const };
  if (proof.error.code === 'not_in_seal') return { me, state: 'missing' as const, detail: proof.error.detail };
  return respondToRefusal(page, proof.error);
}

function sumOf(parts: readonly { micros: string }[]): string {
  return moneyText(parts.reduce((sum, { micros }) => sum + BigInt(micros), 0n));
}
