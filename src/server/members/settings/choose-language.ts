import { and, eq, isNull, ne } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { chooseLanguage as contract } from '#contracts/settings.ts';
import { members } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import type { MemberCaller } from '#server/api/caller.ts';

export async function chooseLanguage(
  { db }: Services,
  { language }: z.output<typeof contract.input>,
  { session: { member } }: MemberCaller,
): Promise<Record<string, never>> {
  if (member.language === language) return {};
  const differs = and(eq(members.id, member.id), isNull(members.closedAt), ne(members.language, language));
  await db.update(members).set({ language }).where(differs);
  return {};
}
