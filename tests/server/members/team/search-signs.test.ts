import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { members } from '#server/db/schema/index.ts';
import { idOf, join, createCrowdedServices, pageOf } from './crowded-services.ts';

// More than the thousand that are checked one by one, so that both ways of searching are tested.
const { services } = await createCrowdedServices({ ivan: 1200 });
const ivan = await idOf(services, 'ivan');
const NAMES = [
  '100 % Anna',
  'under_score',
  'back\\slash',
  "O'Hara",
  'the "Boss"',
  '; drop table members; --',
  '{a,b}',
  'İpek Işık',
  'Straße 💥',
  'e\u0301lise',
  'Алёна Зайцева',
  'Žofie  Sørensen',
  'मीरा ज़ैदी',
];

for (const name of NAMES) await join(services, ivan, name);

const found = async (search: string) => (await pageOf(services, ivan, { search })).rows.map(({ name }) => name);

test.each(NAMES.map((name) => [name]))('%j is found as it is written', async (name) => {
  expect(await found(name)).toEqual([name]);
});

test.each([
  ['%', '100 % Anna'],
  ['_', 'under_score'],
  ['\\', 'back\\slash'],
  ["'", "O'Hara"],
  ['"', 'the "Boss"'],
  ['--', '; drop table members; --'],
  ['💥', 'Straße 💥'],
  ['éLISE', 'e\u0301lise'],
])('%j stands for itself', async (sign, name) => {
  expect(await found(sign)).toEqual([name]);
});

test.each([
  ['алена', 'Алёна Зайцева'],
  ['АЛЁНА', 'Алёна Зайцева'],
  ['зайц ален', 'Алёна Зайцева'],
  ['  Зайцева \u00A0\u200B Алё\u00ADна ', 'Алёна Зайцева'],
  ['sorensen zofie', 'Žofie  Sørensen'],
  ['ŽOFIE SØR', 'Žofie  Sørensen'],
  ['strasse', 'Straße 💥'],
  ['ipek isik', 'İpek Işık'],
  ['elise', 'e\u0301lise'],
  ['जैदी', 'मीरा ज़ैदी'],
])('%j finds %j', async (typed, name) => expect(await found(typed)).toEqual([name]));

test('й and и are letters of their own', async () => {
  expect(await found('заицева')).toEqual([]);
});

test('whoever has all pieces of a long word in another order is not found by it', async () => {
  await join(services, ivan, 'Meier Ralfo');
  expect(await found('ralfomeier')).toEqual([]);
  for (const typed of ['meier ralfo', 'ralfo meier', '@meier']) expect(await found(typed)).toEqual(['Meier Ralfo']);
});

test('the signs are also found behind a thousand others', async () => {
  const old = await services.db
    .select()
    .from(members)
    .where(eq(members.inviterId, ivan))
    .orderBy(members.registeredOn)
    .limit(1);
  const [eldest] = old;
  await services.db
    .update(members)
    .set({ name: '%_\\' })
    .where(eq(members.id, eldest?.id ?? 0));
  for (const search of ['%_', '_\\', '%_\\']) expect(await found(search), search).toEqual(['%_\\']);
  expect(await found('%%')).toEqual([]);
});
