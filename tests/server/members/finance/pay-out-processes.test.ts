import { once } from 'node:events';
import { inArray, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { withdrawals } from '#server/db/schema/index.ts';
import { openWithdrawal } from '#server/members/finance/request-withdrawal.ts';
import { isRefused } from '#domain/refusals.ts';
import { readBalance } from '#server/ledger/index.ts';
import { type Child, startChild } from '../../../support/processes/children.ts';
import { everyday } from '../../../support/everyday.ts';
import { createTestServices, SESSION_SECRET } from '../../../support/app/services.ts';
import { giveMoney, WALLET } from '../../../support/people/money.ts';
import { NODE_SECRET, openTestNode } from '../../../support/world/node.ts';
import { memberOf } from '../../../support/app/stage.ts';

const ROUNDS = Number(process.env['ROUNDS'] ?? everyday(2, 3));
/** Each kill needs a new process. */
const KILLS = Number(process.env['ROUNDS'] ?? everyday(1, 2));
const LIMIT_MS = 60_000 + KILLS * 30_000;
const AT_ONCE = 10;
const MICROS = 10_000_000n;

const testNode = await openTestNode();
const { services, databaseUrl } = await createTestServices({ node: testNode.node });
const ivan = await memberOf({ services }, 'ivan');

/** Another copy of the app. With `stopAt` it hangs at that moment, to be killed there. */
const copy = (stopAt = ''): Promise<Child> =>
  startChild(
    new URL('../../../support/processes/payer.ts', import.meta.url),
    databaseUrl,
    SESSION_SECRET,
    testNode.url,
    NODE_SECRET,
    stopAt,
  );

/** These two run through all tests; killed copies are extra ones. */
const [next, second] = await Promise.all([copy(), copy()]);

/** Creates approved withdrawals of 10 USDT each. */
async function approve(count: number): Promise<string[]> {
  await giveMoney(services, 'ivan', MICROS * BigInt(count));
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1) {
    const order = { destination: WALLET, network: 'trc20', amountMicros: MICROS } as const;
    const row = await services.transaction((tx) => openWithdrawal(tx, services, ivan, order));
    if (!isRefused(row)) ids.push(row.id);
  }
  return ids;
}

/** Works like the queue: runs failed and unfinished payouts again. */
async function finish(ids: string[]): Promise<void> {
  const open = () =>
    services.db.$count(withdrawals, sql`${withdrawals.id} = any(${sql.param(ids)}::uuid[]) and end_id is null`);
  for (let run = 1; run <= 10 && (await open()) > 0; run += 1) await next.ask(ids);
}

/** All are completed, each was sent once and left the ledger once, and no money is held. */
async function expectSentOnce(ids: string[]): Promise<void> {
  const rows = await services.db.select().from(withdrawals).where(inArray(withdrawals.id, ids));
  const payouts = testNode.state.list().filter(({ payout }) => ids.includes(payout.id));
  expect(rows.map(({ state }) => state)).toEqual(ids.map(() => 'completed'));
  expect(payouts.map(({ payout }) => payout.state)).toEqual(ids.map(() => 'sent'));
  const sentNames = payouts.flatMap(({ payout }) => (payout.state === 'sent' ? [payout.chain_id] : []));
  expect(rows.map(({ chainId }) => chainId).toSorted()).toEqual(sentNames.toSorted());
  const { rows: ends } = await services.db.execute(
    sql`select 1 from ledger_transfers where key = any(${sql.param(ids.map((id) => `withdrawal:${id}:end`))}::text[])`,
  );
  expect(ends).toHaveLength(ids.length);
  expect(await readBalance(services.db, ivan.id)).toMatchObject({ heldMicros: 0n });
}

/** The node has sent exactly what has left the ledger. */
async function expectBooksAgree(): Promise<void> {
  const sent = testNode.state.list().reduce((sum, { payout }) => sum + Number(payout.amount), 0);
  const { rows } = await services.db.execute<{ paid: string }>(
    sql`select sum(amount) as paid from ledger_entries join ledger_accounts on ledger_accounts.id = account_id
      where ledger_accounts.kind = 'payouts'`,
  );
  expect(Number(rows[0]?.paid)).toBe(sent * 1_000_000);
}

test(
  'two copies of the app that pay out the same withdrawals at once send each once',
  async () => {
    for (let round = 1; round <= ROUNDS; round += 1) {
      const ids = await approve(AT_ONCE);
      await Promise.all([next, second].map((one) => one.ask([...ids, ...ids])));
      await finish(ids);
      await expectSentOnce(ids);
    }
    await expectBooksAgree();
  },
  LIMIT_MS,
);

test.each(['after its answer', 'before the node hears of it'])(
  'a copy that is killed %s leaves a withdrawal that the next one brings to its end, sent once',
  async (moment) => {
    for (let round = 1; round <= KILLS; round += 1) {
      const [id = ''] = await approve(1);
      const killed = await copy(moment);
      expect(await killed.ask([id])).toBe(moment);
      const gone = once(killed.process, 'exit');
      killed.process.kill('SIGKILL');
      await gone;
      const [left] = await services.db
        .select()
        .from(withdrawals)
        .where(inArray(withdrawals.id, [id]));
      expect(left?.state).toBe('sending');
      await finish([id]);
      await expectSentOnce([id]);
      const kept = testNode.state.list().find(({ payout }) => payout.id === id);
      expect(kept).toMatchObject({ created: 1 });
    }
    await expectBooksAgree();
  },
  LIMIT_MS,
);

test(
  'copies that are killed anywhere at all have sent each once when the last one is through',
  async () => {
    for (let round = 1; round <= KILLS; round += 1) {
      const ids = await approve(AT_ONCE);
      const killed = await copy();
      void killed.ask(ids);
      const gone = once(killed.process, 'exit');
      await expect.poll(() => sendingOf(ids), { interval: 1, timeout: 10_000 }).toBeGreaterThan(round);
      killed.process.kill('SIGKILL');
      await gone;
      await finish(ids);
      await expectSentOnce(ids);
    }
    await expectBooksAgree();
  },
  LIMIT_MS,
);

/** Number of those beyond their approval. */
function sendingOf(ids: string[]): Promise<number> {
  return services.db.$count(withdrawals, sql`id = any(${sql.param(ids)}::uuid[]) and state <> 'approved'`);
}
