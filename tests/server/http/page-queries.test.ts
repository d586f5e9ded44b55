import { expect, test } from 'vitest';
import { hearQuestions } from '../../support/db/hear-questions.ts';
import { visit } from '../../support/app/http.ts';
import { openTestSite } from '../../support/app/site.ts';
import { signInCookies } from '../../support/app/sign-in-over-http.ts';

/** Maximum number of queries per page, independent of its rows: more would mean a query in a loop. */
const BOUNDS = {
  profile: 14,
  team: 8,
  'team/ivan': 8,
  finance: 16,
  'finance/transactions': 8,
  licenses: 6,
  'licenses/structure': 9,
  feed: 12,
  'feed/webinars': 8,
  notices: 6,
  support: 4,
  settings: 5,
  'settings/security': 10,
  'settings/notices': 3,
  'settings/data': 17,
} as const;

/** Jobs would run queries at the same time. */
const site = await openTestSite({ money: true, env: { RUN_JOBS: 'false' } });
const cookies = await signInCookies(site.port, 'anna');

/** Queries except those of new connections, the queue and the listener for changes. */
let questions: string[] = [];
hearQuestions(site.databaseUrl, ({ text = '' }) => {
  if (!/pg_is_in_recovery|graphile_worker|^select 1$|^listen /.test(text)) questions.push(text);
});

test.each(Object.entries(BOUNDS))('%s asks at most %i times', async (page, bound) => {
  const open = async () => {
    questions = [];
    const { status } = await visit(site.port, `/en/dashboard/${page}`, { cookies });
    expect(status).toBe(200);
    return questions;
  };
  // The first visit marks new things as read; the second is typical.
  await open();
  const asked = await open();
  expect(asked).not.toEqual([]);
  expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(bound);
});
