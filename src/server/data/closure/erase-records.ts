import { eq, inArray } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import {
  dataExports,
  keptAnswers,
  mailbox,
  mailedLinks,
  mails,
  type Member,
  memberPhotos,
  memberPins,
  notices,
  partnerDays,
  partnerVisits,
  postReads,
  signUps,
  supportAnswers,
  supportRequests,
} from '#server/db/schema/index.ts';

/** What is nobody else's goes; of what was asked of support the numbers stay. */
const THEIRS = [dataExports, keptAnswers, memberPhotos, memberPins, notices, partnerDays, partnerVisits, postReads];

export async function eraseRecords(tx: Db, { id: memberId, email }: Member): Promise<void> {
  const lettersOf = tx.select({ id: mails.id }).from(mails).where(eq(mails.memberId, memberId));
  await tx.delete(mailbox).where(inArray(mailbox.mailId, lettersOf));
  await tx.delete(mails).where(eq(mails.memberId, memberId));
  await tx.delete(mailedLinks).where(eq(mailedLinks.memberId, memberId));
  await tx.delete(signUps).where(eq(signUps.email, email));
  for (const table of THEIRS) await tx.delete(table).where(eq(table.memberId, memberId));
  const asked = tx
    .select({ id: supportRequests.id })
    .from(supportRequests)
    .where(eq(supportRequests.memberId, memberId));
  await tx.update(supportAnswers).set({ text: '' }).where(inArray(supportAnswers.requestId, asked));
  await tx.update(supportRequests).set({ message: '', state: 'closed' }).where(eq(supportRequests.memberId, memberId));
}
