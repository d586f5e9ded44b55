import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type {
  ConsoleWithdrawal,
  downloadWithdrawals,
  listConsoleWithdrawals,
  RISK_MARKS,
  WeighedWithdrawal,
} from '#contracts/console/withdrawals.ts';
import type { OutputOf } from '#contracts/contract.ts';
import type { Language } from '#domain/languages.ts';
import { moneyText } from '#domain/money.ts';
import { isRefused, refuse, type Refused, refuseField } from '#domain/refusals.ts';
import { isUuid } from '#domain/uuid.ts';
import { isOpen } from '#domain/withdrawal.ts';
import { addSeconds } from '#server/base/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { approvals, memberPins, members, withdrawals } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import type { Cell } from '#server/base/csv/index.ts';
import type { FileAnswer } from '#server/api/route.ts';
import { csvFile } from './csv-file.ts';
import { keysetOf, PAGE } from './keyset.ts';
import { totalOf } from './total.ts';
import { idsOfUsernames } from './usernames.ts';
import { readWeighing } from './weighing.ts';

type Risk = (typeof RISK_MARKS)[number];
type Selected = {
  row: typeof withdrawals.$inferSelect;
  username: string;
  isFirst: boolean;
  isNewDestination: boolean;
  isSharedDestination: boolean;
  passwordChangedAt: Date | null;
  emailChangedAt: Date | null;
  pinSetAt: Date | null;
  stoppedAt: Date | null;
  waitsForSecond: boolean;
};

/** Recent changes of password, e-mail or PIN may come from a thief. */
const FRESH_SECONDS = 7 * 24 * 60 * 60;

const SORTS = {
  requested_at: { column: withdrawals.requestedAt, type: 'timestamptz' },
  amount: { column: withdrawals.amountMicros, type: 'bigint' },
} as const;

type Input = z.output<typeof listConsoleWithdrawals.input>;
type Reading = Pick<Services, 'db' | 'config'>;

export async function list(
  services: Reading,
  input: Input,
): Promise<OutputOf<typeof listConsoleWithdrawals> | Refused> {
  const filter = await filterOf(services.db, input);
  const [page, total] = await Promise.all([
    readPage(services, input, filter),
    totalOf(services.db, withdrawals, filter, withdrawals.amountMicros),
  ]);
  return isRefused(page) ? page : { ...page, total };
}

async function filterOf(db: Db, { state, search }: Input): Promise<SQL | undefined> {
  return and(
    state && eq(withdrawals.state, state),
    search?.trim() ? await searchCondition(db, search.trim()) : undefined,
  );
}

async function readPage(
  services: Reading,
  input: Input,
  filter: SQL | undefined,
): Promise<{ items: ConsoleWithdrawal[]; next: string | null } | Refused> {
  // A queue begins with what has waited longest, other lists with the newest.
  const { state, sort = state === 'requested' ? 'requested_at' : '-requested_at', cursor, limit = PAGE } = input;
  const keyset = keysetOf(SORTS, sort, { column: withdrawals.id, type: 'uuid' }, cursor);
  if (!keyset) return refuseField('cursor', 'invalid');
  const fetchedRows = await select(services.db)
    .where(and(filter, keyset.behind))
    .orderBy(...keyset.order)
    .limit(limit + 1);
  const { rows, next } = keyset.page(fetchedRows, limit, ({ row: { id, amountMicros, requestedAt } }) => {
    return [sort.endsWith('amount') ? amountMicros : requestedAt, id];
  });
  return { items: rows.map((selected) => present(services, selected)), next };
}

const CSV_ROWS_MAX = 100_000;
const CSV_AT_ONCE = 2_000;

/** Reads in short queries, so that a slow download holds no connection. */
export async function writeCsv(
  services: Services,
  input: z.output<typeof downloadWithdrawals.input>,
  language: Language,
): Promise<FileAnswer | Refused> {
  const filter = await filterOf(services.db, input);
  return csvFile(
    services,
    { name: ['withdrawals'], head: HEAD, language },
    {
      max: CSV_ROWS_MAX,
      read: async (cursor) => {
        const page = await readPage(services, { ...input, cursor, limit: CSV_AT_ONCE }, filter);
        return isRefused(page) ? page : { rows: page.items.map(csvRow), next: page.next };
      },
    },
  );
}

const HEAD = ['id', 'username', 'amount', 'fee', 'network', 'destination', 'state', 'requested_at', 'risks'];

function csvRow(row: ConsoleWithdrawal): Cell[] {
  const { id, username, amount, fee, network, destination, state, requested_at: at, risks } = row;
  return [id, username, { amount }, { amount: fee }, network, destination, state, at, risks.join(' ')];
}

