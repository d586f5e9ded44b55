import { requestWithdrawal } from '#contracts/finance.ts';
import { isRefused } from '#domain/refusals.ts';
import { findByLogin } from '#server/auth/find-member.ts';
import { systemClock } from '#server/clock.ts';
import { readConfig } from '#server/config.ts';
import { openWithdrawal } from '#server/finance/request-withdrawal.ts';
import type { House } from '#server/house.ts';
import { keepAnswer } from '#server/http/keep-answer.ts';
import { silentLog } from '#server/log.ts';
import { deriveSecrets } from '#server/secrets.ts';
import { noNode } from './node.ts';
import { connectPatiently } from './patient.ts';

export type Order = { username: string; amount: string; uid: string };

/** A house for a process that plays one more copy of the app. */
export function openCopy(databaseUrl: string, secret: string): House {
  const config = readConfig({ DATABASE_URL: databaseUrl, SESSION_SECRET: secret });
  const base = { clock: systemClock, config, secrets: deriveSecrets(secret), log: silentLog };
  return { ...connectPatiently(databaseUrl), ...base, node: noNode() };
}

/** Asks for a withdrawal behind the PIN: its id, or the code of the refusal. */
export async function withdraw(house: House, destination: string, { username, amount, uid }: Order): Promise<string> {
  const member = await findByLogin(house.db, username);
  if (!member) return 'nobody';
  const order = { destination, network: 'trc20', amount: BigInt(amount) } as const;
  const done = await keepAnswer(house, requestWithdrawal, {
    input: order,
    etag: `"${uid}"`,
    memberId: member.id,
    work: async (tx) => {
      const row = await openWithdrawal(tx, house, member, order);
      return isRefused(row) ? row : { id: row.id };
    },
  });
  return isRefused(done) ? done.refused : done.id;
}
