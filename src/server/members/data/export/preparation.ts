import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { Preparation, prepareExport } from '#contracts/data.ts';
import { isRefused, refuse, type Refused } from '#domain/refusals.ts';
import { isStillMember, proveOwner } from '#server/members/auth/index.ts';
import { addSeconds } from '#server/base/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { dataExports } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import type { MemberCaller, Session } from '#server/api/caller.ts';
import { consumeRateLimit } from '#server/api/rate-limits.ts';
import { isTooMuch, LISTS } from './lists.ts';
import { countRows } from './list.ts';
import { exportOpenUntil, openExport } from './prove-export.ts';
import { addPrepareJob, type ExportRow, KEPT_SECONDS } from './prepared-file.ts';

export async function readPreparation(services: Services, session: Session): Promise<Preparation> {
  const memberId = session.member.id;
  const [isNeeded, openUntil] = [await isTooMuch(services.db, memberId), await exportOpenUntil(services, session)];
  return { ...present(services, await findExport(services.db, memberId), isNeeded), ...presentOpen(openUntil) };
}

const presentOpen = (until: Date | undefined) => ({ open_until: until?.toISOString() ?? null });

/** Opens the download; for much data also starts the file. `anew` replaces a finished file. */
export async function startPreparation(
  services: Services,
  { password, code, anew = false }: z.output<typeof prepareExport.input>,
  caller: MemberCaller,
): Promise<Preparation | Refused> {
  const { session } = caller;
  const memberId = session.member.id;
  const unproven = await proveOwner(services, session.member, { password, code }, caller);
  if (unproven) return unproven;
  const rowsInAll = await countRows(services.db, LISTS, memberId);
  const isNeeded = await isTooMuch(services.db, memberId);
  const row = await services.transaction(async (tx) => {
    // Serialises the calls of one member.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('export', ${memberId}))`);
    if (!(await isStillMember(tx, memberId))) return refuse('no_session');
    const existing = isNeeded ? await findExport(tx, memberId) : undefined;
    const isKept = existing && existing.expiresAt > services.clock.now();
    const isReusable = !isNeeded || (isKept && (existing.state === 'making' || (existing.state === 'ready' && !anew)));
    // A repeated call costs no attempt and sends no notice.
    if (isReusable && (await exportOpenUntil({ ...services, db: tx }, session))) return existing;
    const rateLimited = await consumeRateLimit({ db: tx, clock: services.clock }, 'exportAccount', String(memberId));
    if (rateLimited) return rateLimited;
    await openExport(tx, services, caller);
    return isReusable ? existing : begin(tx, services, memberId, rowsInAll);
  });
  if (isRefused(row)) return row;
  return { ...present(services, row, isNeeded), ...presentOpen(await exportOpenUntil(services, session)) };
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

type File = Omit<Preparation, 'open_until'>;

function present({ clock }: Pick<Services, 'clock'>, row: ExportRow | undefined, isNeeded: boolean): File {
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
