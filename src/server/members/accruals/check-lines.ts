import { setImmediate } from 'node:timers/promises';
import { and, isNull, sql } from 'drizzle-orm';
import type { FieldFault } from '#domain/field-faults.ts';
import { ACCRUAL_REASONS, DOCUMENT_MAX } from '#domain/history.ts';
import { normaliseUsername } from '#domain/identity.ts';
import { MAX_MICROS, parseMoney } from '#domain/money.ts';
import type { Db } from '#server/db/connect.ts';
import { members } from '#server/db/schema/index.ts';
import type { BatchLabels, BatchLine } from '#server/ledger/index.ts';

/** A line as written in the file; `source` may be empty. */
export type AccrualLine = { username: string; amount: string; reason: string; source: string; document: string };
/** `line` counts from 0. */
export type LineFault = { line: number; field: keyof AccrualLine; code: FieldFault };

type Checked = { lines: BatchLine[]; totalMicros: bigint; faults: LineFault[] };

/** Don't post `lines` if there are `faults`: a faulty line may have member 0 or amount 0. */
export async function checkLines(
  db: Db,
  { lines, labels }: { lines: readonly AccrualLine[]; labels: BatchLabels },
): Promise<Checked> {
  const reasons = new Set<string>([...ACCRUAL_REASONS, ...Object.keys(labels)]);
  const membersByName = await findMembers(db, lines);
  const faults: LineFault[] = [];
  let totalMicros = 0n;
  const batchLines: BatchLine[] = [];
  for (const [line, accrual] of lines.entries()) {
    // Lets other requests of this process run.
    if (line % LINES_A_TURN === LINES_A_TURN - 1) await setImmediate();
    const add = (field: keyof AccrualLine, code: FieldFault) => faults.push({ line, field, code });
    const member = membersByName.get(normaliseUsername(accrual.username));
    if (!member) add('username', accrual.username.trim() === '' ? 'required' : 'member_unknown');
    else if (member.isBlocked) add('username', 'member_blocked');
    const amountMicros = parseMoney(accrual.amount) ?? 0n;
    if (amountMicros === 0n) add('amount', 'amount_invalid');
    totalMicros += amountMicros;
    if (!reasons.has(accrual.reason)) add('reason', 'reason_unknown');
    const source = accrual.source === '' ? undefined : membersByName.get(normaliseUsername(accrual.source));
    if (!source && accrual.source !== '') add('source', 'member_unknown');
    const documentFault = faultOfDocument(accrual.document);
    if (documentFault) add('document', documentFault);
    const details = { reason: accrual.reason, document: accrual.document, ...(source && { source: `${source.id}` }) };
    batchLines.push({ memberId: member?.id ?? 0, amountMicros, details });
  }
  if (totalMicros > MAX_MICROS) faults.push({ line: lines.length - 1, field: 'amount', code: 'total_too_large' });
  return { lines: batchLines, totalMicros, faults };
}

const LINES_A_TURN = 5_000;

type LineMember = { id: number; isBlocked: boolean };

async function findMembers(db: Db, lines: readonly AccrualLine[]): Promise<Map<string, LineMember>> {
  const names = lines.flatMap(({ username, source }) => [username, source].map(normaliseUsername));
  const usernames = [...new Set(names)].filter((name) => name !== '' && !name.includes('\0'));
  if (usernames.length === 0) return new Map();
  const rows = await db
    .select({ id: members.id, username: members.username, blockedAt: members.blockedAt })
    .from(members)
    .where(and(sql`${members.username} = any(${sql.param(usernames)}::text[])`, isNull(members.closedAt)));
  return new Map(rows.map(({ id, username, blockedAt }) => [username, { id, isBlocked: blockedAt !== null }]));
}

function faultOfDocument(document: string): FieldFault | undefined {
  if (document.trim() === '') return 'required';
  if (document.length > DOCUMENT_MAX) return 'too_long';
  return /\p{Cc}/u.test(document) ? 'invalid' : undefined;
}
