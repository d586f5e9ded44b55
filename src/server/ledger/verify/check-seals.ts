import { asc, gt, sql } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { ledgerSeals } from '#server/db/schema/index.ts';
import { type Seal, sealHash } from '../seal-ledger.ts';
import type { Report } from './report.ts';
import type { LedgerKey } from '../chain.ts';

const AT_ONCE = 500;

/** The seals among themselves: none left out, none changed, none made by somebody else. */
export async function checkSealChain(
  db: Db,
  ledgerKey: LedgerKey,
  report: Report,
): Promise<{ count: number; last?: Seal }> {
  let last: Seal | undefined;
  let count = 0;
  for (;;) {
    const seals: Seal[] = await db
      .select()
      .from(ledgerSeals)
      .where(gt(ledgerSeals.number, last?.number ?? -(2 ** 31)))
      .orderBy(asc(ledgerSeals.number))
      .limit(AT_ONCE);
    for (const seal of seals) {
      const expected = (last?.number ?? 0) + 1;
      if (seal.number !== expected) {
        report.add('seal_broken', `Seal ${seal.number} comes where seal ${expected} should be.`);
      } else if (!sealHash(ledgerKey, last?.hash, seal).equals(seal.hash)) {
        report.add('seal_broken', `Seal ${seal.number} is not as it was made: its hash does not fit.`);
      }
      last = seal;
    }
    count += seals.length;
    if (seals.length < AT_ONCE) return last ? { count, last } : { count };
  }
}

/** Whether a seal that was kept outside the database is still in the chain. */
export async function checkKeptSeal(db: Db, kept: string, report: Report): Promise<Seal | undefined> {
  const [found] = await db
    .select()
    .from(ledgerSeals)
    .where(sql`encode(${ledgerSeals.hash}, 'hex') = ${kept.trim().toLowerCase()}`);
  if (!found) report.add('seal_unknown', `The seal ${kept.trim().slice(0, 64)} is not in the chain of seals.`);
  return found;
}
