/** What a request to support can be about; the words are in `locales/<tag>/support.json`. */
export const SUPPORT_TOPICS = ['account', 'finance', 'places', 'team', 'other'] as const;
export type SupportTopic = (typeof SUPPORT_TOPICS)[number];

export const SUPPORT_STATES = ['open', 'answered', 'closed'] as const;
export type SupportState = (typeof SUPPORT_STATES)[number];

export const SUPPORT_MESSAGE_MAX = 1000;
export const SUPPORT_ANSWER_MAX = 4000;

/** What a request is attached to: `transaction:` or `withdrawal:` and its id. */
export const SUPPORT_ABOUT_PATTERN = /^(?:transaction|withdrawal):[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export type SupportAbout = { kind: 'transaction' | 'withdrawal'; id: string };

/** What those words say that a request is about; any others are about nothing. */
export function readSupportAbout(words: string): SupportAbout | undefined {
  const [kind, id = ''] = SUPPORT_ABOUT_PATTERN.test(words) ? words.split(':') : [];
  return kind === 'transaction' || kind === 'withdrawal' ? { kind, id } : undefined;
}

/** The id of a request from the number that people say: `S-00042`, or only 42. */
export function readSupportNumber(text: string): number | undefined {
  const [, digits] = /^(?:s-)?(\d{1,9})$/i.exec(text) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** What a request is called by people: `S-00042`. */
export function supportNumber(id: number): string {
  return `S-${String(id).padStart(5, '0')}`;
}
