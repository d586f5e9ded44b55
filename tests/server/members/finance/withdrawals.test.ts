import { type SQL, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { cancelWithdrawal, dismissReceipt, getBalance, getWithdrawal, listWithdrawals } from '#contracts/finance.ts';
import { isRefused } from '#domain/refusals.ts';
import { RECEIPT_SECONDS } from '#domain/withdrawal.ts';
import { approveWithdrawal, lockWithdrawal, returnWithdrawal } from '#server/members/finance/index.ts';
import * as lists from '#server/operator/console/index.ts';
import { apiOf, dataOf, refusalOf } from '../../../support/app/api.ts';
import { moneyCall } from '../../../support/people/money.ts';
import { openTestNode } from '../../../support/world/node.ts';
import { createTestServices } from '../../../support/app/services.ts';
import { requestedWithdrawals } from '../../../support/people/withdraw.ts';
import { withTerms } from './with-terms.ts';

const testNode = await openTestNode();
const testServices = await createTestServices({ node: testNode.node });
const { services, clock } = testServices;
const api = apiOf(testServices.app);
const MINUTE = 60;

const bearerOf = async (username: string) => (await api.signIn(username)).access;
const anna = async () => bearerOf('anna');
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

/** Creates withdrawals that need approval, two per minute. */
async function waiting(count: number): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) {
    clock.advance(MINUTE);
    ids.push(...(await requestedWithdrawals(testServices, Math.min(2, count - ids.length), '101')));
  }
  return ids;
}

const decide = (id: string, how: 'approve' | 'reject', actor: `operator:${string}` | `staff:${number}`) =>
  services.transaction(async (tx) => {
    const row = (await lockWithdrawal(tx, id))!;
    return how === 'approve'
      ? approveWithdrawal(tx, services, row, actor)
      : returnWithdrawal(tx, services, row, actor, { state: 'rejected', reason: 'a typing mistake' });
  });

test('page by page comes every withdrawal once, newest first, and the last page says that it is the last', async () => {
  const asked = await waiting(6);
  const bearer = await anna();
  const whole = dataOf(await api.call(listWithdrawals, { limit: 100 }, { bearer }));
  expect(whole.next).toBeNull();
  const times = whole.items.map(({ requested_at: at }) => at);
  expect(times).toEqual(times.toSorted().toReversed());
  expect(idsOf(whole.items)).toEqual(expect.arrayContaining(asked));
  for (const limit of [1, 2, 3, 4]) {
    const pages: string[][] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = dataOf(await api.call(listWithdrawals, { limit, ...(cursor && { cursor }) }, { bearer }));
      pages.push(idsOf(page.items));
      cursor = page.next;
    }
    expect(pages.flat()).toEqual(idsOf(whole.items));
    expect(pages.map(({ length }) => length).slice(0, -1)).toEqual(pages.slice(1).map(() => limit));
    expect(pages.at(-1)?.length).toBeGreaterThan(0);
  }
  const made = await api.call(listWithdrawals, { cursor: 'made-up' }, { bearer });
  expect(made).toMatchObject({ error: { code: 'invalid', fields: { cursor: [expect.any(String)] } } });
});

test('up to 100 nobody has to approve, to the micro', async () => {
  const stateOf = async (id = '') => dataOf(await api.call(getWithdrawal, { id }, { bearer: await anna() })).state;
  const [small] = await requestedWithdrawals(testServices, 1, '100');
  const [large] = await requestedWithdrawals(testServices, 1, '100.000001');
  expect([await stateOf(small), await stateOf(large)]).toEqual(['approved', 'requested']);
});

test('open ones alone are those whose end is not there yet', async () => {
  const [first = '', second = ''] = await waiting(2);
  const bearer = await anna();
  dataOf(await moneyCall(api, cancelWithdrawal, { id: first }, { bearer }));
  const open = idsOf(dataOf(await api.call(listWithdrawals, { open: 'yes' }, { bearer })).items);
  expect([open.includes(first), open.includes(second)]).toEqual([false, true]);
});

