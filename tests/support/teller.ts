import { createInterface } from 'node:readline';
import { requestWithdrawal } from '#contracts/finance.ts';
import { isRefused } from '#domain/refusals.ts';
import { findByLogin } from '#server/auth/find-member.ts';
import { systemClock } from '#server/clock.ts';
import { readConfig } from '#server/config.ts';
import { connect } from '#server/db/connect.ts';
import { openWithdrawal } from '#server/finance/request-withdrawal.ts';
import type { House } from '#server/house.ts';
import { keepAnswer } from '#server/http/keep-answer.ts';
import { silentLog } from '#server/log.ts';
import { deriveSecrets } from '#server/secrets.ts';

export type Order = { username: string; amount: string; uid: string };

// Stands for one more copy of the app: asks for withdrawals at once, behind the PIN, and tells what came of each.
const [databaseUrl = '', secret = '', destination = ''] = process.argv.slice(2);
const config = readConfig({ DATABASE_URL: databaseUrl, SESSION_SECRET: secret });
const database = connect(databaseUrl);
const house = { ...database, clock: systemClock, config, secrets: deriveSecrets(secret), log: silentLog } as House;

async function withdraw({ username, amount, uid }: Order): Promise<string> {
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

console.log('ready');
for await (const line of createInterface({ input: process.stdin })) {
  const orders: Order[] = JSON.parse(line);
  const answers = await Promise.all(
    orders.map((order) => withdraw(order).catch((error: Error) => `! ${error.message}`)),
  );
  console.log(JSON.stringify(answers));
}
await database.close();
