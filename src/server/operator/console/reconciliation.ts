import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { type getReconciliation, RECONCILED_AT_ONCE, type Reconciled } from '#contracts/console/reports.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { addDays } from '#domain/days.ts';
import type { Language } from '#domain/languages.ts';
import { CURRENCY, moneyText } from '#domain/money.ts';
import { isRefused, refuseField, type Refused } from '#domain/refusals.ts';
import { sumOf } from '#domain/transaction.ts';
import type { Db } from '#server/db/connect.ts';
import {
  ledgerAccounts,
  ledgerEntries,
  ledgerTransfers,
  members,
  transactionPayments,
  transactions,
  withdrawals,
} from '#server/db/schema/index.ts';
import type { NodePayment, PaymentRequestOutcome, PayoutOutcome } from '#server/node/index.ts';
import { depositKey } from '#server/ledger/index.ts';
import type { Services } from '#server/api/services.ts';
import type { FileAnswer } from '#server/api/route.ts';
import { purposeOf } from '#server/members/transactions/index.ts';
import { csvFile } from './csv-file.ts';
import { keysetOf } from './keyset.ts';
import { beginningOf, periodOf } from './period.ts';

type Input = z.output<typeof getReconciliation.input>;
type Page = OutputOf<typeof getReconciliation>;

/** The node can't list payments, so each one is queried, newest first. */
export function compare(services: Services, input: Input): Promise<Page | Refused> {
  return input.kind === 'payouts' ? comparePayouts(services, input) : comparePayments(services, input);
}

const ROWS_MAX = 10_000;
const HEAD = ['id', 'username', 'at', 'state', 'recorded', 'ledger', 'node', 'verdict'];

export function compareCsv(
  services: Services,
  input: Omit<Input, 'cursor' | 'limit'>,
  language: Language,
): Promise<FileAnswer | Refused> {
  const { kind = 'payments' } = input;
  const { from, to } = periodOf(services, input);
  return csvFile(
    services,
    { name: ['reconciliation', kind, from, to], head: HEAD, language },
    {
      max: ROWS_MAX,
      read: async (cursor) => {
        const page = await compare(services, { ...input, cursor, limit: RECONCILED_AT_ONCE });
        if (isRefused(page)) return page;
        const isDead = page.items.length > 0 && page.items.every(({ verdict }) => verdict === 'unknown');
        const rows = page.items.map(({ id, username, at, state, recorded, ledger, node, verdict }) => {
          const sums = [recorded, ledger, node ?? ''].map((amount) => ({ amount }));
          return [id, username, at, state, ...sums, verdict];
        });
        return { rows, next: isDead ? null : page.next };
      },
    },
  );
}

function isWithin(services: Services, column: SQL, input: Input): SQL {
  const { from, to } = periodOf(services, input);
  const [start, end] = [from, addDays(to, 1)].map((day) => beginningOf(day, services.config));
  return sql`(${column} >= ${start} and ${column} < ${end})`;
}

const OF_PAYMENTS = { at: { column: transactions.createdAt, type: 'timestamptz' } } as const;
type TransactionRow = typeof transactions.$inferSelect;
type PaymentRecord = typeof transactionPayments.$inferSelect;

async function comparePayments(services: Services, input: Input): Promise<Page | Refused> {
  const { cursor, limit = RECONCILED_AT_ONCE } = input;
  const { db } = services;
  const keyset = keysetOf(OF_PAYMENTS, '-at', { column: transactions.id, type: 'uuid' }, cursor);
  if (!keyset) return refuseField('cursor', 'invalid');
  const fetchedRows = await db
    .select({ row: transactions, username: members.username })
    .from(transactions)
    .innerJoin(members, eq(members.id, transactions.memberId))
    .where(and(isWithin(services, sql`${transactions.createdAt}`, input), keyset.behind))
    .orderBy(...keyset.order)
    .limit(limit + 1);
  const { rows, next } = keyset.page(fetchedRows, limit, ({ row: { id, createdAt } }) => [createdAt, id]);
  const outcomes = await inBatches(rows, ({ row }) => askForPayments(services, row));
  const paymentRecords = await readRecords(
    db,
    rows.map(({ row }) => row.id),
  );
  const pairs = rows.map(({ row, username }, index) => {
    const outcome = outcomes[index];
    const confirmed = confirmedBy(outcome);
    const records = paymentRecords.filter(({ transactionId }) => transactionId === row.id);
    const names = [...new Set([...confirmed.map(({ id }) => id), ...records.map(({ nodeId }) => nodeId)])];
    return { row, username, outcome, confirmed, records, names };
  });
  const movedByKey = await readMoved(
    db,
    pairs.flatMap(({ row, names }) => names.map((name) => depositKey(purposeOf(row).purpose, name))),
  );
  return { items: pairs.map((pair) => comparePayment(pair, movedByKey)), next };
}

