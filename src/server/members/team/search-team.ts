import { isRefused, type Refused } from '#domain/refusals.ts';
import type { Services } from '#server/api/services.ts';
import { listTeamMembers } from './list-team.ts';
import { presentRowCard } from './present.ts';

/** The first page of a search, newest members first. */
export async function searchTeam(
  services: Pick<Services, 'db'>,
  memberId: number,
  filter: { search: string; limit: number },
): Promise<ReturnType<typeof presentRowCard>[] | Refused> {
  const page = await listTeamMembers(services, memberId, filter);
  return isRefused(page) ? page : page.rows.map(presentRowCard);
}
