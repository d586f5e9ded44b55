import { eq } from 'drizzle-orm';
import { moneyText } from '#domain/money.ts';
import { isRefused, refuse, type Refused } from '#domain/refusals.ts';
import { isUuid } from '#domain/uuid.ts';
import { postAccruals, readBatch, readBatchLines, reverseAccrualBatch } from '#server/members/accruals/index.ts';
import type { Db } from '#server/db/connect.ts';
import { accrualDrafts } from '#server/db/schema/index.ts';
import { type Action, checkedAmount } from './action.ts';
import { readStoredCsv } from './draft-faults.ts';
import { removeLines } from './draft-lines.ts';

type DraftRow = typeof accrualDrafts.$inferSelect;

/** Posts a draft in one transaction. The unique batch name prevents posting twice. */
export const postOne: Action = {
  ability: 'accruals.post',
  isLong: true,
  async check(tx, services, { id }) {
    const row = await lockDraft(tx, id);
    return isRefused(row) ? row : checkedAmount(services, row.totalMicros);
  },
  async run(tx, services, { id, onProgress }) {
    const row = await lockDraft(tx, id);
    if (isRefused(row)) return row;
    const { lines } = await readStoredCsv(row);
    const { batch, labels, areRepeatsConfirmed: again } = row;
    const posted = await postAccruals(tx, services, { batch, lines, labels, dryRun: false, again, onProgress });
    if (isRefused(posted)) return posted;
    if ('faults' in posted) return refuse('accrual_faults');
    await tx.update(accrualDrafts).set({ state: 'posted', comparison: null }).where(eq(accrualDrafts.id, id));
    await removeLines(tx, id);
    return {
      action: 'accruals import',
      subject: `batch:${batch}`,
      before: { state: row.state },
      after: { state: posted.state, lines: posted.lineCount, total: moneyText(posted.totalMicros) },
    };
  },
  onStarted: (tx, id, workId) => tx.update(accrualDrafts).set({ workId }).where(eq(accrualDrafts.id, id)),
};

async function lockDraft(tx: Db, id: string): Promise<DraftRow | Refused> {
  const [row] = isUuid(id) ? await tx.select().from(accrualDrafts).where(eq(accrualDrafts.id, id)).for('update') : [];
  if (!row) return refuse('not_found');
  if (row.state !== 'checked') return refuse('decided_before');
  return row.faultCount > 0 ? refuse('accrual_faults') : row;
}

/** A batch, or a line of it as `batch:3`. Batch names hold no colon. */
export function reversalSubject(batch: string, line: number | undefined): string {
  return line === undefined ? batch : `${batch}:${line}`;
}

export function readSubject(subject: string): { batch: string; line: number | undefined } {
  const [batch = '', line] = subject.split(':');
  return { batch, line: line === undefined ? undefined : Number(line) };
}

export const reverseOne: Action = {
  ability: 'accruals.post',
  isLong: true,
  async check(tx, services, { id }) {
    const { batch, line } = readSubject(id);
    const row = await readBatch(tx, batch);
    if (!row) return refuse('not_found');
    if (line === undefined) return checkedAmount(services, row.total);
    const [posted] = await readBatchLines(tx, batch, [line]);
    return posted ? checkedAmount(services, posted.amountMicros) : refuse('not_found');
  },
  async run(tx, services, { id, onProgress }) {
    const reversal = await reverseAccrualBatch(tx, services, { ...readSubject(id), onProgress });
    switch (reversal.state) {
      case 'no_batch':
      case 'no_line':
        return refuse('not_found');
      case 'reversed_before':
        return refuse('accrual_reversed', { about: String(reversal.line) });
      case 'too_little':
        return refuse('accrual_spent', { about: `${reversal.line} ${reversal.username}` });
      case 'reversed': {
        const after = { lines: reversal.lineCount, total: moneyText(reversal.totalMicros) };
        return { action: 'accruals reverse', subject: `batch:${id}`, after };
      }
    }
  },
};
