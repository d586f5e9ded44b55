import { randomUUID } from 'node:crypto';
import type { Db } from '#server/db/connect.ts';
import { mails, type Member } from '#server/db/schema/index.ts';
import type { House } from '#server/house.ts';
import { countTry } from '#server/http/limits.ts';
import { addJob } from '#server/jobs/add-job.ts';

export type MailKind = (typeof mails.$inferSelect)['kind'];

/** Three letters an hour and account; what a stranger can set off must not fill somebody's mailbox. */
export async function oweMail(tx: Db, house: House, member: Member, kind: MailKind): Promise<void> {
  const isAsked = kind !== 'password-changed';
  if (isAsked && (await countTry({ db: tx, clock: house.clock }, 'mailAccount', String(member.id)))) return;
  const id = randomUUID();
  await tx
    .insert(mails)
    .values({ id, kind, memberId: member.id, language: member.language, createdAt: house.clock.now() });
  await addJob(tx, 'send-mail', { mailId: id });
}
