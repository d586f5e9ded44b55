import type { Approval } from '#contracts/console/approvals.ts';
import { isRefused } from '#domain/refusals.ts';
import { isAble } from '#domain/staff.ts';
import type { approvals, Staff } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import { readSubject } from './accrual-actions.ts';
import { findSent } from './announcement-list.ts';
import * as drafts from './accrual-drafts.ts';
import { summarise } from './draft-lines.ts';
import { findBatch, findBatchLine } from './posted-batches.ts';
import { findSeveral } from './transactions.ts';
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
  const of = (area: string) => rows.filter(({ action }) => action.startsWith(`${area} `));
  const ofTransactions = isAble(role, 'transactions.read') ? of('transactions') : [];
  const ofAnnouncements = isAble(role, 'announcements.read') ? of('announcements') : [];
  const [withdrawals, transactions, announcements] = await Promise.all([
    findWeighed(services, of('withdrawals').map(subjectOf)),
    findSeveral(services, ofTransactions.map(subjectOf)),
    findSent(services, ofAnnouncements.map(subjectOf)),
  ]);
  const subjects = new Map<string, About>();
  for (const { id, subject } of of('withdrawals')) {
    const withdrawal = withdrawals.get(subject);
    if (withdrawal) subjects.set(id, { kind: 'withdrawal', withdrawal });
  }
  for (const { id, subject } of ofTransactions) {
    const transaction = transactions.get(subject);
    if (transaction) subjects.set(id, { kind: 'transaction', transaction });
  }
  for (const { id, action, subject } of isAble(role, 'accruals.read') ? of('accruals') : []) {
    subjects.set(id, await (action === 'accruals post' ? aboutDraft : aboutReversal)(services, subject));
  }
  for (const { id, subject } of ofAnnouncements) {
    const announcement = announcements.get(subject);
    if (announcement) subjects.set(id, { kind: 'announcement', announcement });
  }
  return subjects;
}

const subjectOf = ({ subject }: Row) => subject;

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
