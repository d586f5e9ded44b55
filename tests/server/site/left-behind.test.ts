import { setImmediate as nextTurn } from 'node:timers/promises';
import v8 from 'node:v8';
import vm from 'node:vm';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { compressPages } from '#server/site/compress-pages.ts';
import { openTestHouse } from '../../support/house.ts';
import { visit } from '../../support/http.ts';
import { openTestSite } from '../../support/site.ts';
import { signInCookies } from '../../support/sign-in-over-http.ts';

v8.setFlagsFromString('--expose-gc');
v8.setFlagsFromString('--no-allocation-site-pretenuring');
const gc = vm.runInNewContext('gc') as NodeJS.GCFunction;

const site = await openTestSite({ money: true });
const cookies = await signInCookies(site.port, 'anna');

/**
 * Bytes that each time leaves to be held until V8 collects everything, though nobody has a use for them. Counted again
 * where it has just done so in between.
 */
async function leftBy(act: () => Promise<unknown>, times: number): Promise<number> {
  for (let time = 0; time < times; time += 1) await act();
  for (let tries = 0; tries < 5; tries += 1) {
    gc();
    await nextTurn();
    gc();
    const before = held();
    const collections = new v8.GCProfiler();
    collections.start();
    for (let time = 0; time < times; time += 1) await act();
    gc({ type: 'minor' });
    gc({ type: 'minor' });
    const left = (held() - before) / times;
    const { statistics } = collections.stop();
    if (statistics.every(({ gcType }) => gcType === 'Scavenge')) return left;
  }
  throw new Error('V8 has collected everything each time before it could be counted');
}

function held(): number {
  const spaces = v8.getHeapSpaceStatistics().filter(({ space_name: name }) => !name.includes('new'));
  return spaces.reduce((sum, space) => sum + space.space_used_size, process.memoryUsage().arrayBuffers);
}

test('an answer of the database is not held', async () => {
  const { db } = (await openTestHouse()).house;
  const left = await leftBy(() => db.execute('select id, username from members limit 5'), 1500);
  expect(left).toBeLessThan(400);
});

test('a page that was compressed is not held', async () => {
  const app = new Hono<never>()
    .use(compressPages as never)
    .get('/', (context) => context.text('letters '.repeat(10_000)));
  const headers = { 'accept-encoding': 'br' };
  const look = async () => (await app.request('/', { headers })).arrayBuffer();
  const left = await leftBy(look, 40);
  expect(left).toBeLessThan(12_000);
});

test('what a page was drawn from is not held', async () => {
  let looks = 0;
  const look = async () => {
    looks += 1;
    const { status } = await visit(site.port, `/en/dashboard/team?time=${looks}`, { cookies });
    expect(status).toBe(200);
  };
  const left = await leftBy(look, 100);
  // React draws the whole screen, the list included: what it holds grows with that, and goes with the next collection.
  expect(left).toBeLessThan(170_000);
}, 180_000);
