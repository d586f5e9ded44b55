import { type AuditEnd, checkAuditChain } from '#server/audit/index.ts';
import type { Db } from '#server/db/connect.ts';
import { inSnapshot } from '#server/db/in-snapshot.ts';
import type { Services } from '#server/api/services.ts';
import { type Seal, sealLedger } from '../seal-ledger.ts';
import { batchOfKey } from '../chain.ts';
import { accountChains } from './account-chains.ts';
import { checkAccounts, checkHolders } from './check-accounts.ts';
import { checkBatches } from './check-batches.ts';
import { checkDays } from './check-days.ts';
import { checkPlaces } from './check-places.ts';
import { sealedTransfers } from './check-sealed.ts';
import { checkSealChain, findKeptProof, type KeptProof } from './check-seals.ts';
import { checkTotals } from './check-totals.ts';
import { checkTransactions } from './check-transactions.ts';
import { checkTransfers } from './check-transfers.ts';
import { checkWithdrawals } from './check-withdrawals.ts';
import { type KeyTrial, keyTrial } from '#server/base/key-trial.ts';
import { type Finding, type FindingCode, nameMembers, newReport } from './report.ts';

type ReadCounts = Record<
  'transfers' | 'entries' | 'accounts' | 'withdrawals' | 'transactions' | 'places' | 'batches' | 'seals' | 'audit',
  number
>;

export type Verification = {
  read: ReadCounts;
  counts: Partial<Record<FindingCode, number>>;
  findings: Finding[];
  lastSeal: Seal | undefined;
  auditEnd: AuditEnd | undefined;
  /** The entry for `keptSeal`, if it exists. */
  kept: KeptProof | undefined;
  durationMs: number;
};

type Options = { keptSeal?: string | undefined; onProgress?: (phase: string, share: number) => void };

/** Checks a snapshot of the ledger. Seals it if nothing is wrong. */
export async function verifyLedger(
  services: Pick<Services, 'pool' | 'transaction' | 'clock' | 'secrets'>,
  { keptSeal, onProgress = () => {} }: Options = {},
): Promise<Verification> {
  const startedAt = performance.now();
  const { ledger, audit } = services.secrets;
  const keys = { ledger: keyTrial(ledger), audit: keyTrial(audit) };
  const result = await inSnapshot(services.pool, 'atrium ledger verify', (db) =>
    verify(db, keys, { keptSeal, onProgress }),
  );
  const durationMs = performance.now() - startedAt;
  if (result.findings.length > 0) return { ...result, durationMs };
  const newSeals = await sealLedger(services);
  return { ...result, lastSeal: newSeals.at(-1) ?? result.lastSeal, durationMs };
}

async function verify(
  db: Db,
  { ledger: keys, audit: auditKeys }: Record<'ledger' | 'audit', KeyTrial>,
  { keptSeal, onProgress }: Required<Omit<Options, 'keptSeal'>> & Pick<Options, 'keptSeal'>,
): Promise<Omit<Verification, 'durationMs'>> {
  const report = newReport();
  const chains = accountChains();
  const batches = new Map<string, number>();
  onProgress('seals', 0);
  const seals = await checkSealChain(db, keys, report);
  const kept = keptSeal === undefined ? undefined : await findKeptProof(db, keptSeal, report);
  const sealedCheck = await sealedTransfers(db, report);
  const { transfers, entries } = await checkTransfers(db, {
    keys,
    chains,
    report,
    onTransfer(transfer, digest, isByRetired) {
      const batch = transfer.kind === 'accrual' ? batchOfKey(transfer.key) : undefined;
      if (batch !== undefined) batches.set(batch, (batches.get(batch) ?? 0) + 1);
      return sealedCheck.check(transfer, digest, isByRetired);
    },
    onProgress: (share) => onProgress('transfers and entries', share),
  });
  await sealedCheck.end();
  onProgress('accounts', 0);
  const accounts = await checkAccounts(db, chains, report);
  await checkDays(db, report, (share) => onProgress('days', share));
  await checkTotals(db, report);
  const withdrawals = await checkWithdrawals(db, report, (share) => onProgress('withdrawals', share));
  const transactions = await checkTransactions(db, report, (share) => onProgress('transactions', share));
  const places = await checkPlaces(db, report, (share) => onProgress('places', share));
  await checkHolders(db, report);
  onProgress('batches', 0);
  const batchCount = await checkBatches(db, keys, batches, report);
  onProgress('audit log', 0);
  const audit = await checkAuditChain(db, auditKeys, report);
  return {
    read: {
      ...{ transfers, entries, accounts, withdrawals, transactions, places },
      ...{ batches: batchCount, seals: seals.count, audit: audit.count },
    },
    counts: Object.fromEntries(report.counts),
    findings: await nameMembers(db, report.findings),
    lastSeal: seals.last,
    auditEnd: audit.end,
    kept,
  };
}
