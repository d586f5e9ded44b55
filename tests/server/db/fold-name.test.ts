import fc from 'fast-check';
import pg from 'pg';
import { expect, test } from 'vitest';
import { foldName } from '#domain/fold-name.ts';
import { afterwards } from '../../support/afterwards.ts';
import { createTestServices } from '../../support/app/services.ts';

const { databaseUrl } = await createTestServices();
const client = new pg.Client({ connectionString: databaseUrl });
await client.connect();
afterwards(() => client.end());

async function foldInDatabase(texts: string[]): Promise<string[]> {
  const { rows } = await client.query<{ folded: string }>(
    'select fold_name(typed) as folded from unnest($1::text[]) with ordinality as t (typed, place) order by place',
    [texts],
  );
  return rows.map(({ folded }) => folded);
}

/** Every letter that the database's Unicode version assigns. */
async function knownLetters(): Promise<string[]> {
  const { rows } = await client.query<{ letter: string }>(`
    select chr(code) as letter from generate_series(1, x'10FFFF'::int) as code
    where code not between x'D800'::int and x'DFFF'::int and unicode_assigned(chr(code))`);
  return rows.map(({ letter }) => letter).filter((letter) => !/[|\p{Co}]/u.test(letter));
}

test('the database folds each letter of Unicode as the app does', async () => {
  const letters = await knownLetters();
  expect(letters.length).toBeGreaterThan(150_000);
  const lines = Array.from({ length: Math.ceil(letters.length / 500) }, (_, line) =>
    letters.slice(line * 500, line * 500 + 500).join('|'),
  );
  expect(await foldInDatabase(lines)).toEqual(lines.map(foldName));
});

test('the database folds any names as the app does, and folding twice changes nothing', async () => {
  const tricky = fc.constantFrom(
    ...'иИ\u0306\u0301ёЙßẞΣςİıÅﬁ가각\u1100\u1161நொक\u093C\u200D \u00A0\u3000\u3164\u00ADｱ½'.normalize('NFC'),
  );
  const name = fc.oneof(fc.string({ unit: tricky, maxLength: 20 }), fc.string({ unit: 'grapheme', maxLength: 20 }));
  const names = fc.sample(name, { numRuns: 1_000, seed: 1 }).map((one) => one.replaceAll('\0', ''));
  const folded = names.map(foldName);
  const known = new Set(await knownLetters());
  const isKnown = (text: string) => [...text].every((letter) => known.has(letter) || letter === '|');
  const comparable = names.filter(isKnown);
  expect(comparable.length).toBeGreaterThan(500);
  expect(await foldInDatabase(comparable)).toEqual(comparable.map(foldName));
  expect(folded.map(foldName)).toEqual(folded);
});

test('a member is found by the folded name from the moment they have it', async () => {
  const keptFor = async () =>
    (await client.query(`select search_text from members where username = 'anna'`)).rows[0]?.search_text;
  await client.query(`update members set name = 'Алёна  Grøn\u200Bße' where username = 'anna'`);
  expect(await keptFor()).toBe('anna алена gronsse');
  await client.query(`set session_replication_role = replica`);
  await client.query(`update members set name = 'Зоя Й' where username = 'anna'`);
  await client.query(`reset session_replication_role`);
  expect(await keptFor()).toBe('anna зоя й');
});
