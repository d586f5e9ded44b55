import { sql } from 'drizzle-orm';
import { formerUsernameHashes, newRefCode } from '#server/members/auth/index.ts';
import type { Db } from '#server/db/connect.ts';
import type { OnProgress } from '#server/db/rebuild-meanwhile.ts';
import type { Services } from '#server/api/services.ts';
import { addFault, type Faults, FileRefusal } from './faults.ts';
import { readMembersCsv } from './read-csv.ts';
import { type ImportRow, readRow } from './read-row.ts';

const BATCH = 10_000;
const MAX_ROWS = 2_000_000;

export async function stageRows(
  tx: Db,
  services: Services,
  { file, faults, onProgress }: { file: string; faults: Faults; onProgress: OnProgress },
): Promise<number> {
  await tx.execute(sql`
    create temporary table import_rows (
      line integer not null, username text not null, email text not null, name text, inviter text,
      registered_at timestamptz, status text not null, language text not null, is_blocked boolean not null,
      ref_code text not null, former_hashes bytea[] not null
    ) on commit drop`);
  const { languages } = services.config;
  let count = 0;
  let batch: ImportRow[] = [];
  for await (const { row: csvRow, share } of readMembersCsv(file)) {
    batch.push(readRow(csvRow, languages, (column, words) => addFault(faults, { line: csvRow.line, column, words })));
    count += 1;
    if (count > MAX_ROWS) throw new FileRefusal(`There are more than ${MAX_ROWS} lines: divide the file.`);
    if (batch.length < BATCH) continue;
    await insertRows(tx, services, batch);
    onProgress('reading', share);
    batch = [];
  }
  if (batch.length > 0) await insertRows(tx, services, batch);
  onProgress('reading', 1);
  await tx.execute(sql`analyze import_rows`);
  return count;
}

async function insertRows(tx: Db, services: Services, rows: ImportRow[]): Promise<void> {
  const list = (valueOf: (row: ImportRow) => unknown) => sql.param(rows.map(valueOf));
  await tx.execute(sql`
    insert into import_rows
    select line, username, email, name, inviter,
      case when has_zone then at::timestamptz else at::timestamp at time zone ${services.config.timeZone} end,
      status, language, is_blocked, ref_code,
      array(select decode(hash, 'hex') from unnest(string_to_array(former, ',')) hash)
    from unnest(
      ${list(({ line }) => line)}::integer[], ${list(({ username }) => username)}::text[],
      ${list(({ email }) => email)}::text[], ${list(({ name }) => name)}::text[],
      ${list(({ inviter }) => inviter)}::text[], ${list(({ registeredAt }) => registeredAt?.text ?? null)}::text[],
      ${list(({ registeredAt }) => registeredAt?.hasZone ?? false)}::boolean[],
      ${list(({ status }) => status)}::text[], ${list(({ language }) => language)}::text[],
      ${list(({ isBlocked }) => isBlocked)}::boolean[], ${list(newRefCode)}::text[],
      ${list(({ username }) =>
        formerUsernameHashes(services, username)
          .map((hash) => hash.toString('hex'))
          .join(','),
      )}::text[]
    ) as r (line, username, email, name, inviter, at, has_zone, status, language, is_blocked, ref_code, former)`);
}
