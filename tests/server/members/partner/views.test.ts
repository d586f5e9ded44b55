import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { countView } from '#contracts/partner.ts';
import { getTeamGrowth, getTeamTotals } from '#contracts/team.ts';
import { sweepExpired } from '#server/jobs/sweep-expired.ts';
import { members, partnerVisits } from '#server/db/schema/index.ts';
import { apiOf, dataOf, newAddress, refusalOf } from '../../../support/app/api.ts';
import { newMember } from '../../../support/people/guests.ts';
import { createTestServices } from '../../../support/app/services.ts';

const testServices = await createTestServices();
const { app, services, clock } = testServices;
const api = apiOf(app);

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const HOUR = 3600;

async function freshPage() {
  const { username } = await newMember(api, testServices);
  await services.db.update(members).set({ refCode: username }).where(eq(members.username, username));
  const see = (address: string, userAgent = FIREFOX) =>
    api.call(countView, { ref: username, user_agent: userAgent }, { address });
  const views = async () => {
    const { access: bearer } = await api.signIn(username, 'Blue-4-horses');
    return dataOf(await api.call(getTeamTotals, {}, { bearer })).total_views;
  };
  return { username, see, views };
}

test('a visitor counts once an hour, and again the next hour', async () => {
  const { see, views } = await freshPage();
  const visitor = newAddress();
  for (let times = 0; times < 3; times += 1) dataOf(await see(visitor));
  expect(await views()).toBe(1);
  clock.advance(HOUR);
  await see(visitor);
  expect(await views()).toBe(2);
});

test('another browser or another address is another visitor; a network’s own addresses are one', async () => {
  const { see, views } = await freshPage();
  await see('198.51.100.7');
  await see('198.51.100.7', `${FIREFOX} Other/1.0`);
  await see('198.51.100.8');
  await see('2001:db8:1:2::1');
  await see('2001:db8:1:2:ffff::9');
  expect(await views()).toBe(4);
});

test('two hundred at once are counted one by one, and one of them who is there two hundred times is one', async () => {
  const { see, views } = await freshPage();
  const addresses = Array.from({ length: 200 }, newAddress);
  await Promise.all(addresses.map((address) => see(address)));
  expect(await views()).toBe(200);
  await Promise.all(addresses.map(() => see('203.0.113.200')));
  expect(await views()).toBe(201);
});

test.each([
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)',
  'TelegramBot (like TwitterBot)',
  'WhatsApp/2.23.20.0',
  'facebookexternalhit/1.1',
  'Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) vkShare; +http://vk.com/dev/Share',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36',
  'curl/8.5.0',
  'python-requests/2.32',
  '',
])('a program that says so is no visitor: %s', async (agent) => {
  const { see, views } = await freshPage();
  dataOf(await see(newAddress(), agent));
  expect(await views()).toBe(0);
});

test.each([
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Linux; Android 9; CUBOT X19) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36',
])('a phone is a visitor: %s', async (agent) => {
  const { see, views } = await freshPage();
  await see(newAddress(), agent);
  expect(await views()).toBe(1);
});

test('an address counts at most thirty times a minute, whatever it calls itself', async () => {
  const { see, views } = await freshPage();
  const address = newAddress();
  const answers = [];
  for (let index = 0; index < 40; index += 1) answers.push(refusalOf(await see(address, `${FIREFOX} ${index}`)));
  expect(answers.filter((answer) => answer === 'too_often')).toHaveLength(10);
  expect(await views()).toBe(30);
  clock.advance(61);
  expect(refusalOf(await see(address, `${FIREFOX} again`))).toBe('done');
});

test.each(['nobody', 'a'.repeat(4000), 'anna\nivan', 'anna\r\n', "' or 1=1 --", '%', '', 'anna\u0000'])(
  'a code that is nobody’s counts nothing: %j',
  async (ref) => {
    const before = await services.db.$count(partnerVisits);
    const answer = await api.call(countView, { ref: ref || ' ', user_agent: FIREFOX }, { address: newAddress() });
    expect(['done', 'not_found', 'invalid']).toContain(refusalOf(answer));
    expect(await services.db.$count(partnerVisits)).toBe(before);
  },
);

test('nobody counts for a blocked member or one who has not activated', async () => {
  const { username, see } = await freshPage();
  await services.db.update(members).set({ blockedAt: clock.now() }).where(eq(members.username, username));
  const before = await services.db.$count(partnerVisits);
  await see(newAddress());
  await api.call(countView, { ref: 'lena', user_agent: FIREFOX }, { address: newAddress() });
  expect(await services.db.$count(partnerVisits)).toBe(before);
});

test('a view stands on its day of the growth chart', async () => {
  const { username, see } = await freshPage();
  await see(newAddress());
  const { access: bearer } = await api.signIn(username, 'Blue-4-horses');
  const { items } = dataOf(await api.call(getTeamGrowth, { days: '2' }, { bearer }));
  expect(items.map(({ views }) => views)).toEqual([0, 1]);
});

test('a visitor is not known again the next day, and two days later nothing of them is left', async () => {
  const { see, views } = await freshPage();
  const visitor = newAddress();
  const hashes = async () => (await services.db.select().from(partnerVisits)).map((row) => row.visitor.toString('hex'));
  await services.db.delete(partnerVisits);
  await see(visitor);
  clock.advance(24 * HOUR);
  await see(visitor);
  expect(new Set(await hashes()).size).toBe(2);
  clock.advance(25 * HOUR);
  await sweepExpired(services);
  expect(await hashes()).toHaveLength(1);
  clock.advance(24 * HOUR);
  await sweepExpired(services);
  expect(await hashes()).toEqual([]);
  expect(await views()).toBe(2);
});
