import type { Result } from '#contracts/call.ts';
import type { InputOf, OutputOf } from '#contracts/contract.ts';
import type { listTeam } from '#contracts/team.ts';
import { rowsAsked, type TeamQuery, without } from './team-query.ts';

type TeamPage = OutputOf<typeof listTeam>;

export type Found<Answer> = {
  answer: Answer;
  /** What the rows were found by. */
  used: TeamQuery;
  /** What could not be used, in sentences. */
  errors: Record<string, string[]>;
};

/** The rows an address asks for. A value that can't be filters nothing, and a broken cursor leads to the first page. */
export async function findMembers<Answer extends Result<TeamPage> | undefined>(
  list: (input: InputOf<typeof listTeam>) => Promise<Answer>,
  query: TeamQuery,
): Promise<Found<Answer>> {
  const answer = await list(inputOf(query));
  if (!answer || answer.success || answer.error.code !== 'invalid') return { answer, used: query, errors: {} };
  const errors = answer.error.fields ?? {};
  const used = without(query, 'cursor', ...Object.keys(errors));
  return { answer: await list(inputOf(used)), used, errors: without(errors, 'cursor') as Record<string, string[]> };
}

function inputOf(query: TeamQuery): InputOf<typeof listTeam> {
  return { ...without(query, 'shown'), limit: String(rowsAsked(query)) } as InputOf<typeof listTeam>;
}
