import { and, eq, inArray, isNotNull, isNull, or, type SQL } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { ConsoleMember, listConsoleMembers } from '#contracts/console/members.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { foldName } from '#domain/fold-name.ts';
import { normaliseEmail } from '#domain/email.ts';
import { memberState, type MemberState } from '#domain/member-state.ts';
import { type Refused, refuseField } from '#domain/refusals.ts';
import { isUuid } from '#domain/uuid.ts';
import type { Db } from '#server/db/connect.ts';
import { findsAllWords, hasAllWords, type Words, wordsOf } from '#server/db/name-search.ts';
import {
  type Member,
  members,
  signUps,
  transactionPayments,
  transactions,
  withdrawals,
} from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import { shownEmail } from '#server/base/shown-email.ts';
import { hasContact } from './contact-search.ts';
import { keysetOf, PAGE, startsWith } from './keyset.ts';
import { totalOf } from './total.ts';

const MAX_FOUND = 200;
/** Shorter texts are part of nearly every name. */
const SHORTEST_OF_NAME = 3;

type Input = z.output<typeof listConsoleMembers.input>;
type Page = OutputOf<typeof listConsoleMembers>;

const SORTS = {
  username: { column: members.username, type: 'text' },
  registered_at: { column: members.registeredAt, type: 'timestamptz' },
} as const;

export async function list(services: Services, input: Input): Promise<Page | Refused> {
  const { state, search, sort = 'username', cursor, limit = PAGE } = input;
  if (state === 'waiting') return listSignUps(services, input);
  const keyset = keysetOf(SORTS, sort, { column: members.id, type: 'integer' }, cursor);
  if (!keyset) return refuseField('cursor', 'invalid');
  const filter = and(
    state && isIn(state),
    search?.trim() ? inArray(members.id, await searchIds(services.db, search.trim())) : undefined,
  );
  const [fetchedRows, total] = await Promise.all([
    services.db
      .select()
      .from(members)
      .where(and(filter, keyset.behind))
      .orderBy(...keyset.order)
      .limit(limit + 1),
    totalOf(services.db, members, filter),
  ]);
  const { rows, next } = keyset.page(fetchedRows, limit, ({ id, username, registeredAt }) => {
    return [sort.endsWith('username') ? username : registeredAt, id];
  });
  return { items: rows.map((member) => presentMember(member)), next, total };
}

function isIn(state: Exclude<MemberState, 'waiting'>): SQL | undefined {
  if (state === 'closed') return isNotNull(members.closedAt);
  return and(isNull(members.closedAt), state === 'blocked' ? isNotNull(members.blockedAt) : isNull(members.blockedAt));
}

async function searchIds(db: Db, search: string): Promise<number[]> {
  const exactMatches = await idsByName(db, search);
  if (exactMatches.length > 0) return exactMatches;
  const words = wordsOf(search);
  const ofContact = hasContact(search);
  const queries = [
    db
      .select({ id: members.id })
      .from(members)
      .where(startsWith(members.username, foldName(search))),
    db
      .select({ id: members.id })
      .from(members)
      .where(startsWith(members.email, normaliseEmail(search))),
    db
      .select({ id: members.id })
      .from(members)
      .where(inArray(members.refCode, [search, search.toUpperCase()])),
    ...(isLongEnough(words) ? [db.select({ id: members.id }).from(members).where(hasInName(words))] : []),
    ...(ofContact ? [db.select({ id: members.id }).from(members).where(ofContact)] : []),
  ];
  const results = await Promise.all(queries.map((query) => query.limit(MAX_FOUND)));
  return [...new Set(results.flat().map(({ id }) => id))].slice(0, MAX_FOUND);
}

function isLongEnough(words: Words | undefined): words is Words {
  return words?.some(({ length }) => length >= SHORTEST_OF_NAME) ?? false;
}

function hasInName(words: Words): SQL | undefined {
  return and(findsAllWords(members.searchText, words), hasAllWords(members.searchText, words));
}

async function idsByName(db: Db, search: string): Promise<number[]> {
  const uuid = isUuid(search.toLowerCase()) ? search.toLowerCase() : undefined;
  const ofWithdrawals = db
    .select({ id: withdrawals.memberId })
    .from(withdrawals)
    .where(or(eq(withdrawals.chainId, search), uuid === undefined ? undefined : eq(withdrawals.id, uuid)))
    .limit(MAX_FOUND);
  const ofPayments = db
    .select({ id: transactions.memberId })
    .from(transactionPayments)
    .innerJoin(transactions, eq(transactions.id, transactionPayments.transactionId))
    .where(eq(transactionPayments.nodeId, search))
    .limit(MAX_FOUND);
  const ofTransactions = uuid
    ? db.select({ id: transactions.memberId }).from(transactions).where(eq(transactions.id, uuid))
    : [];
  const results = await Promise.all([ofWithdrawals, ofPayments, ofTransactions]);
  return results.flat().map(({ id }) => id);
}

const SIGN_UP_SORTS = {
  username: { column: signUps.username, type: 'text' },
  registered_at: { column: signUps.requestedAt, type: 'timestamptz' },
} as const;

async function listSignUps(
  { db }: Services,
  { search, sort = 'username', cursor, limit = PAGE }: Input,
): Promise<Page | Refused> {
  const keyset = keysetOf(SIGN_UP_SORTS, sort, SIGN_UP_SORTS.username, cursor);
  if (!keyset) return refuseField('cursor', 'invalid');
  const prefix = search && foldName(search);
  const filter = prefix
    ? or(startsWith(signUps.username, prefix), eq(signUps.email, normaliseEmail(search)))
    : undefined;
  const [fetchedRows, total] = await Promise.all([
    db
      .select()
      .from(signUps)
      .where(and(filter, keyset.behind))
      .orderBy(...keyset.order)
      .limit(limit + 1),
    totalOf(db, signUps, filter),
  ]);
  const { rows, next } = keyset.page(fetchedRows, limit, ({ username, requestedAt }) => {
    return [sort.endsWith('username') ? username : requestedAt, username];
  });
  return { items: rows.map((signUp) => presentSignUp(signUp)), next, total };
}

function presentMember(member: Member): ConsoleMember {
  const { username, name, email, careerStatus, registeredAt } = member;
  return {
    ...{ username, name, email: shownEmail(email) },
    state: memberState(member),
    career_status: careerStatus,
    registered_at: registeredAt.toISOString(),
  };
}

function presentSignUp({ username, name, email, requestedAt }: typeof signUps.$inferSelect): ConsoleMember {
  return {
    ...{ username, name, email: shownEmail(email) },
    state: 'waiting',
    career_status: null,
    registered_at: requestedAt.toISOString(),
  };
}
