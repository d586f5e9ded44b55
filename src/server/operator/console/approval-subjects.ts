import type { Approval } from '#contracts/console/approvals.ts';
import { isRefused } from '#domain/refusals.ts';
import { isAble } from '#domain/staff.ts';
import type { approvals, Staff } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import { readSubject } from './accrual-actions.ts';
import * as drafts from './accrual-drafts.ts';
import { summarise } from './draft-lines.ts';
import { findBatch, findBatchLine } from './posted-batches.ts';
import * as transactions from './transactions.ts';
import { findWeighed } from './withdrawals.ts';

type Row = Pick<typeof approvals.$inferSelect, 'id' | 'action' | 'subject'>;
type About = Approval['about'];
type Reading = Pick<Services, 'db' | 'config'>;

const MAX_LARGEST = 3;

/** By the id of the approval. Null for staff, and for parts that the reader may not see. */
export async function readSubjects(
  services: Reading,
  rows: readonly Row[],
  { role }: Staff,
): Promise<Map<string, About>> {
  const ofWithdrawals = rows.filter(({ action }) => action.startsWith('withdrawals '));
  const weighed = await findWeighed(
    services,
    ofWithdrawals.map(({ subject }) => subject),
  );
  const subjects = new Map<string, About>(
    ofWithdrawals.map(({ id, subject }) => {
      const withdrawal = weighed.get(subject);
      return [id, withdrawal ? { kind: 'withdrawal', withdrawal } : null];
    }),
  );
  for (const row of rows) {
    if (row.action.startsWith('transactions ') && isAble(role, 'transactions.read')) {
      const transaction = await transactions.find(services, row.subject);
      subjects.set(row.id, isRefused(transaction) ? null : { kind: 'transaction', transaction });
    }
    if (row.action.startsWith('accruals ') && isAble(role, 'accruals.read')) {
      subjects.set(row.id, await (row.action === 'accruals post' ? aboutDraft : aboutReversal)(services, row.subject));
    }
  }
  return subjects;
}

async function aboutDraft(services: Reading, id: string): Promise<About> {
  const draft = await drafts.describe(services, id);
  if (isRefused(draft)) return null;
  return { kind: 'accruals', draft, summary: await summarise(services.db, id, MAX_LARGEST) };
}

async function aboutReversal({ db }: Reading, subject: string): Promise<About> {
  const { batch: name, line } = readSubject(subject);
  const batch = await findBatch(db, name);
  if (!batch) return null;
  return { kind: 'reversal', batch, line: line === undefined ? null : ((await findBatchLine(db, name, line)) ?? null) };
}
