import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { InputOf } from '#contracts/contract.ts';
import { saveSettings } from '#contracts/settings.ts';
import { countHand, listHand, snoozeHand } from '#contracts/team.ts';
import { LANGUAGES } from '#domain/languages.ts';
import { formatDate } from '#i18n/format.ts';
import { LIMITS } from '#server/api/rate-limits.ts';
import { handSnoozes, members, places } from '#server/db/schema/index.ts';
import { sweepExpired } from '#server/jobs/sweep-expired.ts';
import { CAST } from '#server/operator/seed/cast.ts';
import { dataOf, refusalOf } from '../../../support/app/api.ts';
import { openMarket } from '../../../support/people/buy.ts';
import { newGuest, newMember } from '../../../support/people/guests.ts';

const DAY = 86_400;
const BELOW = [
  { ...CAST.at(-1)!, username: 'oleg', inviter: 'ivan' },
  { ...CAST.at(-1)!, username: 'pavel', inviter: 'jonas' },
];
const market = await openMarket({ people: [...CAST, ...BELOW] });
const { api, bearerOf, buy, clock, services } = market;

// Ivan's licence ends in 13 days. Priya has no licence, but a Turbo place that ends in 10.
await buy('ivan', 'licenses-1');
clock.advance(272 * DAY);
await buy('priya', 'turbo-1');
await buy('jonas', 'fast-money-1');
clock.advance(80 * DAY);
const guest = await newGuest(api, market, { username: 'guest.anna' });
const olga = await newMember(api, market, { username: 'olga' });

const listOf = async (username: string, input: InputOf<typeof listHand> = {}) =>
  dataOf(await api.call(listHand, input, { bearer: await bearerOf(username) }));
const namesOf = async (username: string) => (await listOf(username)).items.map((item) => item.username);
const countOf = async (username: string) =>
  dataOf(await api.call(countHand, {}, { bearer: await bearerOf(username) })).count;
const snooze = async (username: string, by = 'anna') =>
  api.call(snoozeHand, { username }, { bearer: await bearerOf(by) });
const itemOf = async (username: string) => (await listOf('anna')).items.find((item) => item.username === username);

const ALL = ['priya', 'ivan', 'olga', 'guest.anna', 'lena', 'marie', 'jonas'];

test('everyone in the first line is listed once, with the first reason that fits', async () => {
  const { items, next } = await listOf('anna');
  expect(items.map(({ username, reason }) => [username, reason])).toEqual([
    ['priya', 'place_ends'],
    ['ivan', 'place_ends'],
    ['olga', 'joined'],
    ['guest.anna', 'not_activated'],
    ['lena', 'not_activated'],
    ['marie', 'no_place'],
    ['jonas', 'no_place'],
  ]);
  expect(next).toBeNull();
  expect(await countOf('anna')).toBe(7);
});

test('the list of one member says nothing of another one’s first line', async () => {
  expect(await namesOf('ivan')).toEqual(['oleg']);
  expect([await namesOf('priya'), await countOf('priya')]).toEqual([[], 0]);
});

