/**
 * What the bell tells a member. `letter` says whether a letter goes out too: `always` where money or the account could
 * be lost without it, `wanted` where its reader may do without.
 */
export const NOTICES = {
  'password-changed': { letter: 'always', about: 'nothing' },
  'email-changed': { letter: 'always', about: 'nothing' },
  'pin-set': { letter: 'always', about: 'nothing' },
  'pin-waits': { letter: 'always', about: 'nothing' },
  'pin-closed': { letter: 'always', about: 'nothing' },
  'pin-cleared': { letter: 'always', about: 'nothing' },
  'withdrawal-requested': { letter: 'always', about: 'withdrawal' },
  'withdrawal-completed': { letter: 'wanted', about: 'withdrawal' },
  'withdrawal-returned': { letter: 'always', about: 'withdrawal' },
  'place-opened': { letter: 'wanted', about: 'transaction' },
  'payment-returned': { letter: 'always', about: 'transaction' },
  'accrual-posted': { letter: 'wanted', about: 'nothing' },
  'support-answered': { letter: 'wanted', about: 'support' },
  'first-line-joined': { letter: 'wanted', about: 'member' },
  'data-ready': { letter: 'always', about: 'nothing' },
} as const satisfies Record<
  string,
  { letter: 'always' | 'wanted'; about: 'nothing' | 'withdrawal' | 'transaction' | 'support' | 'member' }
>;

export type NoticeKind = keyof typeof NOTICES;
export const NOTICE_KINDS = Object.keys(NOTICES) as NoticeKind[];
