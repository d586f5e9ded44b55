import type { Language } from '#domain/languages.ts';
import type { Say } from '#i18n/island-texts.ts';
import type { GuestText, Text } from './texts.ts';

/** Who reads the frame, and where. */
export type GuestReader = {
  t: Say<GuestText>;
  language: Language;
  productName: string;
  /** The address of the page, as whatever leads back to it says it. */
  here: string;
  /** The form that goes along when the language is changed. */
  keepForm: string | undefined;
};

/** The same for a member, whose frame says more. */
export type Reader = Omit<GuestReader, 't'> & { t: Say<Text>; timeZone: string };
