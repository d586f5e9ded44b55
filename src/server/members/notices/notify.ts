import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { type NoticeKind, NOTICES } from '#domain/notices.ts';
import { readSavedAbout } from '#domain/saved-destination.ts';
import type { Db } from '#server/db/connect.ts';
import { type Member, members, notices } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import { consumeRateLimit } from '#server/api/rate-limits.ts';
import { type QueuedEmail, enqueueEmails } from '#server/mail/index.ts';

type ForNotice = Pick<Services, 'clock'>;

/** Writes in the caller's transaction. `about` as in `NOTICES`. Closed accounts get nothing. */
export async function notify(
  tx: Db,
  services: ForNotice,
  member: Recipient,
  kind: NoticeKind,
  about?: string,
): Promise<void> {
  if (member.closedAt) return;
  if (ENDS_OF_WITHDRAWALS.has(kind)) await removeRequested(tx, member, about);
  const noticeIds = await insertNotices(tx, services, kind, [{ memberId: member.id, about }]);
  if (!wants(member, kind) || (await isMailLimited(tx, services, member, kind))) return;
  await enqueueEmails(tx, services, [emailOf(kind, member, { noticeId: noticeIds.get(member.id), about })]);
}

const ENDS_OF_WITHDRAWALS: ReadonlySet<NoticeKind> = new Set(['withdrawal-completed', 'withdrawal-returned']);

/** A withdrawal has one notice, that of its last state. */
async function removeRequested(tx: Db, { id }: Recipient, withdrawalId = ''): Promise<void> {
  const isRequested = and(eq(notices.kind, 'withdrawal-requested'), eq(notices.about, withdrawalId));
  await tx.delete(notices).where(and(eq(notices.memberId, id), isRequested));
}

const AT_ONCE = 1_000;
/** After e-mails that members are waiting for. */
const MANY_EMAILS_PRIORITY = 20;

/** `abouts` maps member ids to `about`. */
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

/** Limits e-mails about new team members; each still gets a notice. */
async function isMailLimited(tx: Db, { clock }: ForNotice, { id }: Recipient, kind: NoticeKind): Promise<boolean> {
  if (kind !== 'first-line-joined') return false;
  return (await consumeRateLimit({ db: tx, clock }, 'joinMailAccount', String(id))) !== undefined;
}

/** Notice ids by member id. */
async function insertNotices(
  tx: Db,
  { clock }: ForNotice,
  kind: NoticeKind,
  rows: readonly { memberId: number; about: string | undefined }[],
): Promise<Map<number, number>> {
  const at = clock.now();
  const inserted = await tx
    .insert(notices)
    .values(rows.map(({ memberId, about = null }) => ({ memberId, kind, about, at })))
    .returning({ id: notices.id, memberId: notices.memberId });
  return new Map(inserted.map(({ id, memberId }) => [memberId, id]));
}

function findRecipients(tx: Db, ids: readonly number[]): Promise<Recipient[]> {
  const { id, email, language, unwantedMails, closedAt } = members;
  return tx
    .select({ id, email, language, unwantedMails, closedAt })
    .from(members)
    .where(and(inArray(id, [...ids]), isNull(closedAt)))
    .orderBy(asc(id));
}

type Recipient = Pick<Member, 'id' | 'email' | 'language' | 'unwantedMails' | 'closedAt'>;

/** Sent to the address of that time, even if it has changed since. */
const TO_THIS_ADDRESS: ReadonlySet<NoticeKind> = new Set(['email-changing', 'email-changed']);

function emailOf(
  kind: NoticeKind,
  member: Recipient,
  { noticeId, about }: { noticeId: number | undefined; about: string | undefined },
): QueuedEmail {
  const email = { kind, member, ...(TO_THIS_ADDRESS.has(kind) && { to: member.email }) };
  switch (NOTICES[kind].about) {
    case 'withdrawal':
    case 'transaction':
    case 'announcement':
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
