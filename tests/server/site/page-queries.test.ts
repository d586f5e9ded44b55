import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { visit } from '../../support/http.ts';
import { openTestSite } from '../../support/site.ts';
import { signInCookies } from '../../support/sign-in-over-http.ts';

/**
 * So many questions to the database, and no more, whatever a page shows: what grows with its rows would be a query in a
 * loop. A page's own calls run side by side and look at the session together.
 */
const BOUNDS = {
  profile: 12,
  team: 5,
  'team/ivan': 5,
  finance: 11,
  'finance/transactions': 7,
  licenses: 5,
  'licenses/structure': 7,
  feed: 11,
  'feed/webinars': 6,
  notices: 4,
  support: 4,
  settings: 4,
  'settings/security': 5,
  'settings/notices': 2,
  'settings/data': 4,
} as const;

const site = await openTestSite({ money: true });
const cookies = await signInCookies(site.port, 'anna');

/** Every question of this process, by whichever connection. */
const asked: string[] = [];
const { query } = pg.Client.prototype;
pg.Client.prototype.query = function count(this: pg.Client, ...words: Parameters<typeof query>) {
  const [first] = words as unknown as [string | { text?: string }];
  asked.push(typeof first === 'string' ? first : (first.text ?? ''));
  return query.apply(this, words);
} as typeof query;
afterAll(() => {
  pg.Client.prototype.query = query;
});

test.each(Object.entries(BOUNDS))('%s asks at most %i times', async (page, bound) => {
  const open = () => visit(site.port, `/en/dashboard/${page}`, { cookies });
  // What was new is read by it; the second time is like any other.
  await open();
  asked.length = 0;
  const { status } = await open();
  expect(status).toBe(200);
  const own = asked.filter((text) => !text.includes('graphile_worker'));
  expect(own.length).toBeLessThanOrEqual(bound);
});
