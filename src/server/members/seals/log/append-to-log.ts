import { sql, type SQL } from 'drizzle-orm';
import type { LogKind } from '#domain/seal/log-entry.ts';
import type { Db } from '#server/db/connect.ts';
import { dailySeals } from '#server/db/schema/index.ts';
import type { SealKey } from '../seal-keys.ts';
import {
  type CommittedKind,
  entryOf,
  entryOfSeal,
  nonceOf,
  PAYOUTS,
  payoutOpening,
  SEATS,
  seatOpening,
  type SourceRow,
} from './entries.ts';
import { type LogWriter, openLog } from './write-log.ts';

type Ending = { key: SealKey; midnight: Date; at: Date };

/**
 * Appends what is older than midnight and not in the log yet: seals of version 1, payouts, placement events. Sources are
 * compared by id, so a row that committed late is appended by the next seal, and none twice.
 */
export async function appendToLog(tx: Db, { key, midnight, at }: Ending): Promise<LogWriter> {
  const log = await openLog(tx, at);
  await appendSeals(tx, log);
  await appendCommitted(tx, log, key, {
    kind: 'payout',
    ids: sql`select end_id as id from withdrawals`,
    openingOf: payoutOpening,
    rowsOf: (after, last) => sql`
      ${PAYOUTS} and w.end_id > ${after}::bigint and w.end_id <= ${last}::bigint
        and w.completed_at < ${midnight} and ${isMissing('payout', sql`w.id`)} order by w.end_id`,
  });
  await appendCommitted(tx, log, key, {
    kind: 'seat',
    ids: sql`select id from place_events`,
    openingOf: seatOpening,
    rowsOf: (after, last) => sql`
      ${SEATS} and e.id > ${after}::bigint and e.id <= ${last}::bigint
        and e.at < ${midnight} and ${isMissing('seat', sql`e.id`)} order by e.id`,
  });
  return log;
}

async function appendSeals(tx: Db, log: LogWriter): Promise<void> {
  const older = await tx
    .select()
    .from(dailySeals)
    .where(isMissing('seal', sql`${dailySeals.day}`))
    .orderBy(dailySeals.day);
  for (const row of older) await log.add({ kind: 'seal', source: row.day, entry: entryOfSeal(row) });
}

type Source<Row extends SourceRow> = {
  kind: CommittedKind;
  /** A payout’s is that of its transfer in the ledger. */
  ids: SQL;
  rowsOf(after: string, last: string): SQL;
  openingOf(row: Row): string;
};

async function appendCommitted<Row extends SourceRow>(
  tx: Db,
  log: LogWriter,
  { nonces }: SealKey,
  { kind, ids, rowsOf, openingOf }: Source<Row>,
): Promise<void> {
  for await (const [after, last] of readRanges(tx, ids)) {
    const { rows } = await tx.execute(rowsOf(after, last));
    for (const row of rows as Row[]) {
      const entry = entryOf(kind, nonceOf(nonces, kind, row.source), openingOf(row));
      await log.add({ kind, source: row.source, entry });
    }
  }
}

function isMissing(kind: LogKind, id: SQL): SQL {
  return sql`not exists (select from log_entries l where l.kind = ${kind} and l.source = ${id}::text)`;
}

const IDS_AT_ONCE = 5_000;

/** All ids in parts, so that no statement takes long. Beginning with the first: any of them may have committed late. */
async function* readRanges(tx: Db, ids: SQL): AsyncGenerator<[after: string, last: string]> {
  for (let after = '0'; ;) {
    const { rows } = await tx.execute<{ last: string | null }>(sql`
      select max(id)::text as last from (
        select id from (${ids}) as every where id > ${after}::bigint order by id limit ${IDS_AT_ONCE}
      ) as part`);
    const last = rows[0]?.last;
    if (!last) return;
    yield [after, last];
    after = last;
  }
}
