import type { NoticeKind } from './notices.ts';
import type { PageName } from './paths.ts';

/** Page of the button. A sign-up e-mail has an activation link instead, until the member exists. */
export const MAILS = {
  activation: 'signIn',
  'account-prepared': 'signIn',
  'already-registered': 'signIn',
  reset: 'reset',
  'email-confirmation': 'confirmEmail',
  'account-closed': 'signIn',
  'support-received': 'support',
  'new-device': 'notMe',
  'password-changed': 'notMe',
  'second-factor-on': 'notMe',
  'second-factor-off': 'notMe',
  'recovery-codes-renewed': 'notMe',
  'second-factor-waits': 'reset',
  'second-factor-removing': 'keepFactor',
  'passkey-added': 'notMe',
  'passkey-removed': 'notMe',
  'email-changing': 'notMe',
  'email-changed': 'notMe',
  'pin-set': 'notMe',
  'pin-waits': 'support',
  'pin-closed': 'support',
  'pin-cleared': 'finance',
  'destination-saved': 'notMe',
  'destination-wait-on': 'notMe',
  'destination-wait-off': 'notMe',
  'withdrawals-stopped': 'reset',
  'withdrawals-resumed': 'notMe',
  'withdrawal-requested': 'notMe',
  'withdrawal-completed': 'finance',
  'withdrawal-returned': 'finance',
  'place-opened': 'transaction',
  'place-full': 'transaction',
  'place-expired': 'transaction',
  'payment-returned': 'transaction',
  'purchase-withdrawn': 'transaction',
  'accrual-posted': 'finance',
  'accrual-reversed': 'finance',
  'support-answered': 'support',
  'first-line-joined': 'team',
  'data-asked': 'notMe',
  'data-ready': 'settingsData',
  announcement: 'notices',
} as const satisfies Record<NoticeKind, PageName> & Record<string, PageName>;

export type MailKind = keyof typeof MAILS;
export const MAIL_KINDS = Object.keys(MAILS) as [MailKind, ...MailKind[]];

const SIGN_UP_MAILS = ['activation', 'account-prepared'] as const;
export type SignUpMailKind = (typeof SIGN_UP_MAILS)[number];

export function isOfSignUp(kind: MailKind): kind is SignUpMailKind {
  return SIGN_UP_MAILS.some((one) => one === kind);
}
