import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { readRanges, sealContents } from '../seal-ledger.ts';
import type { StoredTransfer } from '../read-transfers.ts';
import { nameOf, type Report } from './report.ts';

type SealedTransfers = {
  /** Call in id order. */
  check(transfer: StoredTransfer, digest: Buffer, isByRetired: boolean): Promise<void> | void;
  end(): Promise<void>;
};

const AT_ONCE = 200;

/** Finds sealed transfers that were deleted or changed, and transfers added below the seals. */
export async function sealedTransfers(db: Db, report: Report): Promise<SealedTransfers> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select settled_id as id from ledger_seals order by number desc limit 1`,
  );
  const settledId = Number(rows[0]?.id ?? 0);
  let openSeals: OpenSeal[] = [];
  let upcomingSeals = await readSeals(db, undefined);
  let isLast = upcomingSeals.length < AT_ONCE;

  async function openUpTo(id: number): Promise<void> {
    for (let next = upcomingSeals[0]; next && Number(next.first) <= id; next = upcomingSeals[0]) {
      openSeals.push(openSeal(next));
      upcomingSeals.shift();
      if (upcomingSeals.length === 0 && !isLast) {
        upcomingSeals = await readSeals(db, next);
        isLast = upcomingSeals.length < AT_ONCE;
      }
    }
  }

  function visit(transfer: StoredTransfer, digest: Buffer, isByRetired: boolean): void {
    const isSealed = openSeals.filter((seal) => seal.visit(transfer.id, digest)).length > 0;
    const passedSeals = openSeals.filter((seal) => seal.isBehind(transfer.id));
    if (passedSeals.length > 0) openSeals = openSeals.filter((seal) => !passedSeals.includes(seal));
    for (const seal of passedSeals) seal.end(report);
    if (!isSealed && transfer.id <= settledId) {
      report.add('transfer_behind_seals', `${nameOf(transfer)} was put in later, behind what is sealed.`);
    }
    if (!isSealed && isByRetired) {
      report.add('entry_altered', `${nameOf(transfer)} was made with a retired pepper and is under no seal.`);
    }
  }

  return {
    check(transfer, digest, isByRetired) {
      const next = upcomingSeals[0];
      if (!next || Number(next.first) > transfer.id) return visit(transfer, digest, isByRetired);
      return openUpTo(transfer.id).then(() => visit(transfer, digest, isByRetired));
    },
    async end() {
      await openUpTo(Infinity);
      for (const seal of openSeals) seal.end(report);
    },
  };
}

async function readSeals(db: Db, behind: SealRow | undefined): Promise<SealRow[]> {
  const { rows } = await db.execute<SealRow>(sql`
    select number, at, transfers::text as transfers, transfer_count, contents, coalesce(lower(transfers), 0) as first
    from ledger_seals
    where ${behind ? sql`(coalesce(lower(transfers), 0), number) > (${behind.first}, ${behind.number})` : sql`true`}
    order by coalesce(lower(transfers), 0), number limit ${AT_ONCE}`);
  return rows;
}

type SealRow = {
  number: number;
  at: string;
  transfers: string;
  transfer_count: number;
  contents: Buffer;
  first: string;
};

type OpenSeal = {
  visit(transferId: number, digest: Buffer): boolean;
  isBehind(transferId: number): boolean;
  end(report: Report): void;
};

const IDS_LISTED = 5;

function openSeal({ number, at, transfers, transfer_count, contents }: SealRow): OpenSeal {
  const ranges = readRanges(transfers);
  const recomputed = sealContents();
  const missingIds: number[] = [];
  let visitedCount = 0;
  let rangeIndex = 0;
  let next = ranges[0]?.from ?? 0;

  /** Sealed ids below `id` that were not visited are gone. */
  function collectMissing(id: number): void {
    for (let range = ranges[rangeIndex]; range && next < id; range = ranges[rangeIndex]) {
      if (missingIds.length < IDS_LISTED) missingIds.push(next++);
      else next = Math.min(id, range.to);
      if (next === range.to) next = ranges[(rangeIndex += 1)]?.from ?? next;
    }
  }

  return {
    visit(id, digest) {
      collectMissing(id);
      const range = ranges[rangeIndex];
      if (!range || id < range.from || id !== next) return false;
      recomputed.add(id, digest);
      visitedCount += 1;
      next += 1;
      if (next === range.to) next = ranges[(rangeIndex += 1)]?.from ?? next;
      return true;
    },
    isBehind: (id) => id >= (ranges.at(-1)?.to ?? 0) - 1,
    end(report) {
      collectMissing(Infinity);
      const name = `Seal ${number} of ${at}`;
      if (visitedCount === transfer_count) {
        if (!recomputed.end().equals(contents)) report.add('seal_altered', `${name}: what is under it was changed.`);
        return;
      }
      const ids = missingIds.length === IDS_LISTED ? `${missingIds.join(', ')}, …` : missingIds.join(', ');
      const words = `${transfer_count - visitedCount} of the ${transfer_count} transfers under it are gone`;
      report.add('seal_gone', `${name}: ${words}${ids && `: ${ids}`}.`);
    },
  };
}
