import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { getLegalDocument } from '#contracts/legal.ts';
import { LANGUAGES } from '#domain/languages.ts';
import { LEGAL_DOCUMENTS, type LegalDocument, REQUIRED_DOCUMENTS } from '#domain/legal.ts';
import { tellFaults } from '#server/base/file-faults.ts';
import { missingDocuments, publishLegal, readLegalFile } from '#server/members/legal/index.ts';
import { apiOf, dataOf, refusalOf } from '../../../support/app/api.ts';
import { createTestServices } from '../../../support/app/services.ts';

const { services, app } = await createTestServices();
const api = apiOf(app);
const get = (document: string, language: 'en' | 'de' = 'en') => api.call(getLegalDocument, { document }, { language });

type Facts = { document?: string; version?: string; date?: string; titles?: string; bodies?: string };

function fileOf(facts: Facts = {}): string {
  const { document = 'terms', version = '1', date = '2026-11-01' } = facts;
  const { titles = 'ru: Условия\n  en: Terms', bodies = '--- ru ---\nПо-русски.\n--- en ---\nIn *English*.' } = facts;
  return `---\ndocument: ${document}\nversion: '${version}'\ndate: ${date}\ntitles:\n  ${titles}\n---\n${bodies}`;
}

function publish(file: string) {
  const read = readLegalFile(file);
  if ('wrong' in read) throw new Error(tellFaults(read.wrong).join('\n'));
  return services.transaction((tx) => publishLegal(tx, services, read.legal));
}

test('nobody reads a document that is not there', async () => {
  for (const document of [...LEGAL_DOCUMENTS, 'x', '', '%00', 'toString', '../terms'])
    expect(refusalOf(await get(document))).toBe('not_found');
  expect(await missingDocuments(services.db, REQUIRED_DOCUMENTS)).toEqual(REQUIRED_DOCUMENTS);
});

test('the newest version counts, and a version never changes its words', async () => {
  expect(await publish(fileOf())).toMatchObject({
    state: 'published',
    changes: [
      { name: 'version', before: null, after: '1' },
      { name: 'date' },
      { name: 'texts.ru' },
      { name: 'texts.en' },
    ],
  });
  expect(await publish(fileOf())).toEqual({ state: 'same', changes: [] });
  const otherWords = fileOf({ bodies: '--- ru ---\nДругое.\n--- en ---\nOther.' });
  expect(await publish(otherWords)).toEqual({
    wrong: [{ place: 'version', code: 'version_used', params: { version: '1' } }],
  });
  expect(dataOf(await get('terms'))).toMatchObject({ version: '1', html: '<p>In <em>English</em>.</p>' });

  const second = fileOf({ version: '2', date: '2027-01-01', bodies: '--- ru ---\nДругое.\n--- en ---\nOther.' });
  const both = await Promise.all([publish(second), publish(second)]);
  expect(both.map((one) => 'state' in one && one.state).toSorted()).toEqual(['published', 'same']);
  expect(await publish(fileOf())).toHaveProperty('wrong');
  expect(dataOf(await get('terms'))).toMatchObject({ version: '2', date: '2027-01-01', html: '<p>Other.</p>' });
});

test('a text without the reader’s language is shown in the default one, and says which', async () => {
  await publish(fileOf({ document: 'company', titles: 'ru: Компания', bodies: '--- ru ---\nАдрес.' }));
  expect(dataOf(await get('company', 'de'))).toMatchObject({ language: 'ru', title: 'Компания' });
  const { published } = dataOf(await get('company', 'en'));
  expect(published).toEqual([
    { document: 'terms', title: 'Terms' },
    { document: 'company', title: 'Компания' },
  ]);
});

test.each(['update legal_versions set version = 3', 'delete from legal_texts', 'truncate legal_versions cascade'])(
  'what was published stays: %s',
  async (statement) => {
    await expect(services.db.execute(sql.raw(statement))).rejects.toThrow();
  },
);

test('a year is a version without quotes', () => {
  expect(readLegalFile(fileOf().replace("'1'", '2027'))).toMatchObject({ legal: { version: '2027' } });
});

