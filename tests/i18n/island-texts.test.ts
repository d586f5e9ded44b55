import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CAREER_STATUSES } from '#domain/career-status.ts';
import { STAFF_FAULTS } from '#domain/field-faults.ts';
import { LANGUAGES } from '#domain/languages.ts';
import { STAFF_ROLES } from '#domain/staff.ts';
import { translateFrom } from '#i18n/island-texts.ts';
import type { TextKey } from '#i18n/text-keys.ts';
import { translator } from '#i18n/translator.ts';
import type { Side } from '#layouts/text-files.ts';
import { islandTexts, languagesOf, SIDES } from '../../scripts/island-texts.ts';

const FORM = /_(?:zero|one|two|few|many|other)$/;
const files = (Object.keys(SIDES) as Side[]).flatMap((side) =>
  languagesOf(side).map((language) => ({ side, language })),
);

/** A value for each placeholder, with characters that a replacement could misread. */
function figuresOf(text: string): Record<string, string> {
  return Object.fromEntries([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => [name, `${name} $& & <b>`]));
}

test.each(files)('islands of $side say in $language what their pages say', ({ side, language }) => {
  const t = translator(language);
  const texts = islandTexts(side, language);
  const say = translateFrom(texts, language);
  for (const [name, text] of Object.entries(texts)) {
    const key = name.replace(FORM, '') as TextKey;
    const figures = figuresOf(text);
    if (name === key) expect(say(key, figures)).toBe(t(key, figures));
    else
      for (const count of [0, 1, 2, 5, 21]) expect(say(key, { ...figures, count })).toBe(t(key, { ...figures, count }));
  }
  expect(say('faults:too_long', { max: 128 })).toContain('128');
});

test('a key with a variable in it stands for every key that fits', () => {
  const texts = islandTexts('console', 'en');
  for (const role of STAFF_ROLES) expect(texts).toHaveProperty([`console:roles.${role}`]);
  for (const status of CAREER_STATUSES) expect(texts).toHaveProperty([`common:career_status.${status}`]);
});

test('every language has the same texts for islands', () => {
  const names = (side: Side) => languagesOf(side).map((language) => stems(islandTexts(side, language)));
  for (const side of Object.keys(SIDES) as Side[]) expect(new Set(names(side)).size, side).toBe(1);
  expect(islandTexts('members', 'en')).not.toHaveProperty(['console:title']);
  expect(LANGUAGES).toHaveLength(6);
});

test('faults that members’ texts go without belong to fields of staff and of programs', () => {
  const raised = new RegExp(`(?<!refuse\\()'(${STAFF_FAULTS.join('|')})'(?:, \\{[^}]*\\})?\\)`);
  const raising = globSync('src/{contracts,domain,server/members}/**/*.ts').filter((file) =>
    raised.test(readFileSync(file, 'utf8')),
  );
  expect(raising.toSorted()).toEqual([
    'src/contracts/accruals.ts',
    'src/contracts/console/accruals.ts',
    'src/contracts/console/posts.ts',
    'src/server/members/accruals/check-lines.ts',
  ]);
  expect(islandTexts('members', 'en')).not.toHaveProperty(['faults:batch_name']);
  expect(islandTexts('console', 'en')).toHaveProperty(['faults:batch_name']);
});

/** Plural forms differ between languages. */
function stems(texts: Record<string, string>): string {
  return [...new Set(Object.keys(texts).map((name) => name.replace(FORM, '')))].toSorted().join(' ');
}
