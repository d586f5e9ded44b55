import { describe, expect, test } from 'vitest';
import { keysInUse } from '../../scripts/tidy/texts/keys-in-use.ts';
import { localeParity } from '../../scripts/tidy/texts/locale-parity.ts';
import { refusalTexts } from '../../scripts/tidy/texts/refusal-texts.ts';
import { sameInEnglish } from '../../scripts/tidy/texts/same-in-english.ts';
import { fakeTree, sentences } from './fake-tree.ts';

const forms = (...names: string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [`minutes_${name}`, `{{count}} ${name}`]));

/** Six languages with the same texts. */
const locales = {
  'locales/en/team.json': { title: 'Team', of: 'Team of {{name}}', ...forms('one', 'other') },
  'locales/ru/team.json': { title: 'Команда', of: 'Команда {{name}}', ...forms('one', 'few', 'many', 'other') },
  'locales/fr/team.json': { title: 'Équipe', of: 'Équipe de {{name}}', ...forms('one', 'many', 'other') },
  'locales/de/team.json': { title: 'Mannschaft', of: 'Mannschaft von {{name}}', ...forms('one', 'other') },
  'locales/ta/team.json': { title: 'குழு', of: '{{name}} குழு', ...forms('one', 'other') },
  'locales/hi/team.json': { title: 'टीम', of: '{{name}} की टीम', ...forms('one', 'other') },
};
const german = locales['locales/de/team.json'];
const withGerman = (texts: object) => ({ ...locales, 'locales/de/team.json': { ...german, ...texts } });

function without(name: string, record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => key !== name));
}

describe('locale parity', () => {
  const check = (files: Record<string, unknown>) => sentences(localeParity(fakeTree(files)));

  test('is quiet when six languages say the same', () => expect(check(locales)).toEqual([]));

  test('a form of a plural may say its number in words', () => {
    expect(check(withGerman({ minutes_one: 'eine Minute' }))).toEqual([]);
  });

  test('misses a file', () => {
    const rest = without('locales/hi/team.json', locales);
    expect(check(rest)).toEqual(['locales/hi/team.json: The file is missing.']);
  });

  test('finds an area that English lacks', () => {
    expect(check({ ...locales, 'locales/fr/menu.json': {} })).toEqual([
      'locales/fr/menu.json: There is no area menu in English.',
    ]);
  });

  test('misses a key and finds one too many, however deep', () => {
    const rest = without('title', german);
    expect(check({ ...locales, 'locales/de/team.json': { ...rest, table: { title: 'Tabelle' } } })).toEqual([
      'locales/de/team.json: The key title is missing.',
      'locales/de/team.json: The key table.title does not belong here: English has none that needs it.',
    ]);
  });

  test('knows the plural forms of a language', () => {
    const russian = without('minutes_few', locales['locales/ru/team.json']);
    expect(check({ ...locales, 'locales/ru/team.json': russian })).toEqual([
      'locales/ru/team.json: The key minutes_few is missing.',
    ]);
    expect(check(withGerman({ minutes_many: '{{count}}' }))).toEqual([
      'locales/de/team.json: The key minutes_many does not belong here: English has none that needs it.',
    ]);
    const english = without('minutes_one', locales['locales/en/team.json']);
    expect(check({ ...locales, 'locales/en/team.json': english })).toContain(
      'locales/de/team.json: The key minutes_one does not belong here: English has none that needs it.',
    );
  });

  test('finds an empty text', () => {
    expect(check(withGerman({ title: ' ' }))).toEqual(['locales/de/team.json: The text of title is empty.']);
  });

  test('finds a param that differs', () => {
    expect(check(withGerman({ of: 'Mannschaft von {{nmae}}' }))).toEqual([
      'locales/de/team.json: The text of of takes {{nmae}}, English takes {{name}}.',
    ]);
  });
});