describe('a wrong file is refused with its place', () => {
  test.each([
    ['no facts', 'between two lines of ---'],
    [fileOf({ document: 'imprint' }), 'document: '],
    [fileOf({ version: '1 2' }), 'version: '],
    [fileOf().replace("'1'", '1.10'), 'version: '],
    [fileOf({ version: 'x'.repeat(33) }), 'version: '],
    [fileOf({ date: '01.11.2026' }), 'date: '],
    [fileOf({ date: '2026-02-30' }), 'date: '],
    [fileOf({ titles: 'en: Terms' }), 'titles.ru: '],
    [fileOf({ bodies: '--- ru ---\n[x](javascript:alert)' }), '--- ru ---: '],
    [fileOf({ bodies: '--- xx ---\nx' }), '--- xx ---: '],
  ])('%#', (file, place) => {
    const read = readLegalFile(file);
    const faults = 'wrong' in read ? tellFaults(read.wrong) : [];
    expect(faults.map((fault) => fault.toLowerCase())).toContainEqual(expect.stringContaining(place));
  });
});

const PERSONAL = new Set(['personal', 'secret', 'money']);
const NUMBER_WORDS: Record<string, number> = { one: 1, two: 2, week: 7 };

/** The periods of a list of sentences, as numbers, each once. */
function numbersIn(sentences: readonly string[]): number[] {
  const words = sentences.join(' ').match(/\d+|\b(?:one|two|week)\b(?!-)/g) ?? [];
  return [...new Set(words.map((word) => NUMBER_WORDS[word] ?? Number(word)))].toSorted((a, b) => a - b);
}

describe('the samples of the demo', () => {
  const sampleOf = (document: LegalDocument) =>
    readLegalFile(
      readFileSync(new URL(`../../../../src/server/members/legal/samples/${document}.md`, import.meta.url), 'utf8'),
    );

  test.each(LEGAL_DOCUMENTS)('%s is written in every language and calls itself a sample', (document) => {
    const read = sampleOf(document);
    if ('wrong' in read) throw new Error(tellFaults(read.wrong).join('\n'));
    const { texts } = read.legal;
    expect(texts.map(({ language }) => language)).toEqual(LANGUAGES.map(({ segment }) => segment));
    expect(texts.filter(({ html }) => !html.startsWith('<p><strong>'))).toEqual([]);
  });

  test('the privacy policy names every cookie that members and guests get, as the code sets it', () => {
    const code = readFileSync(new URL('../../../../src/server/http/front/cookies.ts', import.meta.url), 'utf8');
    const cookies = [...code.matchAll(/^ {2}(\w+): \{ maxAge:/gm)].map(([, name]) => name!);
    const own = cookies.filter((name) => !name.startsWith('staff_'));
    expect(own.length).toBeGreaterThan(5);
    const read = sampleOf('privacy');
    const texts = 'legal' in read ? read.legal.texts : [];
    for (const { markdown } of texts)
      expect([...markdown.matchAll(/`(\w+)`/g)].map(([, name]) => name).toSorted()).toEqual(own.toSorted());
  });

  test('the privacy policy says of each kind of data how long it is kept, as the list of tables does', () => {
    const page = readFileSync(new URL('../../../../docs/security/privacy.md', import.meta.url), 'utf8');
    // The last group is about staff.
    const groups = page.split(/^\| \*\*.*\n/m).slice(1, -1);
    const kept = groups.map((rows) => {
      const cells = rows
        .split('\n')
        .flatMap((row) => (row.startsWith('| `') ? [row.split('|').map((cell) => cell.trim())] : []));
      return numbersIn(cells.filter((row) => PERSONAL.has(row[6]!)).map((row) => row[4]!));
    });
    expect(kept.flat().length).toBeGreaterThan(5);
    const read = sampleOf('privacy');
    for (const { markdown } of 'legal' in read ? read.legal.texts : []) {
      const [, section = ''] = markdown.split(/^## .*$/m);
      const items = section
        .split('\n')
        .filter((line) => line.startsWith('- **'))
        .slice(0, -1);
      expect(items.map((item) => numbersIn([item.replaceAll('2-स्टेप', '')]))).toEqual(kept);
    }
  });
});
