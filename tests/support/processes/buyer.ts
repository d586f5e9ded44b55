import { createInterface } from 'node:readline';
import { openNode } from '#server/node/index.ts';
import { reconcileTransaction } from '#server/members/transactions/index.ts';
import { openCopy } from './copy.ts';
import { NODE_SECRET } from '../world/node.ts';

// Acts as another copy of the app: reconciles transactions, several at once, and prints which ones failed.
const [databaseUrl = '', secret = '', nodeUrl = ''] = process.argv.slice(2);
const services = openCopy(databaseUrl, secret, { node: openNode({ url: nodeUrl, secret: NODE_SECRET }) });

const AT_ONCE = 8;

console.log('ready');
for await (const line of createInterface({ input: process.stdin })) {
  const ids: string[] = JSON.parse(line);
  const failed: string[] = [];
  const work = async () => {
    for (let id = ids.pop(); id !== undefined; id = ids.pop()) {
      const name = id;
      await reconcileTransaction(services, { transactionId: id }).catch((error: Error) =>
        failed.push(`${name}: ${error.message}`),
      );
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  console.log(JSON.stringify(failed));
}
await services.close();