describe('the receipt of a withdrawal that ended', () => {
  const listed = async (query: { open?: 'yes'; receipts?: 'yes' }) =>
    idsOf(dataOf(await api.call(listWithdrawals, { ...query, limit: 100 }, { bearer: await anna() })).items);
  const pending = () => listed({ open: 'yes', receipts: 'yes' });
  const dismiss = async (id: string, username = 'anna') =>
    api.call(dismissReceipt, { id }, { bearer: await bearerOf(username) });

  test('stays among the open ones for a day, but not that of an own cancellation', async () => {
    const [sent = ''] = await requestedWithdrawals(testServices, 1, '20');
    const [declined = '', cancelled = '', open = ''] = await waiting(3);
    await testServices.runJobs();
    await decide(declined, 'reject', 'operator:olga');
    dataOf(await moneyCall(api, cancelWithdrawal, { id: cancelled }, { bearer: await anna() }));
    const shown = await pending();
    expect([sent, declined, cancelled, open].map((id) => shown.includes(id))).toEqual([true, true, false, true]);
    expect(await listed({ open: 'yes' })).not.toContain(sent);
    clock.advance(RECEIPT_SECONDS);
    const later = await pending();
    expect([sent, declined, open].map((id) => later.includes(id))).toEqual([false, false, true]);
    expect(await listed({})).toEqual(expect.arrayContaining([sent, declined, cancelled, open]));
  });

  test('is dismissed by its owner alone, again without harm, and nothing else of it changes', async () => {
    const [sent = ''] = await requestedWithdrawals(testServices, 1, '20');
    const [open = ''] = await waiting(1);
    await testServices.runJobs();
    const see = async () => dataOf(await api.call(getWithdrawal, { id: sent }, { bearer: await anna() }));
    const before = await see();
    expect(refusalOf(await dismiss(sent, 'ivan'))).toBe('not_found');
    expect(refusalOf(await dismiss('x'))).toBe('not_found');
    expect(await pending()).toContain(sent);
    const answers = [...(await Promise.all([dismiss(sent), dismiss(sent)])), await dismiss(sent), await dismiss(open)];
    expect(answers.map(dataOf)).toEqual([{}, {}, {}, {}]);
    const shown = await pending();
    expect([shown.includes(sent), shown.includes(open)]).toEqual([false, true]);
    expect(await see()).toEqual(before);
  });

  test('is not given back, and nothing of a withdrawal is changed with it', async () => {
    const [sent = ''] = await requestedWithdrawals(testServices, 1, '20');
    await testServices.runJobs();
    const change = (values: SQL) => services.db.execute(sql`update withdrawals set ${values} where id = ${sent}`);
    await expect(change(sql`receipt_until = receipt_until + interval '1 day'`)).rejects.toThrow();
    await expect(change(sql`receipt_until = null, chain_id = 'another'`)).rejects.toThrow();
  });
});

test('what is canceled can be canceled again, what is declined can’t', async () => {
  const [first = '', second = ''] = await waiting(2);
  const bearer = await anna();
  const cancel = (id: string) => moneyCall(api, cancelWithdrawal, { id }, { bearer });
  const once = dataOf(await cancel(first));
  expect(dataOf(await cancel(first))).toEqual(once);
  await decide(second, 'reject', 'operator:olga');
  expect(refusalOf(await cancel(second))).toBe('withdrawal_moved_on');
  expect(await decide(second, 'approve', 'operator:olga')).toEqual({ refused: 'withdrawal_moved_on' });
  expect(await decide(first, 'reject', 'operator:olga')).toEqual({ refused: 'withdrawal_moved_on' });
});

