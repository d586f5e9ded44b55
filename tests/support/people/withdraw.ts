import { requestWithdrawal } from '#contracts/finance.ts';
import { parseMoney } from '#domain/money.ts';
import { isRefused } from '#domain/refusals.ts';
import { findByLogin } from '#server/members/auth/find-member.ts';
import { openWithdrawal } from '#server/members/finance/request-withdrawal.ts';
import type { Services } from '#server/api/services.ts';
import { idempotent } from '#server/api/idempotency.ts';
import { giveMoney, WALLET } from './money.ts';

export type Order = { username: string; micros: string; uid: string };

/** Requests a withdrawal without the PIN check. Resolves to its id or the code of the refusal. */
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

/** Requests withdrawals of Anna over `amount` USDT that need approval, after giving her the money. */
export async function requestedWithdrawals({ services }: Served, count: number, amount: string): Promise<string[]> {
  const micros = parseMoney(amount) ?? 0n;
  await giveMoney(services, 'anna', micros * BigInt(count));
  const member = await findByLogin(services.db, 'anna');
  const order = { destination: WALLET, network: 'trc20', amountMicros: micros } as const;
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1) {
    const row = await services.transaction((tx) => openWithdrawal(tx, services, member!, order));
    if (isRefused(row)) throw new Error(row.refused);
    ids.push(row.id);
  }
  return ids;
}

type Served = { services: Services };
