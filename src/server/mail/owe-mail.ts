import { randomUUID } from 'node:crypto';
import type { Db } from '#server/db/connect.ts';
import { mails, type Member } from '#server/db/schema/index.ts';
import type { House } from '#server/house.ts';
import { countTry } from '#server/http/limits.ts';
import { addJob } from '#server/jobs/add-job.ts';

export type MailKind = (typeof mails.$inferSelect)['kind'];

const ASKED_FOR = new Set<MailKind>(['activation', 'already-registered', 'reset']);

/**
 * Three letters an hour and account; what a stranger can set off must not fill somebody's mailbox. A letter about money
 * passes the id of its withdrawal or transaction, one about a request to support the number of that.
 */
export async function oweMail(
  tx: Db,
  house: Pick<House, 'clock'>,
  member: Member,
  kind: MailKind,
  about?: string | number,
): Promise<void> {
  if (ASKED_FOR.has(kind) && (await countTry({ db: tx, clock: house.clock }, 'mailAccount', String(member.id)))) return;
  const id = randomUUID();
  await tx.insert(mails).values({
    id,
    kind,
    memberId: member.id,
    language: member.language,
    aboutId: typeof about === 'string' ? about : null,
    aboutSupportId: typeof about === 'number' ? about : null,
    createdAt: house.clock.now(),
  });
  await addJob(tx, 'send-mail', { mailId: id });
}
