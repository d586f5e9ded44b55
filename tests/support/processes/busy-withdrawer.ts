import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { openCopy } from './copy.ts';
import { type Order, withdraw } from '../people/withdraw.ts';

// Acts as another copy of the app under load: requests withdrawals one by one and prints each answer. Like a browser,
// it repeats a request with the same uid when the connection broke.
const [databaseUrl = '', secret = '', destination = '', ...usernames] = process.argv.slice(2);
const services = openCopy(databaseUrl, secret);

console.log('ready');
await Promise.all(usernames.flatMap((username) => [askOn(username), askOn(username)]));

async function askOn(username: string): Promise<never> {
  for (;;) {
    const uid = randomUUID();
    console.log(`${username} ${await untilAnswered({ username, micros: '10000000', uid })}`);
  }
}

async function untilAnswered(order: Order): Promise<string> {
  for (;;) {
    const answer = await withdraw(services, destination, order).catch(() => 'broken');
    if (answer !== 'broken' && answer !== 'in_flight') return answer;
    await delay(20);
  }
}
