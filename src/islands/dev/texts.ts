import type { Language } from '#domain/languages.ts';
import type { Translate } from '#i18n/translator.ts';

/** `here`: where the forms of the gallery are sent. */
export type Reader = { t: Translate; language: Language; here: string };
