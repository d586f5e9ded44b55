import { asc, gt, sql } from 'drizzle-orm';
import { findAuditEntry } from '#server/audit/index.ts';
import type { Db } from '#server/db/connect.ts';
import { ledgerSeals } from '#server/db/schema/index.ts';
import { type Seal, sealHash } from '../seal-ledger.ts';
import type { Report } from './report.ts';
import type { KeyTrial } from '#server/base/key-trial.ts';

const AT_ONCE = 500;

/** Seals of a retired key are valid if a later seal has a key in use. */
export async function checkSealChain(db: Db, keys: KeyTrial, report: Report): Promise<{ count: number; last?: Seal }> {
  let last: Seal | undefined;
  let isByRetired = false;
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
      const previous = last?.hash;
      const maker = keys.madeBy(seal.hash, (key) => sealHash(key, previous, seal));
      if (seal.number !== expected) {
        report.add('seal_broken', `Seal ${seal.number} comes where seal ${expected} should be.`);
      } else if (!maker) {
        report.add('seal_broken', `Seal ${seal.number} is not as it was made: its hash does not fit.`);
      }
      isByRetired = maker === 'retired';
      last = seal;
    }
    count += seals.length;
    if (seals.length < AT_ONCE) break;
  }
  if (last && isByRetired) {
    report.add('seal_broken', `Seal ${last.number}, the last, was made with a retired pepper: nothing proves it.`);
  }
  return last ? { count, last } : { count };
}

/** Kept by someone outside the database: a seal, or the last audit hash. */
export type KeptProof = { what: 'seal' | 'audit entry'; number: number; at: Date };

export async function findKeptProof(db: Db, keptSeal: string, report: Report): Promise<KeptProof | undefined> {
  const hash = keptSeal.trim().toLowerCase();
  const [seal] = await db
    .select({ number: ledgerSeals.number, at: ledgerSeals.at })
    .from(ledgerSeals)
    .where(sql`encode(${ledgerSeals.hash}, 'hex') = ${hash}`);
  if (seal) return { what: 'seal', ...seal };
  const entry = await findAuditEntry(db, hash);
  if (entry) return { what: 'audit entry', ...entry };
  report.add(
    'seal_unknown',
    `The seal ${keptSeal.trim().slice(0, 64)} is not in the chain of seals, nor in the audit log.`,
  );
  return undefined;
}
