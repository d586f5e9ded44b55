import { setTimeout } from 'node:timers/promises';
import { desc, lt, sql } from 'drizzle-orm';
import { addDays, type Day } from '#domain/days.ts';
import { PROOF_DAYS } from '#domain/seal/note.ts';
import { isoDay } from '#i18n/format.ts';
import type { Db } from '#server/db/connect.ts';
import { dailySeals, dailySealTiles } from '#server/db/schema/index.ts';
import { makeSeal, type SealServices } from './make-seal.ts';
import { midnightAfter } from './midnight.ts';

/** More than the clocks of two processes differ. */
const AFTER_MIDNIGHT_MS = 5 * 60_000;

/** `tries` with a second between them. */
type Patience = { tries: number; waitMs: number };

/** Seals the days since the newest seal, oldest first. The first seal is that of yesterday. */
export async function sealDays(
  services: SealServices,
  patience: Patience = { tries: 10, waitMs: 1000 },
): Promise<void> {
  const { clock, config, db } = services;
  const last = addDays(isoDay(new Date(clock.now().getTime() - AFTER_MIDNIGHT_MS), config.timeZone), -1);
  const [newest] = await db.select({ day: dailySeals.day }).from(dailySeals).orderBy(desc(dailySeals.day)).limit(1);
  for (let day = newest ? addDays(newest.day, 1) : last; day <= last; day = addDays(day, 1)) {
    if (await sealWhenSettled(services, day, patience)) continue;
    services.log('warn', 'daily seal waits for a transaction', { day });
    break;
  }
  await db.delete(dailySealTiles).where(lt(dailySealTiles.day, addDays(last, 1 - PROOF_DAYS)));
}

/**
 * A transfer takes its time after it locked accounts, so its transaction id is below an id taken after midnight. When all
 * ids below that have ended, no transfer of the day can still be uncommitted.
 */
async function sealWhenSettled(services: SealServices, day: Day, { tries, waitMs }: Patience): Promise<boolean> {
  const horizon = await services.transaction(readHorizon);
  for (let tried = 1; ; tried += 1) {
    const isSealed = await services.transaction((tx) => sealDay(tx, services, { day, horizon }));
    if (isSealed || tried === tries) return isSealed;
    await setTimeout(waitMs);
  }
}

async function readHorizon(tx: Db): Promise<string> {
  const { rows } = await tx.execute<{ id: string }>(sql`select pg_current_xact_id()::text as id`);
  return rows[0]!.id;
}

async function sealDay(
  tx: Db,
  services: SealServices,
  { day, horizon }: { day: Day; horizon: string },
): Promise<boolean> {
  await tx.execute(sql`set transaction isolation level repeatable read`);
  // Before the first query, so that a worker that waited sees what the other one stored.
  await tx.execute(sql`lock table ${dailySeals} in share row exclusive mode`);
  const [newest] = await tx.select().from(dailySeals).orderBy(desc(dailySeals.day)).limit(1);
  if (newest && newest.day >= day) return true;
  const { rows } = await tx.execute<{ settled: boolean }>(
    sql`select pg_snapshot_xmin(pg_current_snapshot())::text::bigint >= ${horizon}::bigint as settled`,
  );
  if (!rows[0]?.settled) return false;
  const midnight = midnightAfter(day, services.config.timeZone);
  await makeSeal(tx, services, { day, midnight, previous: newest });
  return true;
}