test('its owner reads its steps in order, that somebody decided, and where the chain shows it', async () => {
  const [id = ''] = await waiting(1);
  const shown = withTerms(services, { explorerUrl: 'https://explorer.example/tx/{id}' });
  const see = async () => dataOf(await shown.call(getWithdrawal, { id }, { bearer: await anna() }));
  expect(await see()).toMatchObject({ explorer_url: null });
  await decide(id, 'approve', 'staff:7');
  await testServices.runJobs();
  const done = await see();
  expect(done.steps.map(({ state, actor }) => `${state} ${actor}`)).toEqual([
    'requested member',
    'approved operator',
    'sending platform',
    'completed node',
  ]);
  const { rows } = await services.db.execute<{ chain_id: string }>(
    sql`select chain_id from withdrawals where id = ${id}`,
  );
  expect(done.explorer_url).toBe(`https://explorer.example/tx/${encodeURIComponent(rows[0]!.chain_id)}`);
  expect(dataOf(await api.call(getWithdrawal, { id }, { bearer: await anna() })).explorer_url).toBeNull();
});

test('operators see everybody’s, those that wait oldest first and all newest first, page by page', async () => {
  const asked = await waiting(3);
  await decide(asked[0]!, 'reject', 'operator:olga');
  const list = async (question: { state?: 'requested'; cursor?: string; limit?: number }) => {
    const page = await lists.listWithdrawals(services, { limit: 100, ...question });
    if (isRefused(page)) throw new Error(page.refused);
    return page;
  };
  const all = await list({});
  expect(all.next).toBeNull();
  expect(new Set(idsOf(all.items).slice(0, 3))).toEqual(new Set(asked));
  expect(new Set(all.items.map(({ username }) => username))).toEqual(new Set(['anna']));
  const requested = await list({ state: 'requested' });
  expect(requested.items.map(({ requested_at: at }) => at)).toEqual(
    requested.items.map(({ requested_at: at }) => at).toSorted(),
  );
  const waitingIds = all.items.filter(({ state }) => state === 'requested').map(({ id }) => id);
  expect(new Set(idsOf(requested.items))).toEqual(new Set(waitingIds));
  expect(requested.items.length).toBeLessThan(all.items.length);
  for (const limit of [1, 2, all.items.length]) {
    const pages: string[][] = [];
    for (let after: string | null | undefined; after !== null;) {
      const page = await list({ limit, ...(after && { cursor: after }) });
      pages.push(idsOf(page.items));
      after = page.next;
    }
    expect(pages.flat()).toEqual(idsOf(all.items));
    expect(Math.max(...pages.map(({ length }) => length))).toBe(limit);
  }
  expect(await lists.listWithdrawals(services, { cursor: 'made-up', limit: 1 })).toMatchObject({ refused: 'invalid' });
});

test('operators see that an owner has paused what is not decided yet', async () => {
  const [first = '', second = ''] = await waiting(2);
  await decide(second, 'reject', 'operator:olga');
  await services.db.execute(
    sql`update members set withdrawals_stopped_at = ${clock.now().toISOString()} where username = 'anna'`,
  );
  const isPaused = async (id: string) => {
    const found = await lists.listWithdrawals(services, { search: id });
    return !isRefused(found) && found.items.some(({ risks }) => risks.includes('owner_stopped'));
  };
  expect([await isPaused(first), await isPaused(second)]).toEqual([true, false]);
  await services.db.execute(sql`update members set withdrawals_stopped_at = null where username = 'anna'`);
  expect(await isPaused(first)).toBe(false);
});

test('how long it usually takes is said from ten on, as the median in whole minutes', async () => {
  const usual = async () =>
    dataOf(await api.call(getBalance, {}, { bearer: await bearerOf('ivan') })).withdrawal.usual_minutes;
  await services.db.execute(sql`delete from graphile_worker._private_jobs`);
  const begin = async (count: number) => {
    await requestedWithdrawals(testServices, count, '20');
    clock.advance(3 * MINUTE - 10);
    await testServices.runJobs();
  };
  const { rows } = await services.db.execute<{ done: number }>(
    sql`select count(*)::int as done from withdrawals where state = 'completed'`,
  );
  await begin(9 - rows[0]!.done);
  expect(await usual()).toBeNull();
  await begin(1);
  expect(await usual()).toBe(3);
});
