import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { nameOf } from './check-transfer.ts';
import type { StoredTransfer } from '../read-transfers.ts';
import { type OpenSeal, openSeal, type SealRow } from './open-seal.ts';
import type { Report } from './report.ts';

export type SealedTransfers = {
  /** For every transfer in the order of ids. */
  take(transfer: StoredTransfer, digest: Buffer): Promise<void> | void;
  end(): Promise<void>;
};

const AT_ONCE = 200;

/** What is under the seals against what stands in the ledger: nothing gone, nothing changed, nothing put in behind. */
export async function sealedTransfers(db: Db, report: Report): Promise<SealedTransfers> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select settled_id as id from ledger_seals order by number desc limit 1`,
  );
  const settled = Number(rows[0]?.id ?? 0);
  let open: OpenSeal[] = [];
  let coming = await readSeals(db, undefined);
  let isLast = coming.length < AT_ONCE;

  async function openUpTo(id: number): Promise<void> {
    for (let next = coming[0]; next && Number(next.first) <= id; next = coming[0]) {
      open.push(openSeal(next));
      coming.shift();
      if (coming.length === 0 && !isLast) {
        coming = await readSeals(db, next);
        isLast = coming.length < AT_ONCE;
      }
    }
  }

  function visit(transfer: StoredTransfer, digest: Buffer): void {
    const isSealed = open.filter((seal) => seal.visit(transfer.id, digest)).length > 0;
    const done = open.filter((seal) => seal.isBehind(transfer.id));
    if (done.length > 0) open = open.filter((seal) => !done.includes(seal));
    for (const seal of done) seal.end(report);
    if (!isSealed && transfer.id <= settled) {
      report.add('transfer_behind_seals', `${nameOf(transfer)} was put in later, behind what is sealed.`);
    }
  }

  return {
    take(transfer, digest) {
      const next = coming[0];
      if (!next || Number(next.first) > transfer.id) return visit(transfer, digest);
      return openUpTo(transfer.id).then(() => visit(transfer, digest));
    },
    async end() {
      await openUpTo(Infinity);
      for (const seal of open) seal.end(report);
    },
  };
}

/** In the order of their first ids; a seal may begin below the end of the one before. */
async function readSeals(db: Db, behind: SealRow | undefined): Promise<SealRow[]> {
  const { rows } = await db.execute<SealRow>(sql`
    select number, at, transfers::text as transfers, transfer_count, contents, coalesce(lower(transfers), 0) as first
    from ledger_seals
    where ${behind ? sql`(coalesce(lower(transfers), 0), number) > (${behind.first}, ${behind.number})` : sql`true`}
    order by coalesce(lower(transfers), 0), number limit ${AT_ONCE}`);
  return rows;
}
