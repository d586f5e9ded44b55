import { expect, test } from 'vitest';
import { addMonths } from '#domain/days.ts';
import { hearQuestions } from '../../support/db/hear-questions.ts';
import { visit } from '../../support/app/http.ts';
import { openTestSite } from '../../support/app/site.ts';
import { signInCookies } from '../../support/app/sign-in-over-http.ts';

const lastMonth = addMonths(new Date().toISOString().slice(0, 10), -1).slice(0, 7);

/** Maximum number of queries per page, independent of its rows: more would mean a query in a loop. */
const BOUNDS = {
  profile: 8,
  team: 6,
  'team/ivan': 5,
  'team/tree?at=ivan': 7,
  'team/needs-a-hand': 6,
  finance: 8,
  'finance/proof': 10,
  'finance/statements': 4,
  [`finance/statements/${lastMonth}`]: 6,
  'finance/transactions': 7,
  licenses: 5,
  'licenses/structure': 7,
  'licenses/places/2': 7,
  feed: 6,
  'feed/webinars': 4,
  notices: 5,
  support: 3,
  settings: 4,
  'settings/security': 7,
  'settings/notices': 2,
  'settings/data': 9,
} as const;

/** Jobs would run queries at the same time. */
const site = await openTestSite({ money: true, env: { RUN_JOBS: 'false' } });
const cookies = await signInCookies(site.port, 'anna');

/** Queries except those of new connections, the queue and the listener for changes. */
let questions: string[] = [];
hearQuestions(site.databaseUrl, ({ text = '' }) => {
  if (!/pg_is_in_recovery|graphile_worker|^select 1$|^listen /.test(text)) questions.push(text);
});

test.each(Object.entries(BOUNDS))('%s asks at most %i times, and once for the session', async (page, bound) => {
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
  expect(asked.filter((query) => /from "members" inner join "session_families"/.test(query))).toHaveLength(1);
});
