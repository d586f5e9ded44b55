import { LANGUAGES } from '#domain/languages.ts';
import { isLong } from '../everyday.ts';

/** The default language and the one with the tallest letters; with `LONG=1` all languages. */
export const SEEN_LANGUAGES = LANGUAGES.filter(({ segment }) => isLong || ['ru', 'tamil'].includes(segment));
