import { createInterface } from 'node:readline';
import { systemClock } from '#server/clock.ts';
import { readConfig } from '#server/config.ts';
import type { House } from '#server/house.ts';
import { silentLog } from '#server/log.ts';
import { openNode } from '#server/node/index.ts';
import { deriveSecrets } from '#server/secrets.ts';
import { followTransaction } from '#server/transactions/index.ts';
import { NODE_SECRET } from './node.ts';
import { connectPatiently } from './patient.ts';

// Stands for one more copy of the app: looks at transactions, several at once, and tells which looks failed.
const [databaseUrl = '', secret = '', nodeUrl = ''] = process.argv.slice(2);
const database = connectPatiently(databaseUrl);
const config = readConfig({ DATABASE_URL: databaseUrl, SESSION_SECRET: secret });
const house = {
  ...database,
  clock: systemClock,
  config,
  secrets: deriveSecrets(secret),
  log: silentLog,
  node: openNode({ url: nodeUrl, secret: NODE_SECRET }),
} as House;

const AT_ONCE = 8;

console.log('ready');
for await (const line of createInterface({ input: process.stdin })) {
  const ids: string[] = JSON.parse(line);
  const failed: string[] = [];
  const work = async () => {
    for (let id = ids.pop(); id !== undefined; id = ids.pop()) {
      const name = id;
      await followTransaction(house, { transactionId: id }).catch((error: Error) =>
        failed.push(`${name}: ${error.message}`),
      );
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  console.log(JSON.stringify(failed));
}
await database.close();
