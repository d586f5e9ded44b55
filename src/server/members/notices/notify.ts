import { and, asc, inArray, isNull } from 'drizzle-orm';
import { type NoticeKind, NOTICES } from '#domain/notices.ts';
import { readSavedAbout } from '#domain/saved-destination.ts';
import type { Db } from '#server/db/connect.ts';
import { type Member, members, notices } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import { consumeRateLimit } from '#server/api/rate-limits.ts';
import { type QueuedEmail, enqueueEmails } from '#server/mail/index.ts';

type ForNotice = Pick<Services, 'clock'>;

/**
 * Notifies a member of what happened with their money or account, by e-mail too unless they do without. It is part
 * of the caller's transaction, so there is a notice if and only if it happened. `about` as `NOTICES` says of the kind.
 * Members who have left get nothing.
 */
export async function notify(
  tx: Db,
  services: ForNotice,
  member: Recipient,
  kind: NoticeKind,
  about?: string,
): Promise<void> {
  if (member.closedAt) return;
  const noticeIds = await insertNotices(tx, services, kind, [{ memberId: member.id, about }]);
  if (!wants(member, kind) || (await hadEnough(tx, services, member, kind))) return;
  await enqueueEmails(tx, services, [emailOf(kind, member, { noticeId: noticeIds.get(member.id), about })]);
}

const AT_ONCE = 1_000;
/** Behind everything that somebody waits for. */
const MANY_EMAILS_PRIORITY = 20;

/** The same for many members, by a few statements for each thousand: a member's id, and what it is about for them. */
export async function notifyMany(
  tx: Db,
  services: ForNotice,
  kind: NoticeKind,
  abouts: ReadonlyMap<number, string>,
): Promise<void> {
  const ids = [...abouts.keys()].toSorted((a, b) => a - b);
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    const recipients = await findRecipients(tx, ids.slice(start, start + AT_ONCE));
    if (recipients.length === 0) continue;
    const noticeIds = await insertNotices(
      tx,
      services,
      kind,
      recipients.map(({ id }) => ({ memberId: id, about: abouts.get(id) })),
    );
    const emails = recipients
      .filter((member) => wants(member, kind))
      .map((member) => emailOf(kind, member, { noticeId: noticeIds.get(member.id), about: abouts.get(member.id) }));
    await enqueueEmails(tx, services, emails, { priority: MANY_EMAILS_PRIORITY });
  }
}

function wants({ unwantedMails }: Recipient, kind: NoticeKind): boolean {
  return NOTICES[kind].email === 'always' || !unwantedMails.includes(kind);
}

/** Somebody whose team grows by a thousand a day gets a notice for each of them. */
async function hadEnough(tx: Db, { clock }: ForNotice, { id }: Recipient, kind: NoticeKind): Promise<boolean> {
  if (kind !== 'first-line-joined') return false;
  return (await consumeRateLimit({ db: tx, clock }, 'joinMailAccount', String(id))) !== undefined;
}

/** The id of each member's notice. */
async function insertNotices(
  tx: Db,
  { clock }: ForNotice,
  kind: NoticeKind,
  rows: readonly { memberId: number; about: string | undefined }[],
): Promise<Map<number, number>> {
  const at = clock.now();
  const written = await tx
    .insert(notices)
    .values(rows.map(({ memberId, about = null }) => ({ memberId, kind, about, at })))
    .returning({ id: notices.id, memberId: notices.memberId });
  return new Map(written.map(({ id, memberId }) => [memberId, id]));
}

/** Whoever of them has not left, in the order in which their notices are written. */
function findRecipients(tx: Db, ids: readonly number[]): Promise<Recipient[]> {
  const { id, email, language, unwantedMails, closedAt } = members;
  return tx
    .select({ id, email, language, unwantedMails, closedAt })
    .from(members)
    .where(and(inArray(id, [...ids]), isNull(closedAt)))
    .orderBy(asc(id));
}

/** What has to be known of a member to tell them something. */
type Recipient = Pick<Member, 'id' | 'email' | 'language' | 'unwantedMails' | 'closedAt'>;

/** Sent to the address that the account had when it happened. */
const TO_THIS_ADDRESS: ReadonlySet<NoticeKind> = new Set(['email-changing', 'email-changed']);

/** The e-mail that says the same as a notice. */
function emailOf(
  kind: NoticeKind,
  member: Recipient,
  { noticeId, about }: { noticeId: number | undefined; about: string | undefined },
): QueuedEmail {
  const email = { kind, member, ...(TO_THIS_ADDRESS.has(kind) && { to: member.email }) };
  switch (NOTICES[kind].about) {
    case 'withdrawal':
    case 'transaction':
      return { ...email, aboutId: about };
    case 'support':
      return { ...email, aboutSupportId: Number(about) };
    case 'nothing':
      return email;
    case 'destination':
      return { ...email, noticeId, aboutId: readSavedAbout(about ?? '').id };
    default:
      return { ...email, noticeId };
  }
}
