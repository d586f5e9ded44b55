import type { OutputOf } from '#contracts/contract.ts';
import type { getTeamMember, listLine, listTeam } from '#contracts/team.ts';
import { isShownTo, missingForActive, presentCardTo, presentContacts } from '#server/members/profile/index.ts';
import type { TeamMember } from './find-team-member.ts';
import type { Line } from './list-line.ts';
import type { TeamRow } from './team-row.ts';

type Row = OutputOf<typeof listTeam>['items'][number];
type Card = Pick<Row, 'username' | 'name' | 'photo' | 'career_status' | 'is_former'>;

export function presentRowCard({ username, name, photo, careerStatus, isFormer }: TeamRow): Card {
  return { username, name, photo, career_status: careerStatus, is_former: isFormer };
}

export function presentRow(row: TeamRow): Row {
  return {
    ...presentRowCard(row),
    line: row.line,
    in_team: row.inTeam,
    real_estate: row.realEstate,
    active: row.active,
    registered_at: new Date(row.registeredAt).toISOString(),
  };
}

export function presentLine({ inTeam, firstLine, rows, next }: Line): OutputOf<typeof listLine> {
  return { in_team: inTeam, first_line: firstLine, items: rows.map(presentRow), next };
}

export function presentTeamMember(teamMember: TeamMember, viewerId: number): OutputOf<typeof getTeamMember> {
  const { member, line, inTeam, way, joinedBy, lastLicence } = teamMember;
  return {
    ...presentCardTo(viewerId, member),
    line,
    in_team: inTeam,
    real_estate: member.realEstate,
    active: member.active,
    missing_for_active: isShownTo(viewerId, member) ? missingForActive(member, lastLicence) : [],
    registered_at: member.registeredAt.toISOString(),
    path: { first: way.first, left_out: way.leftOut, last: way.last },
    joined_by: joinedBy ? { ref_code: joinedBy.refCode, at: joinedBy.boundAt.toISOString() } : null,
    // On line 1 the caller is the member's inviter.
    contacts: line === 1 ? presentContacts(member, 'inviter') : null,
  };
}
