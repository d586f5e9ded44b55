import type { Language } from '#domain/languages.ts';
import type { Say } from '#i18n/island-texts.ts';
import type { Text } from './texts.ts';

/** `here`: where the forms of the gallery are sent. */
export type Reader = { t: Say<Text>; language: Language; here: string };
