import type { Translate } from '#i18n/translator.ts';

const TEXTS = {
  sent: 'finance:done.sent',
  requested: 'finance:done.requested',
  cancelled: 'finance:done.cancelled',
  'pin-set': 'finance:done.pin_set',
} as const;

/** What the address says has just been done, in words; any other word says nothing. */
export function doneText(t: Translate, done: string | undefined): string | undefined {
  const key = Object.entries(TEXTS).find(([word]) => word === done)?.[1];
  return key && t(key);
}
