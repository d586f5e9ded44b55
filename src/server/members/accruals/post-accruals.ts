import { eq } from 'drizzle-orm';
import { moneyText } from '#domain/money.ts';
import { refuse, type Refused } from '#domain/refusals.ts';
import type { Db } from '#server/db/connect.ts';
import { accrualBatches } from '#server/db/schema/index.ts';
import {
  accrualKey,
  type BatchLabels,
  batchContents,
  type BatchLine,
  type LedgerServices,
  lockAccounts,
  type OnProgress,
  postTransfers,
} from '#server/ledger/index.ts';
import { notifyMany } from '#server/members/notices/index.ts';
import { isMadeWithOne } from '#server/base/secrets.ts';
import { type AccrualLine, checkLines, type LineFault } from './check-lines.ts';
import { findDoubles } from './find-doubles.ts';
import { findRepeats } from './find-repeats.ts';

export type { LineFault } from './check-lines.ts';

export type Posted = { state: 'posted' | 'posted_before' | 'checked'; lineCount: number; totalMicros: bigint };
type Order = {
  batch: string;
  lines: readonly AccrualLine[];
  labels?: BatchLabels | undefined;
  dryRun: boolean;
  /** Post lines that another batch or this one has already. */
  again?: boolean | undefined;
  onProgress?: OnProgress | undefined;
};

/** Posts the whole batch or nothing. A repeat gets `posted_before`, even if members were blocked since. */
export async function postAccruals(
  tx: Db,
  services: LedgerServices,
  { batch, lines, labels = {}, dryRun, again, onProgress }: Order,
): Promise<Posted | Refused | { faults: LineFault[] }> {
  const { checked, findEarlier } = await checkAccruals(tx, services, { batch, lines, labels });
  const order = { batch, labels, lines: checked.lines, onProgress };
  const answer = { lineCount: lines.length, totalMicros: checked.totalMicros };
  const earlier = await findEarlier();
  if (earlier) return earlier;
  if (checked.faults.length > 0) return { faults: checked.faults };
  if (dryRun)
    return (again ? undefined : await refuseRepeats(tx, batch, checked.lines)) ?? { state: 'checked', ...answer };

  const newFaults = await recheckLocked(tx, { lines, labels }, checked.lines);
  if (newFaults.length > 0) return { faults: newFaults };
  const repeated = again ? undefined : await refuseRepeats(tx, batch, checked.lines);
  if (repeated) return repeated;
  const isPosted = await postBatch(tx, services, order);
  // Another process posted it while this one waited for the lock.
  if (!isPosted) return (await findEarlier()) ?? refuse('batch_reused');
  await notifyMany(tx, services, 'accrual-posted', sumsOf(checked.lines));
  return { state: 'posted', ...answer };
}

async function refuseRepeats(db: Db, batch: string, lines: readonly BatchLine[]): Promise<Refused | undefined> {
  const doubles = findDoubles(lines);
  if (doubles.length > 0) return refuse('accrual_doubled', { params: { lines: String(doubles.length) } });
  const [repeat] = await findRepeats(db, batch, lines);
  return repeat && refuse('accrual_repeated', { params: { lines: String(repeat.lines), batch: repeat.batch } });
}

type BatchInput = { batch: string; lines: readonly AccrualLine[]; labels: BatchLabels };

/** `findEarlier` looks up, when called, whether a batch of this name was posted. */
export async function checkAccruals(db: Db, services: LedgerServices, { batch, lines, labels }: BatchInput) {
  const checked = await checkLines(db, { lines, labels });
  const answer = { lineCount: lines.length, totalMicros: checked.totalMicros };
  const findEarlier = async (): Promise<Posted | Refused | undefined> => {
    const [earlier] = await db.select().from(accrualBatches).where(eq(accrualBatches.batch, batch));
    if (!earlier) return undefined;
    const isSameBatch = isSame(services, { batch, labels, lines: checked.lines }, earlier.contents);
    return isSameBatch ? { state: 'posted_before', ...answer } : refuse('batch_reused');
  };
  return { checked, findEarlier };
}

/** Checks again under the accounts' locks: members may have closed their accounts since. */
async function recheckLocked(
  tx: Db,
  input: { lines: readonly AccrualLine[]; labels: BatchLabels },
  batchLines: readonly BatchLine[],
): Promise<LineFault[]> {
  await lockAccounts(
    tx,
    batchLines.map(({ memberId }) => ({ kind: 'available', memberId }) as const),
  );
  return (await checkLines(tx, input)).faults;
}

type Batch = { batch: string; labels: BatchLabels; lines: readonly BatchLine[]; onProgress?: OnProgress | undefined };

function isSame({ secrets: { ledger } }: LedgerServices, order: Batch, contents: Buffer): boolean {
  return isMadeWithOne([...ledger.inUse, ...ledger.retired], contents, (key) => contentsOf(key, order));
}

function contentsOf(key: Buffer, { batch, labels, lines }: Batch): Buffer {
  const contents = batchContents(key, batch, labels);
  for (const line of lines) contents.add(line);
  return contents.end();
}

/** Sends no notices. Returns false and writes nothing if a batch of this name exists. */
export async function postBatch(tx: Db, services: LedgerServices, order: Batch): Promise<boolean> {
  const { batch, labels, lines, onProgress } = order;
  const contents = contentsOf(services.secrets.ledger.inUse[0], order);
  const total = lines.reduce((sum, { amountMicros }) => sum + amountMicros, 0n);
  const row = { batch, labels, contents, lineCount: lines.length, total };
  const claimed = await tx
    .insert(accrualBatches)
    .values({ ...row, postedAt: services.clock.now() })
    .onConflictDoNothing()
    .returning({ batch: accrualBatches.batch });
  if (claimed.length === 0) return false;
  const transfers = lines.map(({ memberId, amountMicros, details }, index) => ({
    key: accrualKey(batch, index + 1),
    kind: 'accrual' as const,
    memberId,
    details: { ...details, batch, line: String(index + 1) },
    legs: [
      { account: { kind: 'earnings' } as const, amountMicros: -amountMicros },
      { account: { kind: 'available', memberId } as const, amountMicros },
    ],
  }));
  const posting = await postTransfers(tx, services, transfers, onProgress);
  if ('shortOf' in posting) throw new Error(`${posting.shortOf.key} took money instead of giving it`);
  return true;
}

export function sumsOf(lines: readonly { memberId: number; amountMicros: bigint }[]): Map<number, string> {
  const sums = new Map<number, bigint>();
  for (const { memberId, amountMicros } of lines) sums.set(memberId, (sums.get(memberId) ?? 0n) + amountMicros);
  return new Map([...sums].map(([memberId, micros]) => [memberId, moneyText(micros)]));
}
