import { describe, expect, test } from 'vitest';
import { forbiddenWords } from '../../scripts/tidy/texts/forbidden-words.ts';
import { glossaryTerms } from '../../scripts/tidy/texts/glossary-terms.ts';
import { narrowTexts } from '../../scripts/tidy/texts/narrow-texts.ts';
import { promises } from '../../scripts/tidy/texts/promises.ts';
import { textMarks } from '../../scripts/tidy/texts/text-marks.ts';
import { fakeTree, sentences } from './fake-tree.ts';

const inLanguage = (tag: string, text: string) => fakeTree({ [`locales/${tag}/team.json`]: { said: text } });

describe('spaces, quotation marks and digits', () => {
  test.each([
    ['fr', 'Qui\u00A0: vous\u202F! «\u00A0Oui\u00A0» à 14:02, {{a}}'],
    ['de', 'Das „Haus“ ist’s: ja!'],
    ['ru', '«Дом»: да!'],
    ['en', '“House”: it’s {{name}}?'],
    ['ta', '“டீம்” 12?'],
  ])('are right in %s: %s', (tag, text) => expect(textMarks(inLanguage(tag, text))).toEqual([]));

  test.each([
    ['fr', 'Qui : vous', 'a no-break space (U+00A0) before a colon'],
    ['fr', 'Vous\u00A0!', 'a narrow no-break space (U+202F) before ; ! ?'],
    ['fr', 'Vous!', 'a narrow no-break space (U+202F) before ; ! ?'],
    ['fr', '« Oui »', 'no-break spaces inside « »'],
    ['de', 'Das “Haus”', 'German quotation marks: „…“'],
    ['ru', '“Дом”', 'Russian quotation marks: «…»'],
    ['en', '«House»', 'quotation marks “…”'],
    ['hi', 'घर १२', 'Latin digits'],
    ['ta', 'டீம் ௧௨', 'Latin digits'],
    ['en', "it's", 'the apostrophe ’'],
    ['en', 'Sending...', 'the ellipsis …'],
    ['en', 'two  spaces', 'single spaces, and none at the ends'],
  ])('%s: %s', (tag, text, say) => {
    expect(sentences(textMarks(inLanguage(tag, text)))).toEqual([
      `locales/${tag}/team.json: The text of said (“${text}”) wants ${say}.`,
    ]);
  });
});

describe('words that may not come back', () => {
  const none = { ru: {}, de: {}, fr: {}, ta: {}, hi: {} };
  const found = (text: string) =>
    sentences(forbiddenWords(inLanguage('en', text), { ...none, en: { 'notices?(?!\\p{L})': 'notification' } }));

  test('are found in any case, as whole words', () => {
    expect(found('Notices')).toEqual([
      'locales/en/team.json: The text of said (“Notices”) says “notices?(?!\\p{L})”; say notification.',
    ]);
    expect(found('You noticed')).toEqual([]);
  });
});

describe('a promise of income, a countdown or a ranking by money', () => {
  test.each([
    ['en', 'Start earning today', 'Membership doesn’t guarantee income.'],
    ['ru', 'Гарантированный доход', 'Участие не гарантирует доход.'],
    ['de', 'Nur noch 3 Plätze', 'Die Mitgliedschaft garantiert kein Einkommen.'],
    ['fr', 'Un revenu garanti', 'L’adhésion ne garantit aucun revenu.'],
    ['hi', 'लीडरबोर्ड', 'सदस्य बनने से आय की गारंटी नहीं मिलती।'],
    ['ta', 'கடைசி வாய்ப்பு', 'உறுப்பினராக இருப்பது வருமானத்துக்கு உத்தரவாதம் இல்லை.'],
  ])('is found in %s: %s; its denial is not', (tag, promise, denial) => {
    expect(sentences(promises(inLanguage(tag, promise)))).toEqual([
      expect.stringMatching(`^locales/${tag}/team.json: The text of said promises or urges`),
    ]);
    expect(promises(inLanguage(tag, denial))).toEqual([]);
  });

  test.each([
    ['src/server/operator/seed/plans.json', '{ "plans": [{ "closing_text": { "de": "Ohne Risiko!" } }] }'],
    ['src/server/operator/seed/posts/news.md', '--- fr ---\n\nDernière chance !'],
    ['src/server/members/legal/samples/terms.md', 'Пассивный доход'],
  ])('is found in %s', (file, text) => expect(promises(fakeTree({ [file]: text }))).toHaveLength(1));
});

test('a text that is nothing but a term says it as the glossary does', () => {
  const root = fakeTree({
    'docs/glossary.md': [
      '| Term | English | Deutsch |',
      '| - | - | - |',
      '| feed | updates | Aktuelles / Neues |',
      '| fee | fee | Gebühr |',
    ].join('\n'),
    'locales/en/team.json': { menu: 'Updates', other: 'Feed' },
    'locales/de/team.json': { menu: 'Neues', other: 'Feed' },
  });
  const terms = { 'team:menu': 'feed', 'team:other': 'fee', 'team:gone': 'boards' };
  expect(sentences(glossaryTerms(root, terms))).toEqual([
    'docs/glossary.md: There is no row “boards”.',
    'scripts/tidy/glossary-keys.json: There is no text team:gone.',
    'locales/en/team.json: The text of other says “Feed”; the glossary says “fee”.',
    'locales/de/team.json: The text of other says “Feed”; the glossary says “Gebühr”.',
  ]);
});

test('a button, a tab and a badge have room for so much, without what is put in and what stands above a letter', () => {
  const root = fakeTree({
    'locales/en/team.json': {
      long: 'Send this whole sentence now',
      fits: 'Pay {{amount}} of many now',
      badge: 'Waiting for an answer',
      tab: 'Notifications too',
      free: 'A sentence of any length may stand where there is room for it',
    },
    'locales/ta/team.json': { fits: 'கட்டணம் செலுத்தவும் இப்போதே' },
    'src/a.tsx': `<Button icon="x" onClick={() => act()}>{t('team:long')}</Button> <button>{t('team:fits')}</button>
      <Badge kind="ok">{t('team:badge')}</Badge> {tab('one', t('team:tab'))} <p>{t('team:free')}</p>`,
  });
  expect(sentences(narrowTexts(root))).toEqual([
    'locales/en/team.json: The text of long (“Send this whole sentence now”) has 28 characters; a button has room for 24.',
    'locales/en/team.json: The text of badge (“Waiting for an answer”) has 21 characters; a badge has room for 16.',
    'locales/en/team.json: The text of tab (“Notifications too”) has 17 characters; a tab has room for 14.',
  ]);
});