function askForPayments({ node }: Services, { id, price, expiresAt }: TransactionRow): Promise<PaymentRequestOutcome> {
  const expires_at = expiresAt.toISOString();
  return node.readPaymentRequest({ id, amount: moneyText(price), currency: CURRENCY, expires_at });
}

function confirmedBy(outcome: PaymentRequestOutcome | undefined): NodePayment[] {
  const payments = outcome && 'payments' in outcome ? outcome.payments : [];
  return payments.filter(({ isConfirmed, currency }) => isConfirmed && currency === CURRENCY);
}

function readRecords(db: Db, ids: readonly string[]): Promise<PaymentRecord[]> {
  return db
    .select()
    .from(transactionPayments)
    .where(and(inArray(transactionPayments.transactionId, ids), eq(transactionPayments.currency, CURRENCY)));
}

type Pair = {
  row: TransactionRow;
  username: string;
  outcome: PaymentRequestOutcome | undefined;
  confirmed: readonly NodePayment[];
  records: readonly PaymentRecord[];
  names: readonly string[];
};

function comparePayment(
  { row, username, outcome, confirmed, records, names }: Pair,
  movedByKey: ReadonlyMap<string, bigint>,
): Reconciled {
  const { id, createdAt, state, received, address } = row;
  const { purpose } = purposeOf(row);
  const movedFor = (name: string) => movedByKey.get(depositKey(purpose, name));
  const isSame =
    sumOf(records) === received &&
    names.every((name) => {
      const amount = records.find(({ nodeId }) => nodeId === name)?.amountMicros;
      return amount === movedFor(name) && amount === confirmed.find((payment) => payment.id === name)?.amountMicros;
    });
  // Without an address the node has not answered yet, so the request isn't missing.
  const isAbsent = outcome?.state === 'absent' && address !== null;
  return {
    ...{ id, username, at: createdAt.toISOString(), state },
    recorded: moneyText(received),
    ledger: moneyText(names.reduce((sum, name) => sum + (movedFor(name) ?? 0n), 0n)),
    node: outcome && 'payments' in outcome ? moneyText(sumOf(confirmed)) : null,
    verdict: !outcome || outcome.state === 'unknown' ? 'unknown' : isAbsent ? 'absent' : isSame ? 'same' : 'differs',
  };
}

async function readMoved(db: Db, keys: readonly string[]): Promise<Map<string, bigint>> {
  const rows = await db
    .select({ key: ledgerTransfers.key, amountMicros: ledgerEntries.amountMicros })
    .from(ledgerTransfers)
    .innerJoin(ledgerEntries, eq(ledgerEntries.transferId, ledgerTransfers.id))
    .where(and(inArray(ledgerTransfers.key, keys), sql`${ledgerEntries.amountMicros} > 0`));
  return new Map(rows.map(({ key, amountMicros }) => [key, amountMicros]));
}

const OF_PAYOUTS = { at: { column: withdrawals.requestedAt, type: 'timestamptz' } } as const;
type WithdrawalRow = typeof withdrawals.$inferSelect;
/** States in which the node may know the payout. */
const SENT_STATES = ['sending', 'completed', 'failed'] as const;

