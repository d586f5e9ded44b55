import { randomUUID } from 'node:crypto';
import type { Db } from '#server/db/connect.ts';
import { mails, type Member } from '#server/db/schema/index.ts';
import type { House } from '#server/house.ts';
import { countTry } from '#server/http/limits.ts';
import { addJob } from '#server/jobs/add-job.ts';

export type MailKind = (typeof mails.$inferSelect)['kind'];

const ASKED_FOR = new Set<MailKind>(['activation', 'already-registered', 'reset']);

type ForLetter = Pick<House, 'clock'>;

/**
 * Three letters an hour and account; what a stranger can set off must not fill somebody's mailbox. A letter about money
 * passes the id of its withdrawal or transaction, one about a request to support the number of that.
 */
export async function oweMail(
  tx: Db,
  house: ForLetter,
  member: Member,
  kind: MailKind,
  about?: string | number,
): Promise<void> {
  if (member.closedAt) return;
  if (ASKED_FOR.has(kind) && (await countTry({ db: tx, clock: house.clock }, 'mailAccount', String(member.id)))) return;
  const mailId = await insertMail(tx, house, member, {
    kind,
    aboutId: typeof about === 'string' ? about : null,
    aboutSupportId: typeof about === 'number' ? about : null,
  });
  await addJob(tx, 'send-mail', { mailId });
}

/** A letter to this address, whichever the account has when it is sent. */
export async function oweMailTo(tx: Db, house: ForLetter, member: Member, kind: MailKind, to: string): Promise<void> {
  const mailId = await insertMail(tx, house, member, { kind, aboutId: null, aboutSupportId: null });
  await addJob(tx, 'send-mail', { mailId, to });
}

async function insertMail(
  tx: Db,
  { clock }: ForLetter,
  member: Member,
  letter: { kind: MailKind; aboutId: string | null; aboutSupportId: number | null },
): Promise<string> {
  const id = randomUUID();
  const owed = { id, memberId: member.id, language: member.language, createdAt: clock.now() };
  await tx.insert(mails).values({ ...letter, ...owed });
  return id;
}
