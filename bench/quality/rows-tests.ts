import type { Row } from './row.ts';

/** Requirements that tests assert, so no bench measures them. */
export const TEST_ROWS: Row[] = [
  held(
    'one refresh token refreshed in parallel',
    '50 over 2 processes × 100 rounds: one rotation each, nobody signed out',
    'tests/server/members/auth/session-at-once.test.ts',
  ),
  held(
    'refresh against sign-out, revoke, password change',
    '200 rounds, 0 survivors',
    'tests/server/members/auth/session-at-once.test.ts',
  ),
  held(
    'withdrawals against one balance',
    '200 in parallel × 50 rounds over 2 processes: exactly ⌊balance ÷ amount⌋',
    'tests/server/members/finance/at-once.test.ts',
  ),
  held(
    'one operation sent again',
    '1,000 keys × 5 at once: 1,000 effects',
    'tests/server/members/finance/at-once.test.ts',
  ),
  held(
    'bank test',
    '60 s, 1,000 accounts, 50 writers, 10 readers: sum constant, nothing negative',
    'tests/server/members/finance/bank.test.ts',
  ),
  held(
    'random histories against a model, seeded, replayable',
    '50 seeds a change, 10,000 by one command',
    'tests/server/members/finance/histories.test.ts',
  ),
  held(
    'kill -9 of the app · of PostgreSQL under load',
    '100 · 20: no answered operation lost, no half one',
    'tests/server/members/finance/kills.test.ts',
  ),
  held(
    'stop with requests in flight',
    '60 finish or get a clean 503, exit ≤ 15 s',
    'tests/server/http/stopping.test.ts',
  ),
  held(
    'every call of the OpenAPI document, generated inputs',
    '100 a change, 1,000 by one command: no 5xx, answers fit the schema',
    'tests/attack/generated.test.ts',
  ),
  held('encoded paths against the guards', '10,000: no page without a session', 'tests/attack/paths.test.ts'),
  held('one member’s ids in another’s calls', 'every call, every parameter: 404', 'tests/attack/other-people.test.ts'),
  held('webhook: replay, order, age, signature', '100 duplicates at once → 1 effect', 'tests/attack/webhooks.test.ts'),
  held(
    'line to the database slow, cut, silent, down',
    '503 in ≤ 5 s, full again ≤ 10 s after',
    'tests/faults/database-line.test.ts',
  ),
  {
    figure: 'ASVS 5.0 level 2',
    goal: 'a table of its requirements',
    why: 'no bench; docs/security/asvs.md has the table and its counts',
  },
  held(
    'WCAG 2.2 AA on every screen and state, both themes',
    'axe 0, 320 px, 200 % text',
    'tests/e2e/every-screen.test.ts',
  ),
  held(
    'six complete languages, no text cut',
    'German × 1.4 and Tamil without overflow',
    'tests/e2e/every-screen.test.ts',
  ),
  held('whole without JavaScript, typed values kept', 'every form', 'tests/e2e/day.test.ts'),
  {
    figure: 'Chrome 105, Safari 16, Firefox 121 and later',
    goal: 'all of them',
    why: 'no bench; only an installed Firefox, by tests/e2e/firefox.long.test.ts',
  },
  {
    figure: 'Lighthouse on the partner page and sign-in',
    goal: '100 in all four',
    why: 'Lighthouse is not installed here',
  },
];

function held(figure: string, goal: string, test: string): Row {
  return { figure, goal, why: `no bench; asserted by ${test}` };
}
