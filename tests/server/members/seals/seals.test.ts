import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { getProof, getSeal, listSeals } from '#contracts/seals.ts';
import { addDays } from '#domain/days.ts';
import { checkProof } from '#domain/seal/check-proof.ts';
import { isoDay } from '#i18n/format.ts';
import { deriveSecrets } from '#server/base/secrets.ts';
import { dailySeals, dailySealTiles, members } from '#server/db/schema/index.ts';
import { createApp } from '#server/http/calls/app.ts';
import { postTransfers } from '#server/ledger/index.ts';
import { sealDays } from '#server/members/seals/index.ts';
import { apiOf, dataOf, newAddress, refusalOf } from '../../../support/app/api.ts';
import { createTestServices, SESSION_SECRET } from '../../../support/app/services.ts';
import { connectPatiently } from '../../../support/db/patient.ts';
import { giveMoney } from '../../../support/people/money.ts';
import { fillLedger, withdraw } from '../../ledger/busy-ledger.ts';
import { openForger } from '../../ledger/forger.ts';

const DAY_SECONDS = 86_400;
const { services, app, clock, databaseUrl } = await createTestServices();
const { db } = services;
const api = apiOf(app);
const today = () => isoDay(clock.now(), services.config.timeZone);
const sealsStored = () => db.select().from(dailySeals).orderBy(dailySeals.day);
const read = async (day: string) => dataOf(await api.call(getSeal, { day }, { address: newAddress() }));
const signInAs = async (username: string) => (await api.signIn(username)).access;

/** Result for a member who checks the proof against the public seal. */
async function check(username: string, day: string) {
  const proof = await api.call(getProof, { day }, { bearer: await signInAs(username) });
  if (!proof.success) return { refused: proof.error.code };
  const { note } = await read(day);
  const { fault, balanceMicros } = await checkProof(proof.data, note, username);
  return { fault, balanceMicros };
}

await fillLedger(services);
const first = today();
clock.advance(DAY_SECONDS);
await sealDays(services);

test('each member proves their balance with money on hold, also one who has nothing', async () => {
  expect(await check('ivan', first)).toEqual({ fault: undefined, balanceMicros: 1_752_500_000n });
  expect(await check('root', first)).toEqual({ fault: undefined, balanceMicros: 0n });
  const { rows } = await db.execute<{ owed: string }>(sql`select sum(balance)::text as owed from ledger_accounts`);
  const [seal] = await sealsStored();
  expect(seal).toMatchObject({ day: first, total: BigInt(rows[0]!.owed), isLate: false, previous: null });
});

test('money that moved after midnight is not in the seal', async () => {
  await giveMoney(services, 'ivan', 5_000_000n);
  await withdraw(services, 'anna', 20n);
  expect(await check('ivan', first)).toEqual({ fault: undefined, balanceMicros: 1_752_500_000n });
  clock.advance(DAY_SECONDS);
  await sealDays(services);
  expect(await check('ivan', addDays(first, 1))).toEqual({ fault: undefined, balanceMicros: 1_757_500_000n });
});

test('sealing again, or by two workers at once, adds nothing', async () => {
  const before = await sealsStored();
  await sealDays(services);
  expect(await sealsStored()).toEqual(before);
  clock.advance(DAY_SECONDS);
  await Promise.all([sealDays(services), sealDays(services)]);
  const after = await sealsStored();
  expect(after.map(({ day }) => day)).toEqual([...before.map(({ day }) => day), addDays(today(), -1)]);
});

test('missed days are made up in order with the balances of then, marked late, and each names the one before', async () => {
  clock.advance(DAY_SECONDS);
  await giveMoney(services, 'priya', 1_000_000n);
  clock.advance(2 * DAY_SECONDS);
  await sealDays(services);
  const seals = (await sealsStored()).slice(-3);
  expect(seals.map(({ isLate }) => isLate)).toEqual([true, true, false]);
  expect(seals[1]!.total - seals[0]!.total).toBe(1_000_000n);
  const all = await sealsStored();
  for (const [index, { previous }] of all.entries()) {
    const before = all[index - 1];
    expect(previous).toEqual(before ? createHash('sha256').update(before.note).digest() : null);
  }
});

test('nobody reads another member’s proof, a day of no seal, or one older than a week', async () => {
  const { day } = (await sealsStored()).at(-1)!;
  expect(refusalOf(await api.call(getProof, { day }))).toBe('no_session');
  const [own, other] = [await signInAs('anna'), await signInAs('marie')];
  const proofs = [own, other].map((bearer) => api.call(getProof, { day }, { bearer }));
  const [anna, marie] = (await Promise.all(proofs)).map(dataOf);
  expect([anna!.username, marie!.username]).toEqual(['anna', 'marie']);
  expect(anna!.nonce).not.toBe(marie!.nonce);
  expect(refusalOf(await api.call(getProof, { day: addDays(day, 1) }, { bearer: own }))).toBe('not_found');
  for (const none of ['2020-01-01', '0000-01-01']) {
    expect(refusalOf(await api.call(getSeal, { day: none }, { address: newAddress() }))).toBe('not_found');
    expect(refusalOf(await api.call(getProof, { day: none }, { bearer: own }))).toBe('not_found');
  }
  const before = await api.call(listSeals, { cursor: '0000-01-01' }, { address: newAddress() });
  expect(refusalOf(before)).toBe('invalid');
});

