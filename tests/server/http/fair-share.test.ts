import { expect, test } from 'vitest';
import { everyday } from '../../support/everyday.ts';
import { askFrom, openGreedyLines } from '../../support/world/greedy.ts';
import { openTestSite } from '../../support/app/site.ts';
import { signInCookies } from '../../support/app/sign-in-over-http.ts';

const PAGES = everyday(8, 20);

const { port } = await openTestSite({ env: { MAX_IN_FLIGHT: '18' } });
const anna = await cookieOf('anna');
const ivan = await cookieOf('ivan');

async function cookieOf(login: string): Promise<string> {
  const { access_token: access } = await signInCookies(port, login);
  return `access_token=${access}; lang=en`;
}

/** Statuses for another person who opens one page after another during the load. */
async function openPages(): Promise<number[]> {
  const statuses: number[] = [];
  for (let page = 0; page < PAGES; page += 1) {
    statuses.push(await askFrom('127.0.0.1', { port, path: '/en/dashboard/team', cookie: ivan }));
  }
  return statuses;
}

// Only Linux lets a program use every address of the loopback network.
test.runIf(process.platform === 'linux').each([
  ['thirty lines of a crawler from one address', 30, ['127.0.0.2'], '/en/disclosure?ref=anna', 'lang=en'],
  ['twenty lines of a member on the team page', 20, ['127.0.0.2'], '/en/dashboard/team', anna],
  [
    'twenty lines of one session from five addresses',
    20,
    [3, 4, 5, 6, 7].map((n) => `127.0.0.${n}`),
    '/en/dashboard/team',
    anna,
  ],
  [
    'twenty lines with a new made-up session each time',
    20,
    ['127.0.0.8'],
    '/en/dashboard/team',
    'access_token=made.up.one',
  ],
])('beside %s another member’s pages are answered', async (_, count, addresses, path, cookie) => {
  const greedy = openGreedyLines(count, addresses, { port, path, cookie });
  await expect.poll(() => greedy.statuses.length).toBeGreaterThan(count);
  const statuses = await openPages();
  await greedy.stop();
  expect(statuses).toEqual(Array(PAGES).fill(200));
});
