import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { getCalendar, readCalendar, renewCalendar } from '#contracts/feed.ts';
import { addSeconds } from '#server/base/clock.ts';
import { members } from '#server/db/schema/index.ts';
import { LIMITS } from '#server/api/rate-limits.ts';
import { dataOf, newAddress, refusalOf } from '../../../support/app/api.ts';
import { openPress, titlesOf } from './press.ts';

const DAY = 24 * 60 * 60;
const press = await openPress();
const { api, bearerOf, clock, services, publish } = press;
const inDays = (days: number) => addSeconds(clock.now(), days * DAY);

async function addressOf(username: string, contract: typeof renewCalendar | typeof getCalendar = renewCalendar) {
  return dataOf(await api.call(contract, {}, { bearer: await bearerOf(username), language: 'de' })).address;
}

async function keyOf(username: string): Promise<string> {
  return new URL((await addressOf(username)) ?? '').searchParams.get('key') ?? '';
}

function read(key: string, rest: { language?: 'de'; address?: string } = {}) {
  return api.call(readCalendar, { key }, { address: newAddress(), ...rest });
}

test('nobody has an address before they want one; then it stays until they want another', async () => {
  expect(await addressOf('anna', getCalendar)).toBe(null);
  const first = await addressOf('anna');
  expect(first).toMatch(/\/de\/calendar\.ics\?key=[\w-]{43}$/);
  expect(await addressOf('anna', getCalendar)).toBe(first);
  expect(await addressOf('ivan', getCalendar)).toBe(null);
});

test('whoever has the address reads the webinars of the last month and all to come, in the address’s language', async () => {
  await publish('news');
  await publish('soon', { starts: inDays(3), titles: { ru: 'Скоро', de: 'Bald' }, bodies: { ru: 'Да.', de: 'Ja.' } });
  await publish('past', { starts: inDays(-20) });
  await publish('long-past', { starts: inDays(-40) });
  await publish('cancelled', { starts: inDays(4) });
  await press.withdraw('cancelled');
  const key = await keyOf('priya');
  expect(titlesOf(dataOf(await read(key, { language: 'de' }))).toSorted()).toEqual(['Bald', 'past']);
});

test('a new address makes the old one void, and only the own', async () => {
  const [annas, ivans] = [await keyOf('anna'), await keyOf('ivan')];
  const next = await keyOf('anna');
  expect(refusalOf(await read(annas))).toBe('not_found');
  expect([refusalOf(await read(next)), refusalOf(await read(ivans))]).toEqual(['done', 'done']);
});

test('an address that nobody was given opens nothing', async () => {
  const key = await keyOf('jonas');
  const salt = Buffer.from(key, 'base64url').subarray(0, 16);
  const forged = Buffer.concat([salt, Buffer.alloc(16)]).toString('base64url');
  const others = [forged, `${key}A`, key.slice(1), key.toLowerCase(), '', 'x'.repeat(43), `${key.slice(0, 42)}\0`];
  for (const other of others) expect(['not_found', 'invalid']).toContain(refusalOf(await read(other)));
});

test('whoever is blocked has no calendar any more', async () => {
  const key = await keyOf('marie');
  await services.db.update(members).set({ blockedAt: clock.now() }).where(eq(members.username, 'marie'));
  expect(refusalOf(await read(key))).toBe('not_found');
});

test('guessing is slow, and so is making addresses', async () => {
  const address = newAddress();
  const guesses = Array.from({ length: LIMITS.calendarAddress.max + 1 }, () => read('x'.repeat(43), { address }));
  expect((await Promise.all(guesses)).map(refusalOf).toSorted().at(-1)).toBe('too_often');
  const bearer = await bearerOf('root');
  const made = await Promise.all(
    Array.from({ length: LIMITS.calendarAccount.max + 2 }, () => api.call(renewCalendar, {}, { bearer })),
  );
  expect(made.map(refusalOf).filter((word) => word === 'too_often')).toHaveLength(2);
});
