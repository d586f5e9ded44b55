import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { getTransparency } from '#contracts/transparency.ts';
import { addMonths } from '#domain/days.ts';
import { isoDay } from '#i18n/format.ts';
import { monthFigures } from '#server/db/schema/index.ts';
import { countMonths } from '#server/members/transparency/index.ts';
import { CAST, type Person } from '#server/operator/seed/cast.ts';
import { apiOf, dataOf, newAddress } from '../../../support/app/api.ts';
import { rawCall } from '../../../support/app/raw-call.ts';
import { createTestServices } from '../../../support/app/services.ts';
import { giveMoney, postAccruals } from '../../../support/people/money.ts';
import { hearQuestions } from '../../../support/db/hear-questions.ts';
import { completed } from '../../ledger/busy-ledger.ts';

const friend = (index: number): Person => ({
  ...{ username: `friend${index}`, name: `Friend ${index}`, inviter: 'anna', careerStatus: 'none', active: false },
  registeredDaysAgo: 70,
});
const friends = [0, 1, 2, 3, 4, 5].map(friend);
const { services, app, clock, databaseUrl } = await createTestServices({ people: [...CAST, ...friends] });
const api = apiOf(app);
const read = async () => dataOf(await api.call(getTransparency, {}, { address: newAddress() }));
const today = isoDay(clock.now(), services.config.timeZone);

const before = await read();
for (const { username } of friends) await giveMoney(services, username, 100_000_000n);
for (const { username } of friends.slice(0, 4)) await completed(services, username, 20n);
const labels = JSON.stringify({ camp: { ru: 'Лагерь', en: 'Camp' } });
await services.db.execute(sql`
  insert into accrual_batches (batch, labels, contents, line_count, total, posted_at)
  values ('camp-1', ${labels}::jsonb, '\\x00', 1, 1, now())`);
for (const { username } of friends) {
  await postAccruals(services, username, [{ micros: 5_000_000n, details: { reason: 'camp' } }]);
}
clock.advance(86_400);
await countMonths(services);

test('before the first count there is nothing, and no figure is made up', () => {
  expect(before).toEqual({ counted_to: null, items: [], next: null });
});

test('anybody reads what five members moved, in their language, up to yesterday', async () => {
  const { counted_to, items } = await read();
  expect(counted_to).toBe(today);
  const month = items.find((item) => item.month === today.slice(0, 7));
  expect(month).toMatchObject({ credited: '630.00', paid: '0.00', paid_out: null, owed: null, top_share: null });
  expect(month?.reasons).toEqual([
    { reason: 'camp', label: 'Camp', amount: '30.00' },
    { reason: 'earnings', label: 'Earnings', amount: '600.00' },
  ]);
  const joined = isoDay(new Date(clock.now().getTime() - 71 * 86_400_000), services.config.timeZone).slice(0, 7);
  expect(items.find((item) => item.month === joined)).toMatchObject({ joiners: { credited: '630.00', paid: '0.00' } });
});

test('the file has the same in the language of the reader, and says what it doesn’t show', async () => {
  const file = async (language: string) => {
    const answer = await rawCall(app, '/api/transparency/csv/', { headers: { 'accept-language': language } });
    expect(answer).toMatchObject({ status: 200, type: 'text/csv' });
    return answer.text.split('\r\n');
  };
  const line = (await file('en')).find((words) => words.startsWith(today.slice(0, 7)));
  expect(line).toMatch(
    /^\d{4}-\d\d,0\.00,0\.00,630\.00,fewer than 5 members,fewer than 5 members,fewer than 5 members,/,
  );
  const german = await file('de');
  expect(german[0]).toContain('Gutgeschrieben');
  expect(german.find((words) => words.startsWith(today.slice(0, 7)))).toContain(';630,00;');
});

test('a page is one small read, however long the past is, and lists two years', async () => {
  const [row] = await services.db.select().from(monthFigures).orderBy(monthFigures.month).limit(1);
  const older = Array.from({ length: 100 }, (_, index) => ({ ...row!, month: addMonths(row!.month, -1 - index) }));
  await services.db.insert(monthFigures).values(older);
  const asked: string[] = [];
  hearQuestions(databaseUrl, ({ text }) => text && !text.includes('rate_limits') && asked.push(text));
  expect((await read()).items).toHaveLength(24);
  expect(asked).toHaveLength(1);
  expect(asked[0]).toContain('month_figures');
});
