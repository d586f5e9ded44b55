import { and, eq } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { sendSupport } from '#contracts/support.ts';
import { refuse, type Refused, refuseField } from '#domain/refusals.ts';
import { readSupportAbout, type SupportAbout } from '#domain/support.ts';
import { isStillMember } from '#server/members/auth/index.ts';
import type { Db } from '#server/db/connect.ts';
import { supportRequests, transactions, withdrawals } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import type { MemberCaller } from '#server/api/caller.ts';
import { consumeRateLimit } from '#server/api/rate-limits.ts';
import { enqueueEmail } from '#server/mail/index.ts';
import type { SupportRow } from './answer-support.ts';

type Input = z.output<typeof sendSupport.input>;

/** Spaces and zero-width characters alone are no message. */
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** Only saved requests count as tries. */
export async function sendMemberSupport(
  tx: Db,
  services: Services,
  { topic, message, about, send_email: wantsCopy }: Input,
  { session: { member } }: MemberCaller,
): Promise<SupportRow | Refused> {
  if (!(await isStillMember(tx, member.id))) return refuse('no_session');
  if (!VISIBLE.test(message)) return refuseField('message', 'required');
  const attached = readSupportAbout(about ?? '');
  if (attached && !(await isOwn(tx, member.id, attached))) return refuseField('about', 'invalid');
  const rateLimited = await consumeRateLimit({ db: tx, clock: services.clock }, 'supportAccount', String(member.id));
  if (rateLimited) return rateLimited;
  const [row] = await tx
    .insert(supportRequests)
    .values({ memberId: member.id, topic, message, about: about || null, createdAt: services.clock.now() })
    .returning();
  if (!row) throw new Error('the request to support was not written');
  if (wantsCopy) await enqueueEmail(tx, services, member, 'support-received', row.id);
  return row;
}

async function isOwn(tx: Db, memberId: number, { kind, id }: SupportAbout): Promise<boolean> {
  const table = kind === 'transaction' ? transactions : withdrawals;
  return (await tx.$count(table, and(eq(table.id, id), eq(table.memberId, memberId)))) > 0;
}
