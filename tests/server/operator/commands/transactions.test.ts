import { desc } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { getBalance } from '#contracts/finance.ts';
import { getBoard } from '#contracts/places.ts';
import { mails } from '#server/db/schema/index.ts';
import { runCommand } from '#server/operator/run-command.ts';
import { dataOf } from '../../../support/app/api.ts';
import { auditLogOf } from '../../../support/db/audit.ts';
import { openMarket } from '../../../support/people/buy.ts';
import { brokenInvariants } from '../../../support/db/invariants.ts';

const market = await openMarket();
const { api, state: simulator, bearerOf, buy, clock, services, isActive, look, request } = market;

const order = (...argv: string[]) => runCommand(services, argv, 'olga');
const log = () => auditLogOf(services);
const balanceOf = async (username: string) => {
  const { available, held } = dataOf(await api.call(getBalance, {}, { bearer: await bearerOf(username) }));
  return { available, held };
};

/** A request for which this amount came, in time or too late. */
async function paid(username: string, planId: string, amount: string, { isLate = false } = {}): Promise<string> {
  const { id } = await request(username, planId);
  await look(username, id);
  if (isLate) clock.advance(3_601);
  simulator.pay(id, { amount, at: clock.now() });
  await look(username, id);
  return id;
}

describe('transactions settle', () => {
  test('opens the place of somebody who paid too late', async () => {
    const id = await paid('marie', 'licenses-1', '120.00', { isLate: true });
    expect(await order('transactions', 'settle', id.toUpperCase(), '--why', 'her bank was slow')).toMatchObject({
      words: `The transaction ${id} for licenses-1 was paid_late and is now active; 20.00 USDT went to the balance.`,
      data: {
        ...{ id, plan: 'licenses-1', before: 'paid_late', state: 'active' },
        ...{ price: '100.00', paid: '120.00', returned: '20.00' },
      },
    });
    expect(await isActive('marie')).toBe(true);
    expect(await balanceOf('marie')).toEqual({ available: '20.00', held: '0.00' });
    const board = dataOf(await api.call(getBoard, { platform: 'licenses' }, { bearer: await bearerOf('marie') }));
    expect(board).toMatchObject({ unfinished: null, places: [{ plan: 'licenses-1' }] });
    expect((await log())[0]).toMatchObject({
      action: 'transactions settle',
      reason: 'her bank was slow',
      subject: expect.stringMatching(/^transaction:[0-9a-f-]{36}$/),
      before: { state: 'paid_late', returned: '0.00' },
      after: { state: 'active', returned: '20.00' },
    });
    const emails = await services.db.select().from(mails).orderBy(desc(mails.createdAt));
    expect(emails.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['place-opened', 'payment-returned']));

    expect(await order('transactions', 'settle', id, '--why', 'again')).toEqual({
      refused: `The transaction ${id} is already active.`,
    });
  });

  test('is kept as done by the operator, whose name the member is not told', async () => {
    const id = await paid('marie', 'turbo-1', '50.00', { isLate: true });
    await order('transactions', 'settle', id, '--why', 'x', '--by', 'pavel');
    const { rows } = await services.pool.query('select state, actor from transaction_steps where transaction_id = $1', [
      id,
    ]);
    expect(rows.at(-1)).toEqual({ state: 'active', actor: 'operator:pavel' });
    expect(JSON.stringify(await look('marie', id))).not.toContain('pavel');
  });

  test('is refused where too little came, and where it is cancelled', async () => {
    const id = await paid('ivan', 'turbo-1', '49.999999');
    expect(await order('transactions', 'settle', id, '--why', 'nearly')).toEqual({
      refused: `The transaction ${id} is underpaid: 49.999999 of 50.00 USDT is paid, which is not enough for the place.`,
    });
    expect(await isActive('ivan')).toBe(false);
    await order('transactions', 'refund', id, '--why', 'x');
    expect(await order('transactions', 'settle', id, '--why', 'x')).toEqual({
      refused: `The transaction ${id} is canceled. What was paid is on the member’s balance.`,
    });
  });
});

