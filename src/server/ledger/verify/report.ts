import { inArray } from 'drizzle-orm';
import type { AuditFindingCode } from '#server/audit/index.ts';
import type { Db } from '#server/db/connect.ts';
import { members } from '#server/db/schema/index.ts';
import type { StoredTransfer } from '../read-transfers.ts';

export type FindingCode =
  | AuditFindingCode
  | 'transfer_unbalanced'
  | 'transfer_entries'
  | 'transfer_altered'
  | 'transfer_behind_seals'
  | 'entry_stray'
  | 'entry_unlinked'
  | 'entry_missing'
  | 'entry_altered'
  | 'below_zero'
  | 'balance_wrong'
  | 'account_altered'
  | 'held_wrong'
  | 'day_wrong'
  | 'total_wrong'
  | 'withdrawal_hold'
  | 'withdrawal_altered'
  | 'withdrawal_end'
  | 'withdrawal_steps'
  | 'withdrawal_refund'
  | 'hold_of_nothing'
  | 'transaction_altered'
  | 'transaction_money'
  | 'transaction_sale'
  | 'transaction_refund'
  | 'transaction_steps'
  | 'transaction_place'
  | 'purchase_of_nothing'
  | 'payment_wrong'
  | 'place_unpaid'
  | 'place_seat'
  | 'place_count'
  | 'place_closing'
  | 'place_rule'
  | 'place_event'
  | 'place_order'
  | 'place_differs'
  | 'member_wrong'
  | 'batch_wrong'
  | 'seal_broken'
  | 'seal_gone'
  | 'seal_altered'
  | 'seal_unknown';

export type Finding = { code: FindingCode; words: string };

/** `counts` has all findings, `findings` the first of each code. */
export type Report = {
  add(code: FindingCode, words: string): void;
  counts: Map<FindingCode, number>;
  findings: Finding[];
};

const LISTED_PER_CODE = 20;

export function newReport(): Report {
  const counts = new Map<FindingCode, number>();
  const findings: Finding[] = [];
  return {
    counts,
    findings,
    add(code, words) {
      const count = (counts.get(code) ?? 0) + 1;
      counts.set(code, count);
      if (count <= LISTED_PER_CODE) findings.push({ code, words });
    },
  };
}

export function nameOf({ id, key }: Pick<StoredTransfer, 'id' | 'key'>): string {
  return `Transfer ${id} (${key})`;
}

export function wrongSteps(state: string, steps: readonly string[]): string {
  return `it is “${state}”, but its steps are: ${steps.join(', ') || 'none'}`;
}

export async function nameMembers(db: Db, findings: readonly Finding[]): Promise<Finding[]> {
  const ids = findings.flatMap(({ words }) =>
    [...words.matchAll(/[Mm]ember #(\d{1,9})\b/g)].map(([, id]) => Number(id)),
  );
  const rows = await db
    .select({ id: members.id, username: members.username })
    .from(members)
    .where(inArray(members.id, [...new Set([0, ...ids])]));
  const names = new Map(rows.map(({ id, username }) => [String(id), username]));
  return findings.map(({ code, words }) => ({
    code,
    words: words.replaceAll(/[Mm]ember #(\d+)/g, (same, id: string) => names.get(id) ?? same),
  }));
}
