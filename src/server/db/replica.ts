import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { errorFields, type Log } from '#server/base/log.ts';
import type { Db } from './connect.ts';
import { isDatabaseDown } from './failures.ts';
import { openPool } from './open-pool.ts';

/** After these timeouts the primary is asked. */
const LIMITS_MS = { connect: 1_000, statement: 2_000 };
const LAG_LIMIT_MS = 2_000;
const SAMPLE_EVERY_MS = 250;
/** Margin on top of the allowed lag during which members read their own writes from the primary. */
const SLACK_MS = 1_000;

export type Replica = {
  /** Falls back to the primary if the replica lags or fails, or if the member has just written. */
  read<T>(memberId: number | undefined, read: (db: Db) => Promise<T>): Promise<T>;
  /** Stored in the database, so that every process sees it. */
  noteWrite(memberId: number): Promise<void>;
  /** Upper bound; grows while the replica does not answer. */
  lagSeconds(): number;
  close(): Promise<void>;
};

export function openReplica(
  replicaUrl: string,
  { db, log }: { db: Db; log: Log },
  options: { maxConnections?: number; lagLimitMs?: number } = {},
): Replica {
  const { maxConnections: max = 10, ...limits } = options;
  const pool = openPool(replicaUrl, { max, connectMs: LIMITS_MS.connect, statementMs: LIMITS_MS.statement });
  return followReplica({ primary: db, replica: drizzle({ client: pool }), log, ...limits, close: () => pool.end() });
}

type Sample = { takenAt: number; position: bigint };
type Parts = { primary: Db; replica: Db; log: Log; lagLimitMs?: number; close: () => Promise<void> };

/** Measures lag by WAL positions, since clocks may differ. */
function followReplica({ primary, replica, log, lagLimitMs = LAG_LIMIT_MS, close }: Parts): Replica {
  const stopping = new AbortController();
  let samples: Sample[] = [];
  let isReached = false;
  const openedAt = performance.now();
  let freshAt = -Infinity;
  let isUsed: boolean | undefined;

  const isUsable = () => isReached && performance.now() - freshAt < lagLimitMs;

  const takeSample = async () => {
    const replayed = await positionOf(replica, sql`case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end`);
    const takenAt = performance.now();
    const position = await positionOf(primary, sql`pg_current_wal_lsn()`);
    isReached = replayed !== undefined;
    if (replayed === undefined || position === undefined) return;
    if (replayed > position) {
      // The replica follows a primary that was replaced.
      isReached = false;
      samples = [];
    }
    freshAt = samples.findLast((sample) => sample.position <= replayed)?.takenAt ?? freshAt;
    samples = [...samples.filter((sample) => takenAt - sample.takenAt < lagLimitMs), { takenAt, position }];
  };
  const keepSampling = async () => {
    await takeSample();
    while (!stopping.signal.aborted) {
      await takeSample();
      const isUsedNow = isUsable();
      if (isUsed !== isUsedNow) log(isUsedNow ? 'info' : 'warn', 'replica', { isUsed: isUsedNow, isReached });
      isUsed = isUsedNow;
      await delay(SAMPLE_EVERY_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };
  const sampling = keepSampling();

  const hasJustWritten = async (memberId: number) => {
    const { rows } = await primary.execute(sql`
      select from member_writes
      where member_id = ${memberId} and written_at > now() - ${lagLimitMs + SLACK_MS} * interval '1 millisecond'`);
    return rows.length > 0;
  };

  return {
    async read(memberId, read) {
      if (!isUsable() || (memberId !== undefined && (await hasJustWritten(memberId)))) return read(primary);
      try {
        return await read(replica);
      } catch (error) {
        // An error of the query itself occurs on the primary again and is thrown from there.
        log('warn', 'replica', errorFields(error));
        if (isDatabaseDown(error)) isReached = false;
        return read(primary);
      }
    },
    async noteWrite(memberId) {
      const noted = sql`
        insert into member_writes (member_id, written_at) values (${memberId}, now())
        on conflict (member_id) do update set written_at = excluded.written_at`;
      // The member’s write is already committed, so this only logs.
      await primary.execute(noted).catch((error: unknown) => log('warn', 'replica', errorFields(error)));
    },
    lagSeconds: () => (performance.now() - Math.max(freshAt, openedAt)) / 1000,
    async close() {
      stopping.abort();
      await sampling;
      await close();
    },
  };
}

async function positionOf(db: Db, lsn: ReturnType<typeof sql>): Promise<bigint | undefined> {
  const query = db.execute<{ position: string | null }>(sql`select ${lsn} - '0/0'::pg_lsn as position`);
  const [row] = await query.then(({ rows }) => rows).catch(() => []);
  return row?.position ? BigInt(row.position) : undefined;
}
