import { eq } from 'drizzle-orm';
import { NOTICES } from '#domain/notices.ts';
import type { Db } from '#server/db/connect.ts';
import { members, notices } from '#server/db/schema/index.ts';
import type { About } from './write-letter.ts';

/** What a letter takes from the notice that says the same; nothing once the notice is forgotten. */
export async function aboutNotice(tx: Db, noticeId: number): Promise<About | undefined> {
  const [notice] = await tx.select().from(notices).where(eq(notices.id, noticeId));
  if (!notice || notice.about === null) return undefined;
  const { kind, about } = notice;
  if (NOTICES[kind].about !== 'member') return NOTICES[kind].about === 'device' ? { device: about } : { amount: about };
  const [joined] = await tx
    .select({ username: members.username })
    .from(members)
    .where(eq(members.id, Number(about)));
  return joined && { joined: joined.username };
}