describe('transactions refund', () => {
  test('ends an unfinished transaction, with the money on the balance, and closes it at the node', async () => {
    const before = await balanceOf('priya');
    const id = await paid('priya', 'licenses-1', '30.00');
    expect(await order('transactions', 'refund', id, '--why', 'she asked us to')).toMatchObject({
      words: `The transaction ${id} for licenses-1 was underpaid and is now cancelled; 30.00 USDT went to the balance.`,
    });
    expect(Number((await balanceOf('priya')).available) - Number(before.available)).toBe(30);
    expect((await log())[0]).toMatchObject({ action: 'transactions refund', actor: 'operator:olga' });
    await market.runJobs();
    expect(simulator.findPaymentRequest(id)?.state).toBe('cancelled');
    await request('priya', 'licenses-1');
  });

  test('of a request that nobody paid only ends it', async () => {
    const { id } = await request('jonas', 'turbo-1');
    expect(await order('transactions', 'refund', id, '--why', 'x')).toMatchObject({
      words: `The transaction ${id} for turbo-1 was awaiting_payment and is now cancelled.`,
    });
  });

  test('waits while money is on its way', async () => {
    const { id } = await request('jonas', 'licenses-1');
    await look('jonas', id);
    simulator.pay(id, { amount: '100.00', isConfirmed: false });
    await look('jonas', id);
    expect(await order('transactions', 'refund', id, '--why', 'x')).toEqual({
      refused: `The transaction ${id} is confirming. Wait until the payment is confirmed.`,
    });
    simulator.confirm(id);
    expect(await look('jonas', id)).toMatchObject({ state: 'active' });
    expect(await order('transactions', 'refund', id, '--why', 'x')).toEqual({
      refused: `The transaction ${id} is active, and its place stays.`,
    });
  });

  test('happens one way when two decide at once', async () => {
    const id = await paid('ivan', 'licenses-1', '100.00', { isLate: true });
    const both = await Promise.all([
      order('transactions', 'settle', id, '--why', 'yes'),
      order('transactions', 'refund', id, '--why', 'no'),
      order('transactions', 'settle', id, '--why', 'yes'),
      order('transactions', 'refund', id, '--why', 'no'),
    ]);
    expect(both.filter((outcome) => 'words' in outcome)).toHaveLength(1);
  });
});

describe('transactions list', () => {
  type Page = { items: { id: string; username: string; marks: string[]; returned: string }[]; next: string | null };
  const page = async (...argv: string[]) => {
    const outcome = await order('transactions', 'list', ...argv);
    if (!('data' in outcome)) throw new Error(JSON.stringify(outcome));
    return outcome.data as Page;
  };

  test('tells what somebody should look at', async () => {
    const much = await buy('anna', 'turbo-1');
    simulator.pay(much.id, { amount: '7.00' });
    await look('anna', much.id);
    const foreign = await request('anna', 'fast-money-1');
    await look('anna', foreign.id);
    simulator.pay(foreign.id, { amount: '3.00', currency: 'BTC' });
    await look('anna', foreign.id);

    const { items } = await page('--limit', '200');
    const found = (id: string) => items.find((item) => item.id === id);
    expect(found(much.id)).toMatchObject({ marks: ['over'], returned: '7.00' });
    expect(found(foreign.id)?.marks).toEqual(['other_currency']);
    expect(await order('transactions', 'list')).toMatchObject({ words: expect.stringMatching(/ 7\.00 refunded$/m) });
    expect(await order('transactions', 'list', '--state', 'awaiting_payment')).toMatchObject({
      words: expect.stringMatching(
        / anna +fast-money-1 +awaiting_payment +0\.00 of 20\.00 .* paid in another currency$/m,
      ),
    });
  });

  test('shows everybody’s, the oldest first, a page at a time', async () => {
    const { items: all } = await page('--limit', '200');
    const seen: Page['items'] = [];
    for (let next: string | null | undefined; next !== null;) {
      const some: Page = await page('--limit', '2', ...(next ? ['--after', next] : []));
      seen.push(...some.items);
      next = some.next;
    }
    expect(seen).toEqual(all);
    expect(all[0]).toMatchObject({ username: 'marie', plan: 'licenses-1', paid: '120.00', returned: '20.00' });
    expect((await page('--state', 'cancelled')).items.map(({ username }) => username)).toContain('priya');
    expect((await page('--state', 'expired')).items).toEqual([]);
  });
});

test.each([
  [['list', '--state', 'lost'], /no state “lost”/],
  [['list', '--after', 'x'], /not a cursor/],
  [['settle', 'x', '--why', 'x'], /no transaction “x”/],
  [['refund', '00000000-0000-4000-8000-000000000000', '--why', 'x'], /no transaction/],
  [['settle', '00000000-0000-4000-8000-000000000000'], /Give a reason with --why: transactions settle ID/],
  [['refund', '00000000-0000-4000-8000-000000000000', '--why', ' '], /Give a reason with --why/],
])('%j is refused and leaves no trace', async (words, sentence) => {
  const before = await log();
  expect(await order('transactions', ...words)).toEqual({ refused: expect.stringMatching(sentence) });
  expect(await log()).toEqual(before);
});

test('and after all of it the ledger is sound', async () => {
  expect(await brokenInvariants(services.db)).toEqual([]);
  expect(await order('ledger', 'verify')).toMatchObject({ data: { right: true } });
});
