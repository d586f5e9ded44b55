import { expect, test } from 'vitest';
import { hearQuestions } from '../../support/db/hear-questions.ts';
import { visit } from '../../support/app/http.ts';
import { openTestSite } from '../../support/app/site.ts';
import { signInCookies } from '../../support/app/sign-in-over-http.ts';

/**
 * So many questions to the database, and no more, whatever a page shows: what grows with its rows would be a query in a
 * loop.
 */
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

/** Without jobs, which would ask at the same moment. */
const site = await openTestSite({ money: true, env: { RUN_JOBS: 'false' } });
const cookies = await signInCookies(site.port, 'anna');

/** Every question but those of a new connection, of the queue, and of the line that hears of changes. */
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
  // What was new is read by it; the second time is like any other.
  await open();
  const asked = await open();
  expect(asked).not.toEqual([]);
  expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(bound);
});
