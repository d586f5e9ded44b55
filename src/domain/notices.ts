/** `email`: `always` if money or the account could be lost without it. `about`: data stored with the notice. */
export const NOTICES = {
  'new-device': { email: 'always', about: 'device' },
  'password-changed': { email: 'always', about: 'nothing' },
  'second-factor-on': { email: 'always', about: 'nothing' },
  'second-factor-off': { email: 'always', about: 'nothing' },
  'recovery-codes-renewed': { email: 'always', about: 'nothing' },
  'second-factor-waits': { email: 'always', about: 'nothing' },
  'second-factor-removing': { email: 'always', about: 'nothing' },
  'passkey-added': { email: 'always', about: 'nothing' },
  'passkey-removed': { email: 'always', about: 'nothing' },
  'email-changing': { email: 'always', about: 'nothing' },
  'email-changed': { email: 'always', about: 'nothing' },
  'pin-set': { email: 'always', about: 'nothing' },
  'pin-waits': { email: 'always', about: 'nothing' },
  'pin-closed': { email: 'always', about: 'nothing' },
  'pin-cleared': { email: 'always', about: 'nothing' },
  'destination-saved': { email: 'always', about: 'destination' },
  'destination-wait-on': { email: 'always', about: 'nothing' },
  'destination-wait-off': { email: 'always', about: 'nothing' },
  'withdrawals-stopped': { email: 'always', about: 'taken-back' },
  'withdrawals-resumed': { email: 'always', about: 'nothing' },
  'withdrawal-requested': { email: 'always', about: 'withdrawal' },
  'withdrawal-completed': { email: 'wanted', about: 'withdrawal' },
  'withdrawal-returned': { email: 'always', about: 'withdrawal' },
  'place-opened': { email: 'wanted', about: 'transaction' },
  'place-full': { email: 'wanted', about: 'transaction' },
  'place-expired': { email: 'wanted', about: 'transaction' },
  'payment-returned': { email: 'always', about: 'transaction' },
  'purchase-withdrawn': { email: 'always', about: 'transaction' },
  'accrual-posted': { email: 'wanted', about: 'amount' },
  'accrual-reversed': { email: 'always', about: 'amount' },
  'support-answered': { email: 'wanted', about: 'support' },
  'first-line-joined': { email: 'wanted', about: 'member' },
  'data-asked': { email: 'always', about: 'nothing' },
  'data-ready': { email: 'always', about: 'nothing' },
  announcement: { email: 'wanted', about: 'announcement' },
} as const satisfies Record<string, { email: 'always' | 'wanted'; about: NoticeAbout }>;

/** Stored as an id (withdrawal, transaction, announcement), a number (support, member), an amount, a device, by `savedAbout` or by `takenBackAbout`. */
export type NoticeAbout =
  | 'nothing'
  | 'withdrawal'
  | 'transaction'
  | 'support'
  | 'member'
  | 'amount'
  | 'device'
  | 'destination'
  | 'taken-back'
  | 'announcement';

export type NoticeKind = keyof typeof NOTICES;
export const NOTICE_KINDS = Object.keys(NOTICES) as NoticeKind[];

export const WANTED_EMAILS = NOTICE_KINDS.filter((kind) => NOTICES[kind].email === 'wanted');

export function isWantedEmail(kind: string): kind is NoticeKind {
  return WANTED_EMAILS.some((wanted) => wanted === kind);
}

export const SENT_ALWAYS = NOTICE_KINDS.filter((kind) => NOTICES[kind].email === 'always');

export const NOTICE_ORIGINS = ['withdrawal', 'transaction', 'support', 'member', 'link'] as const;
export type NoticeOrigin = { kind: (typeof NOTICE_ORIGINS)[number]; id: string };
