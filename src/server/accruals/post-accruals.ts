import { eq } from 'drizzle-orm';
import { moneyText } from '#domain/money.ts';
import { refuse, type Refused } from '#domain/refusals.ts';
import type { Db } from '#server/db/connect.ts';
import { accrualBatches } from '#server/db/schema/index.ts';
import {
  accrualKey,
  batchContents,
  type BatchLine,
  type LedgerServices,
  lockAccounts,
  postTransfers,
} from '#server/ledger/index.ts';
import { notifyMany } from '#server/notices/index.ts';
import { type AccrualLine, checkLines, type LineFault } from './check-lines.ts';

export type { LineFault } from './check-lines.ts';

export type Posted = { state: 'posted' | 'posted_before' | 'checked'; lineCount: number; totalMicros: bigint };
type Order = { batch: string; lines: readonly AccrualLine[]; dryRun: boolean };

/**
 * Posts a batch of earnings whole, or nothing of it. A batch that was posted already is recognised by its name and
 * contents, whatever has become of its members since; what is refused has written nothing.
 */
export async function postAccruals(
  tx: Db,
  services: LedgerServices,
  { batch, lines, dryRun }: Order,
): Promise<Posted | Refused | { faults: LineFault[] }> {
  const checked = await checkLines(tx, lines);
  const contents = contentsOf(services, batch, checked.lines);
  const answer = { lineCount: lines.length, totalMicros: checked.totalMicros };
  const again = async (): Promise<Posted | Refused | undefined> => {
    const [before] = await tx.select().from(accrualBatches).where(eq(accrualBatches.batch, batch));
    if (!before) return undefined;
    return before.contents.equals(contents) ? { state: 'posted_before', ...answer } : refuse('batch_reused');
  };
  const before = await again();
  if (before) return before;
  if (checked.faults.length > 0) return { faults: checked.faults };
  if (dryRun) return { state: 'checked', ...answer };

  const gone = await goneMeanwhile(tx, lines, checked.lines);
  if (gone.length > 0) return { faults: gone };
  const claimed = await tx
    .insert(accrualBatches)
    .values({ batch, contents, lineCount: lines.length, total: checked.totalMicros, postedAt: services.clock.now() })
    .onConflictDoNothing()
    .returning({ batch: accrualBatches.batch });
  // Somebody else posted it while we waited for our turn.
  if (claimed.length === 0) return (await again()) ?? refuse('batch_reused');
  await post(tx, services, batch, checked.lines);
  return { state: 'posted', ...answer };
}

/** Whoever closes their account waits for their money; who did so since the lines were read is not known any more. */
async function goneMeanwhile(
  tx: Db,
  written: readonly AccrualLine[],
  read: readonly BatchLine[],
): Promise<LineFault[]> {
  await lockAccounts(
    tx,
    read.map(({ memberId }) => ({ kind: 'available', memberId }) as const),
  );
  return (await checkLines(tx, written)).faults;
}

function contentsOf({ secrets }: LedgerServices, batch: string, lines: readonly BatchLine[]): Buffer {
  const contents = batchContents(secrets.ledger, batch);
  for (const line of lines) contents.add(line);
  return contents.end();
}

async function post(tx: Db, services: LedgerServices, batch: string, lines: readonly BatchLine[]): Promise<void> {
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
  const posting = await postTransfers(tx, services, transfers);
  if ('shortOf' in posting) throw new Error(`${posting.shortOf.key} took money instead of giving it`);
  await notifyMany(tx, services, 'accrual-posted', sumsOf(lines));
}

/** What a batch comes to for each of its members, as on the wire. */
export function sumsOf(lines: readonly { memberId: number; amountMicros: bigint }[]): Map<number, string> {
  const sums = new Map<number, bigint>();
  for (const { memberId, amountMicros } of lines) sums.set(memberId, (sums.get(memberId) ?? 0n) + amountMicros);
  return new Map([...sums].map(([memberId, micros]) => [memberId, moneyText(micros)]));
}