/** Tries an id, a destination, an id of the chain, then the beginning of a username: one index per query. */
async function searchCondition(db: Db, search: string): Promise<SQL> {
  const id = search.toLowerCase();
  if (isUuid(id)) return eq(withdrawals.id, id);
  for (const column of [withdrawals.destination, withdrawals.chainId]) {
    const [found] = await db.select({ id: withdrawals.id }).from(withdrawals).where(eq(column, search)).limit(1);
    if (found) return eq(column, search);
  }
  return inArray(withdrawals.memberId, await idsOfUsernames(db, id));
}

function select(db: Db) {
  const isOther = (sign: '<' | '>') => sql`select 1 from withdrawals as o
    where o.destination = ${withdrawals.destination} and o.member_id ${sql.raw(sign)} ${withdrawals.memberId} limit 1`;
  // `limit 1` instead of `exists`: PostgreSQL would collect all completed withdrawals first, for a page of fifty.
  const earlier = sql`select 1 from withdrawals as e where e.member_id = ${withdrawals.memberId} and e.state = 'completed'`;
  // A completed one counts itself, so most rows of a long list need no lookup.
  const isNone = (found: SQL) =>
    sql<boolean>`case when ${withdrawals.state} = 'completed' then false else (${found}) is null end`;
  return db
    .select({
      row: withdrawals,
      username: members.username,
      isFirst: isNone(sql`${earlier} limit 1`),
      isNewDestination: isNone(sql`${earlier} and e.destination = ${withdrawals.destination} limit 1`),
      // Two ranges of an index: own withdrawals to the destination are not read.
      isSharedDestination: sql<boolean>`coalesce((${isOther('<')}), (${isOther('>')})) is not null`,
      passwordChangedAt: members.passwordChangedAt,
      emailChangedAt: members.emailChangedAt,
      pinSetAt: memberPins.setAt,
      stoppedAt: members.withdrawalsStoppedAt,
      waitsForSecond: sql<boolean>`${withdrawals.state} = 'requested' and exists (select 1 from ${approvals}
        where ${approvals.action} = 'withdrawals approve'
        and ${approvals.subject} = ${withdrawals.id}::text and ${approvals.state} = 'waiting')`,
    })
    .from(withdrawals)
    .innerJoin(members, eq(members.id, withdrawals.memberId))
    .leftJoin(memberPins, eq(memberPins.memberId, withdrawals.memberId))
    .$dynamic();
}

function present(
  { config }: Pick<Services, 'config'>,
  { row, username, waitsForSecond, ...facts }: Selected,
): ConsoleWithdrawal {
  const freshSince = addSeconds(row.requestedAt, -FRESH_SECONDS);
  // Changes after the request count only while it is open.
  const isFresh = (at: Date | null) => at !== null && at > freshSince && (isOpen(row.state) || at <= row.requestedAt);
  const marks: Record<Risk, boolean> = {
    new_destination: facts.isNewDestination,
    shared_destination: facts.isSharedDestination,
    first_withdrawal: facts.isFirst,
    fresh_password: isFresh(facts.passwordChangedAt),
    fresh_email: isFresh(facts.emailChangedAt),
    fresh_pin: isFresh(facts.pinSetAt),
    large: row.amountMicros >= config.fourEyesMicros,
    owner_stopped: facts.stoppedAt !== null && isOpen(row.state),
  };
  return {
    id: row.id,
    username,
    amount: moneyText(row.amountMicros),
    fee: moneyText(row.fee),
    network: row.network,
    destination: row.destination,
    state: row.state,
    requested_at: row.requestedAt.toISOString(),
    chain_id: row.chainId,
    reason: row.reason,
    risks: (Object.keys(marks) as Risk[]).filter((mark) => marks[mark]),
    waits_for_second: waitsForSecond,
  };
}

export async function find(services: Services, id: string, db = services.db): Promise<ConsoleWithdrawal | Refused> {
  const [found] = isUuid(id) ? await select(db).where(eq(withdrawals.id, id)) : [];
  return found ? present(services, found) : refuse('not_found');
}

/** By id; withdrawals that aren’t there are left out. */
export async function findWeighed(
  services: Pick<Services, 'db' | 'config'>,
  ids: readonly string[],
): Promise<Map<string, WeighedWithdrawal>> {
  const known = ids.filter(isUuid);
  if (known.length === 0) return new Map();
  const [found, weighings] = await Promise.all([
    select(services.db).where(inArray(withdrawals.id, known)),
    readWeighing(services.db, known),
  ]);
  return new Map(
    found.map((selected) => {
      const { id } = selected.row;
      return [id, { ...present(services, selected), weighing: weighings.get(id)! }];
    }),
  );
}
