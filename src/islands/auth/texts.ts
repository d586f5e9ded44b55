import type { TextKey } from '#i18n/text-keys.ts';

/** What the inviter's field says. */
export const TEXTS = [
  'auth:inviter.invites',
  'auth:inviter.remembered',
  'auth:inviter.change',
  'auth:inviter.check',
  'auth:inviter.checking',
  'auth:inviter.found',
  'auth:inviter.broken',
  'faults:inviter_unknown',
] as const satisfies readonly TextKey[];

export type Text = (typeof TEXTS)[number];
