import type { PageCall, Result } from '#contracts/call.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { listTeam } from '#contracts/team.ts';
import { type TeamQuery, without } from './team-query.ts';

export type TeamPage = OutputOf<typeof listTeam>;
export type TeamRow = TeamPage['items'][number];

export type Found = {
  answer: Result<TeamPage>;
  /** What the rows were found by. */
  used: TeamQuery;
  /** What could not be used, in sentences. */
  errors: Record<string, string[]>;
};

/** The rows an address asks for. A value that can't be filters nothing, and a broken cursor leads to the first page. */
export async function findMembers(call: PageCall, query: TeamQuery): Promise<Found> {
  const answer = await call(listTeam, query);
  if (answer.success || answer.error.code !== 'invalid') return { answer, used: query, errors: {} };
  const errors = answer.error.fields ?? {};
  const used = without(query, 'cursor', ...Object.keys(errors));
  return { answer: await call(listTeam, used), used, errors: without(errors, 'cursor') as Found['errors'] };
}
