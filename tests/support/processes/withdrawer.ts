import { createInterface } from 'node:readline';
import { openCopy } from './copy.ts';
import { type Order, withdraw } from '../people/withdraw.ts';

// Acts as another copy of the app: requests withdrawals at once and prints each outcome.
const [databaseUrl = '', secret = '', destination = ''] = process.argv.slice(2);
const services = openCopy(databaseUrl, secret);

console.log('ready');
for await (const line of createInterface({ input: process.stdin })) {
  const orders: Order[] = JSON.parse(line);
  const answers = await Promise.all(
    orders.map((order) => withdraw(services, destination, order).catch((error: Error) => `! ${error.message}`)),
  );
  console.log(JSON.stringify(answers));
}
await services.close();
