import { call } from '#client/call.ts';
import { listTeam } from '#contracts/team.ts';
import { findMembers } from './find-members.ts';
import { type PackedPerson, type Person, personOf } from './persons.ts';
import { fromStart, rowsAsked, type TeamQuery } from './team-query.ts';

/** Rows, what they were found by, and what of the address could not be used. */
type Rows<One> = {
  persons: readonly One[];
  /** Where the next ones begin. */
  next: string | null;
  used: TeamQuery;
  errors: Record<string, string[]>;
};

/** As the page hands them over. */
export type PackedRows = Rows<PackedPerson>;
export type Shown = Rows<Person>;

/** The rows of an address; nothing when they did not come. */
export async function loadRows(query: TeamQuery, timeZone: string): Promise<Shown | undefined> {
  const { answer, used, errors } = await findMembers((input) => call(listTeam, input), query);
  if (!answer?.success) return undefined;
  const { items, next } = answer.data;
  return { persons: items.map((one) => personOf(one, timeZone)), next, used, errors };
}

/** The rows that are there, and those below them that the address asks for as well. */
export async function loadMore(query: TeamQuery, before: Shown, timeZone: string): Promise<Shown | undefined> {
  const { persons, next, used } = before;
  if (next === null || query.shown === undefined) return loadRows(query, timeZone);
  const rest = { ...fromStart(used), cursor: next, limit: String(rowsAsked(query) - persons.length) };
  const answer = await call(listTeam, rest as never);
  if (!answer?.success) return undefined;
  const more = answer.data.items.map((one) => personOf(one, timeZone));
  return { persons: [...persons, ...more], next: answer.data.next, used: query, errors: {} };
}
