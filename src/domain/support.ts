export const SUPPORT_TOPICS = ['account', 'finance', 'places', 'team', 'other'] as const;
export type SupportTopic = (typeof SUPPORT_TOPICS)[number];

export const SUPPORT_STATES = ['open', 'answered', 'closed'] as const;
export type SupportState = (typeof SUPPORT_STATES)[number];

export const SUPPORT_MESSAGE_MAX = 1000;
export const SUPPORT_ANSWER_MAX = 4000;

export const SUPPORT_ABOUT_PATTERN = /^(?:transaction|withdrawal):[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export type SupportAbout = { kind: 'transaction' | 'withdrawal'; id: string };

export function readSupportAbout(words: string): SupportAbout | undefined {
  const [kind, id = ''] = SUPPORT_ABOUT_PATTERN.test(words) ? words.split(':') : [];
  return kind === 'transaction' || kind === 'withdrawal' ? { kind, id } : undefined;
}

/** Reads `S-00042` and `42`. */
export function readSupportNumber(text: string): number | undefined {
  const [, digits] = /^(?:s-)?(\d{1,9})$/i.exec(text) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

export function supportNumber(id: number): string {
  return `S-${String(id).padStart(5, '0')}`;
}