async function comparePayouts(services: Services, input: Input): Promise<Page | Refused> {
  const { cursor, limit = RECONCILED_AT_ONCE } = input;
  const keyset = keysetOf(OF_PAYOUTS, '-at', { column: withdrawals.id, type: 'uuid' }, cursor);
  if (!keyset) return refuseField('cursor', 'invalid');
  const paid = sql<string | null>`(select sum(${ledgerEntries.amountMicros}) from ${ledgerEntries}
    join ${ledgerAccounts} on ${ledgerAccounts.id} = ${ledgerEntries.accountId} and ${ledgerAccounts.kind} = 'payouts'
    where ${ledgerEntries.transferId} = ${withdrawals.endId})`;
  const fetchedRows = await services.db
    .select({ row: withdrawals, username: members.username, paid })
    .from(withdrawals)
    .innerJoin(members, eq(members.id, withdrawals.memberId))
    .where(
      and(
        inArray(withdrawals.state, SENT_STATES),
        isWithin(services, sql`${withdrawals.requestedAt}`, input),
        keyset.behind,
      ),
    )
    .orderBy(...keyset.order)
    .limit(limit + 1);
  const { rows, next } = keyset.page(fetchedRows, limit, ({ row: { id, requestedAt } }) => [requestedAt, id]);
  const outcomes = await inBatches(rows, ({ row }) => askForPayout(services, row));
  const items = rows.map(({ row, username, paid: moved }, index) => {
    return comparePayout(row, username, BigInt(moved ?? 0), outcomes[index]);
  });
  return { items, next };
}

function askForPayout({ node }: Services, row: WithdrawalRow): Promise<PayoutOutcome> {
  const { id, destination, network } = row;
  return node.readPayout({ id, destination, network, amount: moneyText(arrives(row)), currency: CURRENCY });
}

function arrives({ amountMicros, fee }: WithdrawalRow): bigint {
  return amountMicros - fee;
}

function comparePayout(
  row: WithdrawalRow,
  username: string,
  moved: bigint,
  outcome: PayoutOutcome | undefined,
): Reconciled {
  const recorded = row.state === 'completed' ? arrives(row) : 0n;
  return {
    ...{ id: row.id, username, at: row.requestedAt.toISOString(), state: row.state },
    recorded: moneyText(recorded),
    ledger: moneyText(moved),
    node: sentAmount(row, outcome),
    verdict: payoutVerdict(row, moved === recorded, outcome),
  };
}

function sentAmount(row: WithdrawalRow, outcome: PayoutOutcome | undefined): string | null {
  if (!outcome || outcome.state === 'unknown') return null;
  return outcome.state === 'sent' ? moneyText(arrives(row)) : moneyText(0n);
}

/** `readPayout` accepts only answers with our destination and amount, so the state is enough. */
function payoutVerdict(
  { state, chainId }: WithdrawalRow,
  isLedgerRight: boolean,
  outcome: PayoutOutcome | undefined,
): Reconciled['verdict'] {
  if (!outcome || outcome.state === 'unknown') return 'unknown';
  if (outcome.state === 'absent' && state === 'completed') return 'absent';
  const isSent = outcome.state === 'sent';
  const isSame =
    state === 'completed'
      ? isSent && outcome.chainId === chainId
      : state === 'failed'
        ? !isSent && outcome.state !== 'accepted'
        : ['accepted', 'absent'].includes(outcome.state);
  return isSame && isLedgerRight ? 'same' : 'differs';
}

const AT_ONCE = 5;
const TIME_LIMIT_MS = 8_000;

async function inBatches<Row, Outcome extends { state: string }>(
  rows: readonly Row[],
  request: (row: Row) => Promise<Outcome>,
): Promise<(Outcome | undefined)[]> {
  const timeout = AbortSignal.timeout(TIME_LIMIT_MS);
  const outcomes: Outcome[] = [];
  while (outcomes.length < rows.length && !timeout.aborted) {
    const batch = await Promise.all(rows.slice(outcomes.length, outcomes.length + AT_ONCE).map(request));
    outcomes.push(...batch);
    if (batch.every(({ state }) => state === 'unknown')) break;
  }
  return rows.map((_, index) => outcomes[index]);
}
