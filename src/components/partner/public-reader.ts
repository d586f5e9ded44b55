import type { Language } from '#domain/languages.ts';
import type { Translate } from '#i18n/translator.ts';

/** Who reads a public page. Nothing of it comes alive, so all texts are at hand. */
export type PublicReader = { t: Translate; language: Language; productName: string };
