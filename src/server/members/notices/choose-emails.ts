import { and, eq, isNull, not, sql } from 'drizzle-orm';
import type { OutputOf } from '#contracts/contract.ts';
import type { chooseEmails } from '#contracts/notices.ts';
import { NOTICES, type NoticeKind, WANTED_EMAILS } from '#domain/notices.ts';
import { refuse, type Refused } from '#domain/refusals.ts';
import { members } from '#server/db/schema/index.ts';
import type { Caller } from '#server/api/caller.ts';
import { addressKey, consumeRateLimit } from '#server/api/rate-limits.ts';
import { readEmailsOffToken } from '#server/mail/index.ts';
import type { Services } from '#server/api/services.ts';

type Choices = OutputOf<typeof chooseEmails>;

/** Leaves out kinds that have become mandatory since. */
export function presentChoices(unwantedMails: readonly NoticeKind[]): Choices {
  return { unwanted: unwantedMails.filter((kind) => NOTICES[kind]?.email === 'wanted') };
}

export async function chooseMemberEmails(
  { db }: Pick<Services, 'db'>,
  memberId: number,
  { unwanted }: Choices,
): Promise<Choices> {
  const unwantedMails = WANTED_EMAILS.filter((kind) => unwanted.includes(kind));
  await db.update(members).set({ unwantedMails }).where(eq(members.id, memberId));
  return presentChoices(unwantedMails);
}

/** Only invalid tokens are rate-limited: mail providers send valid ones of many members from few addresses. */
export async function turnOffMemberEmails(
  services: Services,
  { token }: { token: string },
  { address }: Caller,
): Promise<Record<string, never> | Refused> {
  const choice = readEmailsOffToken(services, token);
  if (!choice) {
    const rateLimited = await consumeRateLimit(services, 'mailedLinkAddress', addressKey(address));
    return rateLimited ?? refuse('emails_link_invalid');
  }
  const { memberId, kind } = choice;
  const kindAsJson = sql`to_jsonb(${kind}::text)`;
  await services.db
    .update(members)
    .set({ unwantedMails: sql`${members.unwantedMails} || ${kindAsJson}` })
    .where(
      and(eq(members.id, memberId), isNull(members.closedAt), not(sql`${members.unwantedMails} @> ${kindAsJson}`)),
    );
  return {};
}
