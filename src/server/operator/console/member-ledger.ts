import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { downloadMemberLedger, LedgerLine, listMemberLedger } from '#contracts/console/member-lists.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { ACCRUAL_REASONS } from '#domain/history.ts';
import type { Language } from '#domain/languages.ts';
import { moneyText } from '#domain/money.ts';
import { isRefused, refuse, type Refused, refuseField } from '#domain/refusals.ts';
import { isUuid } from '#domain/uuid.ts';
import { type TextsByLanguage, textIn } from '#i18n/texts-by-language.ts';
import { translator } from '#i18n/translator.ts';
import type { FileAnswer } from '#server/api/route.ts';
import type { Services } from '#server/api/services.ts';
import type { Cell } from '#server/base/csv/index.ts';
import type { Db } from '#server/db/connect.ts';
import { accrualBatches, ledgerAccounts, ledgerEntries, ledgerTransfers, members } from '#server/db/schema/index.ts';
import { readBalance } from '#server/ledger/index.ts';
import { csvFile } from './csv-file.ts';
import { findMember } from './find-member.ts';
import { keysetOf, PAGE } from './keyset.ts';

type Input = z.output<typeof listMemberLedger.input>;
type Account = NonNullable<Input['account']>;
type Page = { items: LedgerLine[]; next: string | null };

export async function list(
  { db }: Pick<Services, 'db'>,
  { username, account, cursor, limit }: Input,
  language: Language,
): Promise<OutputOf<typeof listMemberLedger> | Refused> {
  const member = await findMember(db, username);
  if (!member) return refuse('not_found');
  const [page, balance] = await Promise.all([
    readLines(db, member.id, { account, cursor, limit, language }),
    readBalance(db, member.id),
  ]);
  if (isRefused(page)) return page;
  const { availableMicros, heldMicros } = balance;
  return { ...page, balance: { available: moneyText(availableMicros), held: moneyText(heldMicros) } };
}

type LineRange = {
  account?: Account | undefined;
  cursor?: string | undefined;
  limit?: number | undefined;
  language: Language;
};

/** Entries are numbered per account, so this order agrees with the balances, and every page costs the same. */
const SORTS = { number: { column: ledgerEntries.number, type: 'integer' } } as const;

export async function readLines(
  db: Db,
  memberId: number,
  { account = 'available', cursor, limit = PAGE, language }: LineRange,
): Promise<Page | Refused> {
  const keyset = keysetOf(SORTS, '-number', SORTS.number, cursor);
  if (!keyset) return refuseField('cursor', 'invalid');
  const [found] = await db
    .select({ id: ledgerAccounts.id })
    .from(ledgerAccounts)
    .where(and(eq(ledgerAccounts.memberId, memberId), eq(ledgerAccounts.kind, account)));
  const fetchedRows = found
    ? await select(db)
        .where(and(eq(ledgerEntries.accountId, found.id), isNotNull(ledgerEntries.number), keyset.behind))
        .orderBy(...keyset.order)
        .limit(limit + 1)
    : [];
  const { rows, next } = keyset.page(fetchedRows, limit, ({ number }) => [number ?? 0, number ?? 0]);
  return { items: rows.map((row) => present(row, account, language)), next };
}

type Row = {
  number: number | null;
  at: Date;
  kind: typeof ledgerEntries.$inferSelect.kind;
  amountMicros: bigint;
  balanceMicros: bigint | null;
  key: string;
  details: Record<string, string>;
  label: TextsByLanguage | null;
  source: string | null;
};

function select(db: Db) {
  const detail = (name: string): SQL<string> => sql`(${ledgerTransfers.details} ->> ${sql.raw(`'${name}'`)})`;
  return db
    .select({
      number: ledgerEntries.number,
      at: ledgerEntries.at,
      kind: ledgerEntries.kind,
      amountMicros: ledgerEntries.amountMicros,
      balanceMicros: ledgerEntries.balanceAfter,
      key: ledgerTransfers.key,
      details: ledgerTransfers.details,
      label: sql<TextsByLanguage | null>`(
        select ${accrualBatches.labels} -> ${detail('reason')} from ${accrualBatches}
        where ${accrualBatches.batch} = ${detail('batch')})`,
      source: sql<string | null>`(
        select ${members.username} from ${members} where ${members.id} =
          case when ${detail('source')} ~ '^[0-9]{1,9}$' then ${detail('source')}::integer end)`,
    })
    .from(ledgerEntries)
    .innerJoin(ledgerTransfers, eq(ledgerTransfers.id, ledgerEntries.transferId))
    .$dynamic();
}

function present(row: Row, account: Account, language: Language): LedgerLine {
  const { number, at, amountMicros, balanceMicros, key, details, source } = row;
  return {
    number: number ?? 0,
    at: at.toISOString(),
    kind: kindOf(row, account),
    amount: moneyText(amountMicros),
    balance: moneyText(balanceMicros ?? 0n),
    reason: reasonOf(row, language),
    document: details['document'] || null,
    source,
    origin: originOf(key, details),
  };
}

function kindOf({ kind, amountMicros }: Row, account: Account): LedgerLine['kind'] {
  const isReturned = kind === 'purchase' && amountMicros > 0n === (account === 'available');
  return isReturned ? 'purchase_returned' : kind;
}

function reasonOf({ kind, details, label }: Row, language: Language): string | null {
  if (kind !== 'accrual') return null;
  if (label) return textIn(label, language);
  const reason = ACCRUAL_REASONS.find((code) => code === details['reason']);
  return translator(language)(`finance:entry.accrual.${reason ?? 'earnings'}`);
}

/** Batches are named in the details; keys begin with `withdrawal:<id>` or `transaction:<id>`. */
function originOf(key: string, { batch }: Record<string, string>): LedgerLine['origin'] {
  if (batch) return { kind: 'batch', id: batch };
  const [kind, id = ''] = key.split(':');
  return (kind === 'withdrawal' || kind === 'transaction') && isUuid(id) ? { kind, id } : null;
}

const CSV_LINES_MAX = 100_000;
const CSV_AT_ONCE = 500;
const HEAD = ['number', 'at', 'kind', 'amount', 'balance', 'reason', 'document', 'source', 'origin'];

export async function writeCsv(
  services: Services,
  { username, account }: z.output<typeof downloadMemberLedger.input>,
  language: Language,
): Promise<FileAnswer | Refused> {
  const { db } = services;
  const member = await findMember(db, username);
  if (!member) return refuse('not_found');
  return csvFile(
    services,
    { name: ['ledger', member.username, account], head: HEAD, language },
    {
      max: CSV_LINES_MAX,
      read: async (cursor) => {
        const page = await readLines(db, member.id, { account, cursor, limit: CSV_AT_ONCE, language });
        return isRefused(page) ? page : { rows: page.items.map(csvRow), next: page.next };
      },
    },
  );
}

function csvRow({ number, at, kind, amount, balance, reason, document, source, origin }: LedgerLine): Cell[] {
  const texts = [reason, document, source, origin && `${origin.kind}:${origin.id}`].map((text) => text ?? '');
  return [String(number), at, kind, { amount }, { amount: balance }, ...texts];
}
