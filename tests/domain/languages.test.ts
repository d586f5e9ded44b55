import { describe, expect, test } from 'vitest';
import { acceptedLanguage, isLanguage, LANGUAGES, tagOf } from '#domain/languages.ts';

describe('the language a browser asks for', () => {
  test.each([
    ['nothing asked', null, 'ru'],
    ['an empty header', '', 'ru'],
    ['anything will do', '*', 'ru'],
    ['the only wish', 'de', 'de'],
    ['a region of a language', 'fr-CA', 'fr'],
    ['the first of equal wishes', 'en, de', 'en'],
    ['the heaviest wish, wherever it stands', 'en;q=0.5, fr;q=0.9', 'fr'],
    ['a wish without weight weighs most', 'en;q=0.9, de', 'de'],
    ['the next best when the best is not ours', 'es, pt;q=0.9, hi;q=0.1', 'hindi'],
    ['Tamil by its tag', 'ta-IN,ta;q=0.9', 'tamil'],
    ['capitals and spaces', ' EN-us ; q=0.8 ', 'en'],
    ['a language that is refused', 'en;q=0, de;q=0.1', 'de'],
    ['only a language that is refused', 'en;q=0', 'ru'],
    ['another word before the weight', 'en;level=1;q=0.2, de;q=0.5', 'de'],
    ['a space before the weight', 'en; q=0.2, de; q=0.5', 'de'],
    ['Tamil by its word in our addresses', 'tamil', 'tamil'],
    ['an unreadable weight', 'en;q=much, de;q=0.1', 'de'],
    ['only languages we lack', 'es, pt', 'ru'],
  ])('%s', (_, header, language) => expect(acceptedLanguage(header)).toBe(language));
});

test('the words in addresses are languages, their tags are not', () => {
  expect(LANGUAGES.map(({ segment }) => [segment, isLanguage(segment), tagOf(segment)])).toEqual([
    ['ru', true, 'ru'],
    ['en', true, 'en'],
    ['fr', true, 'fr'],
    ['de', true, 'de'],
    ['tamil', true, 'ta'],
    ['hindi', true, 'hi'],
  ]);
  expect(['ta', 'hi', 'RU', '', undefined, 'constructor'].filter(isLanguage)).toEqual([]);
});
