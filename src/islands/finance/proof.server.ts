import type { AstroGlobal } from 'astro';
import { getProof, listSeals } from '#contracts/seals.ts';
import { load } from '#islands/shared/load.server.ts';
import { respondToRefusal } from '#islands/shared/respond-to-refusal.server.ts';
import { readProfile } from '#islands/shared/read-profile.server.ts';
import { moneyText } from '#domain/money.ts';

/** The newest seal. `missing`: the member should be in it and isn’t. */
export async function loadProof(page: AstroGlobal) {
  const { call } = page.locals;
  const loaded = await load(page, { me: readProfile(page), seals: call(listSeals, { limit: '1' }) });
  if (loaded instanceof Response) return loaded;
  const me = loaded.me.data;
  const [seal] = loaded.seals.data.items;
  if (!seal) return { me, state: 'none' as const };
  const proof = await call(getProof, { day: seal.day });
  if (proof.success) return { me, state: 'proven' as const, seal, amount: sumOf(proof.data.parts) };
  if (proof.error.code === 'not_found') return { me, state: 'none' as const };
  if (proof.error.code === 'not_in_seal') return { me, state: 'missing' as const, detail: proof.error.detail };
  return respondToRefusal(page, proof.error);
}

function sumOf(parts: readonly { micros: string }[]): string {
  return moneyText(parts.reduce((sum, { micros }) => sum + BigInt(micros), 0n));
}
