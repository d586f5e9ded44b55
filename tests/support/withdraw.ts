import { requestWithdrawal } from '#contracts/finance.ts';
import { isRefused } from '#domain/refusals.ts';
import { findByLogin } from '#server/auth/find-member.ts';
import { openWithdrawal } from '#server/finance/request-withdrawal.ts';
import type { Services } from '#server/services.ts';
import { idempotent } from '#server/http/idempotency.ts';

export type Order = { username: string; micros: string; uid: string };

/** Asks for a withdrawal behind the PIN: its id, or the code of the refusal. */
export async function withdraw(
  services: Services,
  destination: string,
  { username, micros, uid }: Order,
): Promise<string> {
  const member = await findByLogin(services.db, username);
  if (!member) return 'nobody';
  const order = { destination, network: 'trc20', amountMicros: BigInt(micros) } as const;
  const done = await idempotent(services, requestWithdrawal, {
    input: order,
    etag: `"${uid}"`,
    memberId: member.id,
    work: async (tx) => {
      const row = await openWithdrawal(tx, services, member, order);
      return isRefused(row) ? row : { id: row.id };
    },
  });
  return isRefused(done) ? done.refused : done.id;
}
