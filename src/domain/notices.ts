/**
 * The kinds of notices that a member gets. `email` says whether an e-mail goes out too: `always` where money or the
 * account could be lost without it, `wanted` where its reader may do without. `about` is what a notice keeps of what
 * happened.
 */
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
  'accrual-posted': { email: 'wanted', about: 'amount' },
  'accrual-reversed': { email: 'always', about: 'amount' },
  'support-answered': { email: 'wanted', about: 'support' },
  'first-line-joined': { email: 'wanted', about: 'member' },
  'data-asked': { email: 'always', about: 'nothing' },
  'data-ready': { email: 'always', about: 'nothing' },
} as const satisfies Record<string, { email: 'always' | 'wanted'; about: NoticeAbout }>;

/**
 * Of a withdrawal or transaction its id, of a request to support or a member the number, an amount as on the wire, a
 * device in our own words, a saved destination as `savedAbout` writes it, what was taken back as `takenBackAbout` does.
 */
export type NoticeAbout =
  'nothing' | 'withdrawal' | 'transaction' | 'support' | 'member' | 'amount' | 'device' | 'destination' | 'taken-back';

export type NoticeKind = keyof typeof NOTICES;
export const NOTICE_KINDS = Object.keys(NOTICES) as NoticeKind[];

/** The e-mails that a member can do without. */
export const WANTED_EMAILS = NOTICE_KINDS.filter((kind) => NOTICES[kind].email === 'wanted');

export function isWantedEmail(kind: string): kind is NoticeKind {
  return WANTED_EMAILS.some((wanted) => wanted === kind);
}

export const SENT_ALWAYS = NOTICE_KINDS.filter((kind) => NOTICES[kind].email === 'always');

/** What a notice can lead to. */
export const NOTICE_ORIGINS = ['withdrawal', 'transaction', 'support', 'member'] as const;
export type NoticeOrigin = { kind: (typeof NOTICE_ORIGINS)[number]; id: string };
