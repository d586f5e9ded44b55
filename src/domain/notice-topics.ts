import { NOTICE_KINDS, type NoticeKind } from './notices.ts';

export const NOTICE_TOPICS = ['money', 'places', 'team', 'support', 'security'] as const;
export type NoticeTopic = (typeof NOTICE_TOPICS)[number];

/** Apart from `NOTICES`, which browsers load. Announcements are about anything. */
const TOPICS: Record<NoticeKind, NoticeTopic | undefined> = {
  'new-device': 'security',
  'password-changed': 'security',
  'second-factor-on': 'security',
  'second-factor-off': 'security',
  'recovery-codes-renewed': 'security',
  'second-factor-waits': 'security',
  'second-factor-removing': 'security',
  'passkey-added': 'security',
  'passkey-removed': 'security',
  'email-changing': 'security',
  'email-changed': 'security',
  'pin-set': 'security',
  'pin-waits': 'security',
  'pin-closed': 'security',
  'pin-cleared': 'security',
  'destination-saved': 'security',
  'destination-wait-on': 'security',
  'destination-wait-off': 'security',
  'withdrawals-stopped': 'security',
  'withdrawals-resumed': 'security',
  'withdrawal-requested': 'money',
  'withdrawal-completed': 'money',
  'withdrawal-returned': 'money',
  'place-opened': 'places',
  'place-full': 'places',
  'place-expired': 'places',
  'payment-returned': 'money',
  'purchase-withdrawn': 'places',
  'accrual-posted': 'money',
  'accrual-reversed': 'money',
  'support-answered': 'support',
  'first-line-joined': 'team',
  'data-asked': 'security',
  'data-ready': 'security',
  announcement: undefined,
};

export function kindsOfTopic(topic: NoticeTopic): NoticeKind[] {
  return NOTICE_KINDS.filter((kind) => TOPICS[kind] === topic);
}
