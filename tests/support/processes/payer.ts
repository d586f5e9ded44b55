import { createInterface } from 'node:readline';
import { payOut } from '#server/members/finance/index.ts';
import { type NodeClient, openNode } from '#server/node/index.ts';
import { openCopy } from './copy.ts';

// Acts as another copy of the app: pays out the given withdrawals, all at once. At the moment named by `stopAt`, it
// prints that and hangs until it is killed.
const [databaseUrl = '', sessionSecret = '', url = '', secret = '', stopAt = ''] = process.argv.slice(2);
const asked = openNode({ url, secret });

const stay = () => {
  console.log(JSON.stringify(stopAt));
  return new Promise<never>(() => {});
};
const node: NodeClient = {
  ...asked,
  async createPayout(order) {
    if (stopAt === 'before the node hears of it') await stay();
    const outcome = await asked.createPayout(order);
    return stopAt === 'after its answer' ? stay() : outcome;
  },
};
const services = openCopy(databaseUrl, sessionSecret, { node, maxConnections: 5 });

console.log('ready');
for await (const line of createInterface({ input: process.stdin })) {
  const withdrawalIds = JSON.parse(line) as string[];
  const runs = await Promise.allSettled(withdrawalIds.map((withdrawalId) => payOut(services, { withdrawalId })));
  console.log(JSON.stringify(runs.every(({ status }) => status === 'fulfilled') ? 'done' : 'some failed'));
}
await services.close();
