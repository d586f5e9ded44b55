import { NOTICES, type NoticeKind } from '#domain/notices.ts';
import type { Member } from '#server/db/schema/index.ts';
import type { OwedLetter } from '#server/mail/index.ts';

/** What has to be known of a member to tell them something. */
export type Told = Pick<Member, 'id' | 'email' | 'language' | 'unwantedMails' | 'closedAt'>;

/** Sent to the address that the account had when it happened. */
const TO_THIS_ADDRESS: ReadonlySet<NoticeKind> = new Set(['email-changing', 'email-changed']);

/** The letter that says the same as a notice. */
export function letterOf(
  kind: NoticeKind,
  member: Told,
  { noticeId, about }: { noticeId: number | undefined; about: string | undefined },
): OwedLetter {
  const letter = { kind, member, ...(TO_THIS_ADDRESS.has(kind) && { to: member.email }) };
  switch (NOTICES[kind].about) {
    case 'withdrawal':
    case 'transaction':
      return { ...letter, aboutId: about };
    case 'support':
      return { ...letter, aboutSupportId: Number(about) };
    case 'nothing':
      return letter;
    default:
      return { ...letter, noticeId };
  }
}