describe('a text that reads as in English', () => {
  const numbers = ['{{count}} one', '{{count}} other'];
  const check = (files: Record<string, unknown>, texts: string[] = [], keys = {}) =>
    sentences(sameInEnglish(fakeTree(files), { texts: [...numbers, ...texts], keys }));

  test('is not there when everything is translated', () => expect(check(locales)).toEqual([]));

  test('is found', () => {
    expect(check(withGerman({ title: 'Team' }))[0]).toMatch(
      /^locales\/de\/team.json: The text of title is still English/,
    );
  });

  test('may be a name, everywhere or in one language', () => {
    const files = withGerman({ title: 'Team' });
    expect(check(files, ['Team'])).toEqual([]);
    expect(check(files, [], { de: ['team:title'] })).toEqual([]);
    expect(check(files, [], { fr: ['team:title'] })).toHaveLength(1);
  });

  test('may be nothing but a param', () => {
    const files = {
      'locales/en/a.json': { sum: '{{amount}} – {{fee}}' },
      'locales/ru/a.json': { sum: '{{amount}} – {{fee}}' },
    };
    expect(check(files)).toEqual([]);
  });
});

describe('keys in use', () => {
  const texts = {
    title: 'Team',
    status: { gold: 'Gold', silver: 'Silver' },
    minutes_one: 'a minute',
    minutes_other: '{{count}} minutes',
  };
  const page = `t('team:title'); t("team:minutes", { count }); t(\`team:status.\${word}\`);`;
  const check = (code: string, english: object = texts) =>
    sentences(keysInUse(fakeTree({ 'locales/en/team.json': english, 'src/pages/team.astro': code })));

  test('is quiet when each text is asked for and each asked text is there', () => expect(check(page)).toEqual([]));

  test('finds a text that nobody asks for', () => {
    expect(check(page, { ...texts, old: 'Old' })).toEqual([
      'locales/en/team.json: Nobody asks for team:old: use it or take it out of all languages.',
    ]);
    expect(check(`t('team:title'); t('team:minutes');`)).toHaveLength(2);
  });

  test('does not take a longer key for a shorter one', () => {
    expect(check(`${page} t('team:title_long')`, { ...texts, title_long: 'Long' })).toEqual([]);
    expect(check(page.replace('team:title', 'team:title_long'), { ...texts, title_long: 'Long' })).toHaveLength(1);
  });

  test('finds a text that is asked for and not there', () => {
    expect(check(`${page} t('team:titel'); t(\`team:\${word}.text\`);`)).toEqual([
      'src/pages/team.astro: There is no text for team:titel.',
      'src/pages/team.astro: There is no text for team:${word}.text.',
    ]);
  });

  test('does not count an example in a comment', () => {
    expect(check(`/** t('team:nothing') */ ${page}`)).toEqual([]);
  });
});

describe('the sentences of refusals and faults', () => {
  const tree = {
    'src/domain/refusals.ts': `export const REFUSALS = {\n  not_found: 404,\n  too_often: 429,\n} as const;`,
    'src/domain/field-faults.ts': `export const FIELD_FAULTS = [\n  'required',\n] as const;`,
    'locales/en/refusals.json': { not_found: 'Not there.', too_often_one: 'a minute', too_often_other: 'minutes' },
    'locales/en/faults.json': { required: 'Fill in.' },
  };
  const check = (files: Record<string, unknown>) => sentences(refusalTexts(fakeTree({ ...tree, ...files })));

  test('are all there', () => expect(check({})).toEqual([]));

  test('are missed', () => {
    expect(check({ 'locales/en/refusals.json': { not_found: 'Not there.' }, 'locales/en/faults.json': {} })).toEqual([
      'locales/en/refusals.json: too_often has no sentence.',
      'locales/en/faults.json: required has no sentence.',
    ]);
  });

  test('belong to a code', () => {
    expect(check({ 'locales/en/faults.json': { required: 'Fill in.', old: 'Old.' } })).toEqual([
      'locales/en/faults.json: old is no code of src/domain/field-faults.ts.',
    ]);
  });

  test('are not forgotten when the list moves', () => {
    expect(check({ 'src/domain/refusals.ts': '' })).toEqual([
      'src/domain/refusals.ts: The list of codes was not found where it used to be.',
    ]);
  });
});
