import { and, desc, eq, lt } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { listSeals, Seal } from '#contracts/seals.ts';
import { isDay, type Day } from '#domain/days.ts';
import { moneyText } from '#domain/money.ts';
import { type Refused, refuseField } from '#domain/refusals.ts';
import type { Db } from '#server/db/connect.ts';
import { knownDay } from '#server/db/known-day.ts';
import { dailySeals } from '#server/db/schema/index.ts';
import { lineOfSeal, nameOf, verifierKey } from './seal-keys.ts';

type SealRow = typeof dailySeals.$inferSelect;

const SHOWN = 30;

/** The cursor is the oldest day of the page before. */
export async function listDailySeals(
  db: Db,
  { cursor, limit = SHOWN }: z.output<typeof listSeals.input>,
): Promise<{ items: Seal[]; next: string | null } | Refused> {
  if (cursor !== undefined && !isDay(cursor)) return refuseField('cursor', 'invalid');
  const rows = await db
    .select()
    .from(dailySeals)
    .where(and(cursor === undefined ? undefined : lt(dailySeals.day, cursor)))
    .orderBy(desc(dailySeals.day))
    .limit(limit + 1);
  const items = rows.slice(0, limit);
  return { items: items.map(presentSeal), next: rows.length > limit ? (items.at(-1)?.day ?? null) : null };
}

export async function findSeal(db: Db, day: Day): Promise<SealRow | undefined> {
  const [row] = await db
    .select()
    .from(dailySeals)
    .where(eq(dailySeals.day, knownDay(day)));
  return row;
}

export function presentSeal(row: SealRow): Seal {
  return {
    day: row.day,
    total: moneyText(row.total),
    members: row.members,
    leaves: row.leaves,
    root: row.root.toString('hex'),
    previous: row.previous?.toString('hex') ?? null,
    made_at: row.madeAt.toISOString(),
    late: row.isLate,
    note: row.note,
    signature: lineOfSeal(row),
    key: verifierKey(nameOf(row.note), row.publicKey),
    log: presentLog(row),
  };
}

function presentLog({ logSize, logRoot, checkpoint, publicKey }: SealRow): Seal['log'] {
  if (logSize === null || !logRoot || !checkpoint) return null;
  return { size: logSize, root: logRoot.toString('hex'), key: verifierKey(nameOf(checkpoint), publicKey) };
}
