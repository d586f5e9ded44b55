import type { OutputOf } from '#contracts/contract.ts';
import type { listTeam } from '#contracts/team.ts';
import { isRefused, type Refused } from '#domain/refusals.ts';
import type { Services } from '#server/api/services.ts';
import { listTeamMembers } from './list-team.ts';
import { presentRow } from './present.ts';

type Row = OutputOf<typeof listTeam>['items'][number];
type Card = Pick<Row, 'username' | 'name' | 'photo' | 'career_status' | 'is_former'>;

/** The first page of a search, newest members first. */
export async function searchTeam(
  services: Pick<Services, 'db'>,
  memberId: number,
  { search, limit }: { search: string; limit: number },
): Promise<Card[] | Refused> {
  const page = await listTeamMembers(services, memberId, { search, limit });
  if (isRefused(page)) return page;
  return page.rows.map(presentRow).map(({ username, name, photo, career_status, is_former }) => ({
    username,
    name,
    photo,
    career_status,
    is_former,
  }));
}