test('a message is in the language of its reader, by name, and of no amount', async () => {
  const [ending] = await services.db
    .select({ expiresAt: places.expiresAt })
    .from(places)
    .innerJoin(members, eq(members.id, places.memberId))
    .where(eq(members.username, 'priya'));
  const date = formatDate(ending!.expiresAt!, 'Europe/Moscow');
  expect(await itemOf('priya')).toMatchObject({ language: 'tamil', at: ending!.expiresAt!.toISOString() });
  expect((await itemOf('priya'))?.message).toMatch(/^வணக்கம் பிரியா ராமநாதன், நான் Анна Северянина\./);
  expect((await itemOf('priya'))?.message).toContain(date);
  expect((await itemOf('marie'))?.message).toMatch(/^Bonjour Marie Delacroix, /);
  expect((await itemOf('jonas'))?.message).toMatch(/^Hallo Jonas Lindenberger, /);
  expect((await itemOf(olga.username))?.message).toMatch(/^Hello olga, .*Welcome to Atrium/);
  expect((await itemOf('guest.anna'))?.message).toMatch(/^Hello guest\.anna, .*\/en\/auth\/activate$/);
  for (const { segment } of LANGUAGES) {
    await services.db.update(members).set({ language: segment });
    for (const { message } of (await listOf('anna')).items)
      expect(message).not.toMatch(/USDT|[$€₹₽]|\{\{|hand_message/);
  }
});

test('contacts are shown as their owner allows, and never those of a guest', async () => {
  const contacts = { telegram: '@marie', phone: '+33 6 12 34 56 78', other: '' };
  const save = async (contacts_visibility: 'nobody' | 'inviter') => {
    const form = { name: 'Marie Delacroix', email: 'marie@demo.example', contacts, contacts_visibility };
    const input = { ...form, partner_shows_name: false, in_sitemap: false };
    dataOf(await api.call(saveSettings, input, { bearer: await bearerOf('marie') }));
  };
  await save('inviter');
  expect((await itemOf('marie'))?.contacts).toEqual(contacts);
  await save('nobody');
  expect((await itemOf('marie'))?.contacts).toBeNull();
  const shown = JSON.stringify(await itemOf('guest.anna'));
  expect(shown).not.toContain(guest.email);
  expect(await itemOf('guest.anna')).toMatchObject({ name: null, photo: null, contacts: null });
});

test('pages of any length hold everyone once, in order', async () => {
  for (const limit of ['1', '2', '3', '50']) {
    const walked: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: Awaited<ReturnType<typeof listOf>> = await listOf('anna', { cursor, limit });
      walked.push(...page.items.map(({ username }) => username));
      cursor = page.next;
    }
    expect(walked, limit).toEqual(ALL);
  }
});

test.each([
  'x',
  'no_place',
  'no_place.1',
  'no_place.20000.99999999999',
  'no_place.9999999.1',
  'joined.20000.x',
  'place_ends.-1.1',
  'not_activated.1.1',
  'nobody.1.1',
  `no_place.1.1' or 1=1`,
])('a cursor that no page gave (%s) is refused', async (text) => {
  const cursor = Buffer.from(text).toString('base64url');
  const answer = await api.call(listHand, { cursor }, { bearer: await bearerOf('anna') });
  expect(answer).toMatchObject({
    success: false,
    error: { code: 'invalid', fields: { cursor: [expect.any(String)] } },
  });
});

test('the largest cursor that could be one, and another member’s, show only the own first line', async () => {
  const last = Buffer.from('place_ends.9999999999999999.2147483647').toString('base64url');
  expect((await listOf('anna', { cursor: last })).items.map(({ username }) => username)).toEqual(ALL.slice(2));
  const { next } = await listOf('anna', { limit: '5' });
  expect((await listOf('ivan', { cursor: next! })).items.map(({ username }) => username)).toEqual(['oleg']);
});

test('a snooze hides a member or a guest for a week, also when it is repeated', async () => {
  const repeated = await Promise.all(['MARIE', 'marie', ' marie '].map((name) => snooze(name)));
  expect(repeated.map(refusalOf)).toEqual(['done', 'done', 'done']);
  expect(refusalOf(await snooze('guest.anna'))).toBe('done');
  const awake = ALL.filter((name) => name !== 'marie' && name !== 'guest.anna');
  expect([await namesOf('anna'), await countOf('anna')]).toEqual([awake, awake.length]);
  const rows = await services.db.select().from(handSnoozes);
  const nextWeek = clock.now().getTime() + 7 * DAY * 1000;
  expect(rows.map(({ until }) => until.getTime())).toEqual([nextWeek, nextWeek]);
  await services.db.update(handSnoozes).set({ until: clock.now() });
  expect(await namesOf('anna')).toEqual(ALL);
  await services.db.update(handSnoozes).set({ until: new Date(clock.now().getTime() - 1) });
  await sweepExpired(services);
  expect(await services.db.$count(handSnoozes)).toBe(0);
});

test('nobody snoozes a member of another first line: they are not there', async () => {
  const nobody = await snooze('no.such.person');
  expect(nobody).toMatchObject({ error: { status: 404, code: 'not_found' } });
  for (const username of ['oleg', 'root', 'anna', '', '%', 'former-000000000000'])
    expect(await snooze(username), username).toEqual(nobody);
  expect(await snooze('marie', 'ivan')).toEqual(nobody);
  expect(await snooze('lena', 'ivan')).toEqual(nobody);
  expect(await namesOf('ivan')).toEqual(['oleg']);
});

test('a former member is not listed, and can’t be snoozed', async () => {
  expect(await namesOf('jonas')).toEqual(['pavel']);
  await services.db.update(members).set({ closedAt: clock.now() }).where(eq(members.username, 'pavel'));
  expect([await namesOf('jonas'), await countOf('jonas')]).toEqual([[], 0]);
  expect(refusalOf(await snooze('pavel', 'jonas'))).toBe('not_found');
});

test('a place counts from 14 calendar days before its end, and no more after it', async () => {
  const [ivan] = await services.db.select().from(members).where(eq(members.username, 'ivan'));
  const [before] = await services.db.select().from(places).where(eq(places.memberId, ivan!.id));
  await services.db.execute(sql`alter table places disable trigger place_stays`);
  const move = (expiresAt: Date) => services.db.update(places).set({ expiresAt }).where(eq(places.id, before!.id));
  const endsIn = async (seconds: number) => {
    await move(new Date(clock.now().getTime() + seconds * 1000));
    return (await itemOf('ivan'))?.reason;
  };
  const untilMidnight = DAY - ((clock.now().getTime() / 1000 + 3 * 3600) % DAY);
  expect(await endsIn(60)).toBe('place_ends');
  expect(await endsIn(untilMidnight + 14 * DAY - 60)).toBe('place_ends');
  expect(await endsIn(untilMidnight + 14 * DAY + 60)).toBeUndefined();
  expect(await endsIn(-60)).toBeUndefined();
  await move(before!.expiresAt!);
});

test('snoozes end at their limit', async () => {
  for (let count = 0; count < LIMITS.snoozeAccount.max; count += 1) await snooze('nobody', 'jonas');
  expect(refusalOf(await snooze('nobody', 'jonas'))).toBe('too_often');
});
