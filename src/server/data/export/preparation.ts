import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Preparation } from '#contracts/data.ts';
import { isRefused, refuse, type Refused } from '#domain/refusals.ts';
import { isStillMember } from '#server/auth/index.ts';
import { addSeconds } from '#server/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { dataExports } from '#server/db/schema/index.ts';
import type { Services } from '#server/services.ts';
import { consumeRateLimit } from '#server/http/rate-limits.ts';
import { isTooMuch, LISTS } from './lists.ts';
import { countRows } from './list.ts';
import { addPrepareJob, type ExportRow, KEPT_SECONDS } from './prepared-file.ts';

/** How the file of a member stands; nothing is said of one whose time is over. */
export async function readPreparation(services: Services, memberId: number): Promise<Preparation> {
  const isNeeded = await isTooMuch(services.db, memberId);
  return present(services, await findExport(services.db, memberId), isNeeded);
}

/**
 * Begins to make a member's file, unless that is under way: of one member only one is made or kept. A file that is
 * ready gives way to a newer one.
 */
export async function startPreparation(services: Services, memberId: number): Promise<Preparation | Refused> {
  const rowsInAll = await countRows(services.db, LISTS, memberId);
  const begun = await services.transaction(async (tx) => {
    // One member's wishes take turns here.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('export', ${memberId}))`);
    if (!(await isStillMember(tx, memberId))) return refuse('no_session');
    const before = await findExport(tx, memberId);
    if (before?.state === 'making' && before.expiresAt > services.clock.now()) return before;
    const rateLimited = await consumeRateLimit({ db: tx, clock: services.clock }, 'exportAccount', String(memberId));
    if (rateLimited) return rateLimited;
    return begin(tx, services, memberId, rowsInAll);
  });
  return isRefused(begun) ? begun : present(services, begun, await isTooMuch(services.db, memberId));
}

async function begin(tx: Db, { clock }: Services, memberId: number, rowsInAll: number): Promise<ExportRow> {
  await tx.delete(dataExports).where(eq(dataExports.memberId, memberId));
  const createdAt = clock.now();
  const [row] = await tx
    .insert(dataExports)
    .values({
      id: randomUUID(),
      memberId,
      state: 'making',
      rowsInAll,
      createdAt,
      expiresAt: addSeconds(createdAt, KEPT_SECONDS),
    })
    .returning();
  if (!row) throw new Error('the export was not written');
  await addPrepareJob(tx, memberId);
  return row;
}

async function findExport(db: Db, memberId: number): Promise<ExportRow | undefined> {
  const [found] = await db.select().from(dataExports).where(eq(dataExports.memberId, memberId));
  return found;
}

function present({ clock }: Pick<Services, 'clock'>, row: ExportRow | undefined, isNeeded: boolean): Preparation {
  if (!row || row.expiresAt <= clock.now()) {
    return { state: 'none', is_needed: isNeeded, rows_done: 0, rows_in_all: 0, made_at: null, expires_at: null };
  }
  const isReady = row.state === 'ready';
  return {
    state: row.state,
    is_needed: isNeeded,
    rows_done: row.rowsDone,
    rows_in_all: row.rowsInAll,
    made_at: isReady ? row.createdAt.toISOString() : null,
    expires_at: isReady ? row.expiresAt.toISOString() : null,
  };
}
