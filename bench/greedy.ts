import { quantile } from './load/quantile.ts';
import { openCrowd } from './load/crowd.ts';
import { askFrom, openGreedyLines } from '../tests/support/world/greedy.ts';

/**
 * What is answered of another member's pages beside thirty lines that ask again as soon as they have an answer, in three
 * ways: a crawler without a session, a member, and one session from five addresses. Linux only.
 */
const LINES = 30;
const PAGES = 60;
const WARM_UP = 100;
const TEAM = '/ru/dashboard/team';
const ADDRESSES = ['127.0.0.3', '127.0.0.4', '127.0.0.5', '127.0.0.6', '127.0.0.7'];

const { people, app, close } = await openCrowd('greedy', 2);
const [greedy = '', other = ''] = people.map(({ cookie }) => cookie);
const port = Number(new URL(app.origin).port);
const rows = [
  await beside('nobody', [], '', ''),
  await beside('a crawler of one address', ['127.0.0.2'], '/ru/disclosure?ref=anna', ''),
  await beside('a member of one address', ['127.0.0.2'], TEAM, greedy),
  await beside('a session of five addresses', ADDRESSES, TEAM, greedy),
];
await close();
console.table(rows);

async function beside(who: string, addresses: string[], path: string, cookie: string) {
  const lines = openGreedyLines(addresses.length > 0 ? LINES : 0, addresses, { port, path, cookie });
  while (addresses.length > 0 && lines.statuses.length < WARM_UP) await new Promise((resolve) => setImmediate(resolve));
  const taken: number[] = [];
  let answered = 0;
  for (let page = 0; page < PAGES; page += 1) {
    const began = performance.now();
    if ((await askFrom('127.0.0.1', { port, path: TEAM, cookie: other })) === 200) answered += 1;
    taken.push(performance.now() - began);
  }
  await lines.stop();
  const greedyAnswered = lines.statuses.filter((status) => status === 200).length;
  return {
    beside: who,
    pages: PAGES,
    answered,
    p50: quantile(taken, 0.5),
    p99: quantile(taken, 0.99),
    greedyAnswered,
    greedyRefused: lines.statuses.length - greedyAnswered,
  };
}
