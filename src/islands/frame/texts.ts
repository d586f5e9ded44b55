import type { Language } from '#domain/languages.ts';
import type { Translate } from '#i18n/translator.ts';

/** Who reads the frame, and where. */
export type GuestReader = {
  t: Translate;
  language: Language;
  productName: string;
  /** The address of the page, as whatever leads back to it says it. */
  here: string;
  /** The form that goes along when the language is changed. */
  keepForm: string | undefined;
  /** The account of a member's page. */
  owner?: string | undefined;
};

/** The same for a member, whose frame says more. */
export type Reader = Omit<GuestReader, 't' | 'owner'> & { t: Translate; timeZone: string; owner: string | undefined };
