import { and, desc, eq, lt } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { OutputOf } from '#contracts/contract.ts';
import type { listSecurityEvents as contract } from '#contracts/second-factor.ts';
import { type Refused, refuseField } from '#domain/refusals.ts';
import { securityEvents } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';

const PAGE = 25;

export async function listEvents(
  { db }: Pick<Services, 'db'>,
  memberId: number,
  { cursor, limit = PAGE }: z.output<typeof contract.input>,
): Promise<OutputOf<typeof contract> | Refused> {
  if (cursor !== undefined && !/^\d{1,15}$/.test(cursor)) return refuseField('cursor', 'invalid');
  const rows = await db
    .select()
    .from(securityEvents)
    .where(
      and(
        eq(securityEvents.memberId, memberId),
        cursor === undefined ? undefined : lt(securityEvents.id, Number(cursor)),
      ),
    )
    .orderBy(desc(securityEvents.id))
    .limit(limit + 1);
  const pageRows = rows.slice(0, limit);
  return {
    items: pageRows.map(({ id, kind, about, device, addressRange, at }) => ({
      id: String(id),
      kind,
      about,
      device,
      place: addressRange,
      at: at.toISOString(),
    })),
    next: rows.length > limit ? String(pageRows.at(-1)?.id) : null,
  };
}
