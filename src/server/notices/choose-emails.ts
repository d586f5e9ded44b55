import { eq } from 'drizzle-orm';
import type { OutputOf } from '#contracts/contract.ts';
import type { chooseEmails } from '#contracts/notices.ts';
import { NOTICES, type NoticeKind, WANTED_EMAILS } from '#domain/notices.ts';
import { members } from '#server/db/schema/index.ts';
import type { Services } from '#server/services.ts';

type Choices = OutputOf<typeof chooseEmails>;

/** The e-mails that a member does without; a kind that became one of those always sent since, is not one of them. */
export function presentChoices(unwantedMails: readonly NoticeKind[]): Choices {
  return { unwanted: unwantedMails.filter((kind) => NOTICES[kind]?.email === 'wanted') };
}

/** Replaces the whole choice, so saving it twice is saving it once. */
export async function chooseMemberEmails(
  { db }: Pick<Services, 'db'>,
  memberId: number,
  { unwanted }: Choices,
): Promise<Choices> {
  const unwantedMails = WANTED_EMAILS.filter((kind) => unwanted.includes(kind));
  await db.update(members).set({ unwantedMails }).where(eq(members.id, memberId));
  return presentChoices(unwantedMails);
}
