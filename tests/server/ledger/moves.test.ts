import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Db } from '#server/db/connect.ts';
import {
  captureHold,
  holdFunds,
  payOutHold,
  postTransfers,
  readBalance,
  receivePayments,
  releaseHold,
  releasePayments,
} from '#server/ledger/index.ts';
import { verifyLedger } from '#server/ledger/verify/verify-ledger.ts';
import { giveMoney } from '../../support/people/money.ts';
import { createTestServices, testClock } from '../../support/app/services.ts';
import { memberOf } from '../../support/app/stage.ts';

const clock = testClock(new Date('2026-11-20T21:30:00Z'));
const { services } = await createTestServices({ clock });
const [ivan, marie] = await Promise.all(['ivan', 'marie'].map((name) => memberOf({ services }, name)));
const memberId = ivan?.id ?? 0;
const details = { destination: 'a wallet' };
const usdt = (amount: number) => BigInt(amount * 1_000_000);

let purpose = '';
beforeEach(async () => {
  purpose = `test:${randomUUID()}`;
  await giveMoney(services, 'ivan', usdt(100));
});

const move = <T>(act: (tx: Db) => Promise<T>) => services.transaction(act);
const hold = (amount: number) =>
  move((tx) => holdFunds(tx, services, { purpose, memberId, amountMicros: usdt(amount), details }));
const held = async (amount: number) => {
  const posting = await hold(amount);
  return 'ids' in posting ? (posting.ids[0] ?? 0) : 0;
};
const release = (amount: number, holdId: number) =>
  move((tx) => releaseHold(tx, services, { purpose, memberId, amountMicros: usdt(amount), details, holdId }));
const payOut = (amount: number, fee: number) =>
  move((tx) =>
    payOutHold(tx, services, { purpose, memberId, amountMicros: usdt(amount), details, feeMicros: usdt(fee) }),
  );

/** The entries of a step's transfer, each with its account, amount and day. */
async function moved(step: string): Promise<string[]> {
  const { rows } = await services.pool.query<{ line: string }>(
    `select concat_ws(' ', t.kind, a.kind, trim_scale(e.amount / 1000000.0), e.day) as line from ledger_transfers t
      join ledger_entries e on e.transfer_id = t.id join ledger_accounts a on a.id = e.account_id
      where t.key = $1 and t.leg_count = (select count(*) from ledger_entries x where x.transfer_id = t.id)
      order by e.id`,
    [`${purpose}:${step}`],
  );
  return rows.map(({ line }) => line);
}

/** The changes of Ivan's available and held money, in USDT. */
async function change(act: () => Promise<unknown>): Promise<number[]> {
  const before = await readBalance(services.db, memberId);
  await act();
  const after = await readBalance(services.db, memberId);
  const difference = [after.availableMicros - before.availableMicros, after.heldMicros - before.heldMicros];
  return difference.map((micros) => Number(micros) / 1e6);
}

/** Findings about chain and balances. Findings about withdrawals are expected, because these holds have none. */
async function faults(): Promise<string[]> {
  const { counts } = await verifyLedger(services);
  return Object.keys(counts).filter((code) => /^(transfer|entry|account|balance|below|day|seal)_/.test(code));
}