test('anybody lists the seals, newest first and to their end', async () => {
  for (let day = 0; day < 5; day += 1) {
    clock.advance(DAY_SECONDS);
    await sealDays(services);
  }
  const page = dataOf(await api.call(listSeals, { limit: '4' }, { address: newAddress() }));
  expect(page.items).toHaveLength(4);
  const rest = dataOf(await api.call(listSeals, { cursor: page.next! }, { address: newAddress() }));
  expect(rest.next).toBeNull();
  const days = [...page.items, ...rest.items].map(({ day }) => day);
  expect(days).toEqual((await sealsStored()).map(({ day }) => day).toReversed());
});

test('a stored seal can’t be changed or removed', async () => {
  for (const words of ['update daily_seals set total = 0', 'delete from daily_seals', 'truncate daily_seals']) {
    await expect(services.pool.query(words)).rejects.toThrow('a daily seal is public');
  }
});

test('a member who closed the account before the seal was made is still counted', async () => {
  await giveMoney(services, 'marie', 3_000_000n);
  const day = today();
  clock.advance(DAY_SECONDS);
  await db.update(members).set({ closedAt: clock.now(), username: 'former-1' }).where(eq(members.username, 'marie'));
  const before = (await sealsStored()).at(-1)!;
  await sealDays(services);
  const seal = (await sealsStored()).at(-1)!;
  expect(seal).toMatchObject({ day, members: before.members, total: before.total + 3_000_000n });
});

test('a transfer of the day that is still uncommitted is waited for', async () => {
  const day = today();
  const other = connectPatiently(databaseUrl);
  const [member] = await db.select().from(members).where(eq(members.username, 'priya'));
  const memberId = member!.id;
  const legs = [
    { account: { kind: 'earnings' }, amountMicros: -9n } as const,
    { account: { kind: 'available', memberId }, amountMicros: 9n } as const,
  ];
  const transfer = { key: 'gift:slow', kind: 'accrual', memberId, details: {}, legs } as const;
  const total = async () => (await sealsStored()).at(-1)!.total;
  const before = await total();
  await other.transaction(async (tx) => {
    await postTransfers(tx, services, [transfer]);
    clock.advance(DAY_SECONDS);
    await sealDays(services, { tries: 2, waitMs: 1 });
    expect((await sealsStored()).at(-1)!.day).toBe(addDays(day, -1));
  });
  await other.close();
  await sealDays(services);
  expect(await total()).toBe(before + 9n);
});

test('a job that is killed half-way leaves nothing, and the next one seals the day', async () => {
  const day = today();
  clock.advance(DAY_SECONDS);
  const dying: typeof services.transaction = (work) =>
    services.transaction(async (tx) => {
      const result = await work(tx);
      const { rows } = await tx.execute(sql`select from daily_seal_tiles where day = ${day}`);
      if (rows.length > 0) throw new Error('killed');
      return result;
    });
  await expect(sealDays({ ...services, transaction: dying })).rejects.toThrow('killed');
  expect(await db.select().from(dailySealTiles).where(eq(dailySealTiles.day, day))).toEqual([]);
  await sealDays(services);
  expect((await sealsStored()).at(-1)!.day).toBe(day);
});

test('after a new pepper, proofs of earlier days still hold, and new seals have the new key', async () => {
  const before = (await sealsStored()).at(-1)!;
  const inUse = [
    { version: 2, secret: 'the new pepper of the tests is long enough' },
    { version: 1, secret: SESSION_SECRET },
  ] as const;
  const rotated = { ...services, secrets: deriveSecrets([SESSION_SECRET], { inUse }) };
  clock.advance(DAY_SECONDS);
  await sealDays(rotated);
  const after = (await sealsStored()).at(-1)!;
  expect(after.publicKey).not.toEqual(before.publicKey);
  const apiNow = apiOf(createApp(rotated));
  const { access } = await apiNow.signIn('ivan');
  for (const { day, note } of [before, after]) {
    const proof = dataOf(await apiNow.call(getProof, { day }, { bearer: access }));
    expect((await checkProof(proof, note, 'ivan')).fault).toBeUndefined();
  }
});

test('leaves are kept for seven days, the seals for good', async () => {
  clock.advance(8 * DAY_SECONDS);
  await sealDays(services);
  const kept = await db.selectDistinct({ day: dailySealTiles.day }).from(dailySealTiles).orderBy(dailySealTiles.day);
  expect(kept.map(({ day }) => day)).toEqual((await sealsStored()).slice(-7).map(({ day }) => day));
  expect(await check('ivan', first)).toEqual({ refused: 'not_found' });
  expect((await read(first)).day).toBe(first);
});

test('an operator with all rights on the database can’t have a changed balance sealed, or hide a seal’s change', async () => {
  const { forge } = await openForger(services);
  const { day } = (await sealsStored()).at(-1)!;
  const saved = await read(day);
  // Less for Ivan after the seal: his proof no longer fits it.
  await forge(`update ledger_accounts set balance = balance - 7 where kind = 'available'
    and member_id = (select id from members where username = 'ivan')`);
  expect(await check('ivan', day)).toEqual({ refused: 'not_in_seal' });
  // In the next seal: his balance and what the platform owes differ.
  clock.advance(DAY_SECONDS);
  await expect(sealDays(services)).rejects.toThrow('the platform owes');
  expect((await sealsStored()).at(-1)!.day).toBe(day);
  // People who saved the old seal, or a later one, notice that it was rewritten.
  const proof = dataOf(await api.call(getProof, { day }, { bearer: await signInAs('priya') }));
  await forge(
    `update daily_seals set total = total - 7, note = replace(note, 'total', 'total 1') where day = '${day}'`,
  );
  expect((await checkProof(proof, (await read(day)).note, 'priya')).fault).toBe('other_seal');
  expect(saved.note).not.toBe((await read(day)).note);
});