describe('money that Ivan sets aside', () => {
  test('can’t be spent, and comes back on the day on which it was held', async () => {
    let id = 0;
    expect(await change(async () => (id = await held(60)))).toEqual([-60, 60]);
    clock.advance(86_400);
    expect(await change(() => release(60, id))).toEqual([60, -60]);
    const [first, second] = await moved('hold');
    const day = first?.split(' ').at(-1);
    expect([first, second]).toEqual([`hold available -60 ${day}`, `hold held 60 ${day}`]);
    expect(await moved('end')).toEqual([`release held -60 ${day}`, `release available 60 ${day}`]);
    expect(await faults()).toEqual([]);
  });

  test('counts for the day where the platform is, not for Greenwich’s', async () => {
    clock.advance((Date.parse('2026-12-01T21:30:00Z') - clock.now().getTime()) / 1000);
    await held(10);
    expect(await moved('hold')).toEqual(['hold available -10 2026-12-02', 'hold held 10 2026-12-02']);
  });

  test('leaves Atrium but for the fee', async () => {
    await held(60);
    expect(await change(() => payOut(60, 1.5))).toEqual([0, -60]);
    const legs = (await moved('end')).map((line) => line.split(' ').slice(0, 3).join(' '));
    expect(legs).toEqual(['payout held -60', 'payout payouts 58.5', 'payout fees 1.5']);
    expect(await faults()).toEqual([]);
  });

  test('leaves it whole when there is no fee', async () => {
    await held(60);
    await payOut(60, 0);
    const legs = (await moved('end')).map((line) => line.split(' ').slice(0, 3).join(' '));
    expect(legs).toEqual(['payout held -60', 'payout payouts 60']);
  });

  test('is all that he has, and not a millionth more', async () => {
    const { availableMicros } = await readBalance(services.db, memberId);
    const all = { purpose, memberId, amountMicros: availableMicros, details };
    const more = await move((tx) => holdFunds(tx, services, { ...all, amountMicros: availableMicros + 1n }));
    expect(more).toMatchObject({ shortOf: { key: `${purpose}:hold` } });
    expect(await moved('hold')).toEqual([]);
    expect(await move((tx) => holdFunds(tx, services, all))).toMatchObject({ ids: [expect.any(Number)] });
    expect((await readBalance(services.db, memberId)).availableMicros).toBe(0n);
  });

  test('is set aside once, and either comes back or goes out, once', async () => {
    const id = await held(30);
    const [twice, back] = await Promise.allSettled([hold(30), release(30, id)]);
    expect([twice.status, back.status]).toEqual(['rejected', 'fulfilled']);
    const after = await Promise.allSettled([release(30, id), payOut(30, 1)]);
    expect(after.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect((await readBalance(services.db, memberId)).heldMicros).toBeGreaterThanOrEqual(0n);
  });

  test('comes back only if it was held, and no more of it than that', async () => {
    await expect(release(10, 0)).rejects.toThrow(/^Nothing is held/);
    const id = await held(10);
    const { heldMicros } = await readBalance(services.db, memberId);
    const more = Number(heldMicros) / 1e6 + 1;
    expect(await change(() => expect(release(more, id)).rejects.toThrow(/^Less is held/))).toEqual([0, 0]);
  });

  test('is nobody else’s', async () => {
    const before = await readBalance(services.db, marie?.id ?? 0);
    await payOut(20, 1).catch(() => undefined);
    await held(20);
    expect(await readBalance(services.db, marie?.id ?? 0)).toEqual(before);
    expect(before).toEqual({ availableMicros: 0n, heldMicros: 0n });
  });
});

describe('money that Ivan pays to the node', () => {
  const about = () => ({ purpose, memberId, details: { transaction: 'one' } });
  const receive = (upTo: number, ...amounts: [nodeId: string, amount: number][]) =>
    move((tx) => {
      const payments = amounts.map(([nodeId, amount]) => ({ nodeId, amountMicros: usdt(amount) }));
      return receivePayments(tx, services, about(), { payments, upToMicros: usdt(upTo) });
    });

  test('is his, and set aside at once for what he wants to buy', async () => {
    expect(await change(() => receive(50, ['p-1', 20], ['p-2', 30]))).toEqual([0, 50]);
    const steps = ['deposit:p-1', 'deposit:p-2', 'taken:50000000'];
    const lines = (await Promise.all(steps.map(moved))).flat().map((line) => line.split(' ').slice(0, 3).join(' '));
    expect(lines).toEqual([
      ...['deposit deposits -20', 'deposit available 20', 'deposit deposits -30', 'deposit available 30'],
      ...['purchase available -50', 'purchase held 50'],
    ]);
    expect(await faults()).toEqual([]);
  });

  test('is counted once, however often the node tells of it', async () => {
    await receive(20, ['p-1', 20]);
    expect(await change(() => expect(receive(40, ['p-1', 20])).rejects.toThrow())).toEqual([0, 0]);
    expect(await change(() => receive(25, ['p-2', 5]))).toEqual([0, 5]);
  });

  test('is given back in parts, each once', async () => {
    await receive(50, ['p-1', 50]);
    const giveBack = (amount: number, upTo: number) =>
      move((tx) => releasePayments(tx, services, about(), { amountMicros: usdt(amount), upToMicros: usdt(upTo) }));
    expect(await change(() => giveBack(20, 20))).toEqual([20, -20]);
    expect(await change(() => expect(giveBack(20, 20)).rejects.toThrow())).toEqual([0, 0]);
    expect(await change(() => giveBack(30, 50))).toEqual([30, -30]);
    const { heldMicros } = await readBalance(services.db, memberId);
    const more = Number(heldMicros) / 1e6 + 1;
    await expect(giveBack(more, 50 + more)).rejects.toThrow(/^Less is there/);
  });

  test('buys it, once, and the sale proves it', async () => {
    await receive(50, ['p-1', 50]);
    const buy = () => move((tx) => captureHold(tx, services, about(), usdt(50)));
    let sale = 0;
    expect(await change(async () => (sale = await buy()))).toEqual([0, -50]);
    const { rows } = await services.pool.query(
      'select key, kind, member_id, details from ledger_transfers where id = $1',
      [sale],
    );
    expect(rows).toEqual([
      { key: `${purpose}:sale`, kind: 'sale', member_id: memberId, details: { transaction: 'one' } },
    ]);
    expect((await moved('sale')).map((line) => line.split(' ').slice(1, 3).join(' '))).toEqual([
      'held -50',
      'sales 50',
    ]);
    await expect(buy()).rejects.toThrow();
  });
});

describe('several movements at once', () => {
  const gift = (number: number, amount: number, to = memberId) => ({
    key: `${purpose}:${number}`,
    kind: 'accrual' as const,
    memberId: to,
    details: { reason: 'earnings', document: `${number}` },
    legs: [
      { account: { kind: 'earnings' as const }, amountMicros: usdt(-amount) },
      { account: { kind: 'available' as const, memberId: to }, amountMicros: usdt(amount) },
    ],
  });
  const correction = (number: number, amount: number) => ({ ...gift(number, amount), kind: 'correction' as const });

  test('are written in their order, more than fit into one statement as well', async () => {
    const many = Array.from({ length: 1_001 }, (_, number) => gift(number, 1));
    let posting: Awaited<ReturnType<typeof postTransfers>> = { ids: [] };
    expect(await change(async () => (posting = await move((tx) => postTransfers(tx, services, many))))).toEqual([
      1_001, 0,
    ]);
    const ids = 'ids' in posting ? posting.ids : [];
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    const { rows } = await services.pool.query('select key from ledger_transfers where id = any($1) order by id', [
      ids,
    ]);
    expect(rows.map(({ key }) => key)).toEqual(many.map(({ key }) => key));
    expect(await faults()).toEqual([]);
  });

  test('are all written or none, and the first that takes too much is named', async () => {
    const { availableMicros } = await readBalance(services.db, memberId);
    const tooMuch = -(Number(availableMicros) / 1e6 + 11);
    const all = [gift(1, 10), correction(2, tooMuch), correction(3, tooMuch)];
    const shortOf = { shortOf: { key: `${purpose}:2` } };
    expect(
      await change(async () => expect(await move((tx) => postTransfers(tx, services, all))).toMatchObject(shortOf)),
    ).toEqual([0, 0]);
    const fits = [gift(1, 10), correction(2, tooMuch + 1)];
    expect(await move((tx) => postTransfers(tx, services, fits))).toMatchObject({
      ids: [expect.any(Number), expect.any(Number)],
    });
  });

  test('must come to nothing together, or nothing is written', async () => {
    const uneven = { ...gift(1, 10), legs: gift(1, 10).legs.slice(1) };
    expect(
      await change(() =>
        expect(move((tx) => postTransfers(tx, services, [uneven]))).rejects.toThrow(/come to 10000000, not to nothing/),
      ),
    ).toEqual([0, 0]);
  });

  test('of two members to each other never wait for each other', async () => {
    const [a, b] = [gift(1, 5), gift(2, 5, marie?.id)];
    const there = Array.from({ length: 10 }, (_, round) => [
      { ...a, key: `${a.key}:${round}` },
      { ...b, key: `${b.key}:${round}` },
    ]);
    const back = there.map(([one, other]) => [
      { ...other!, key: `${other!.key}:back` },
      { ...one!, key: `${one!.key}:back` },
    ]);
    const all = [...there, ...back].map((some) => move((tx) => postTransfers(tx, services, some)));
    expect((await Promise.allSettled(all)).filter(({ status }) => status === 'rejected')).toEqual([]);
    expect(await faults()).toEqual([]);
  });
});
