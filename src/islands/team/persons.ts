import type { OutputOf } from '#contracts/contract.ts';
import type { getTeamMember, listTeam } from '#contracts/team.ts';
import type { CareerStatus } from '#domain/career-status.ts';
import type { Day } from '#domain/days.ts';
import { isoDay } from '#i18n/format.ts';

export type Person = {
  username: string;
  name: string | null;
  photo: string | null;
  career_status: CareerStatus;
  is_former: boolean;
  line: number;
  inTeam: number;
  realEstate: number;
  isActive: boolean;
  since: Day;
};

type MemberData = OutputOf<typeof listTeam>['items'][number] | OutputOf<typeof getTeamMember>;

export function personOf(member: MemberData, timeZone: string): Person {
  const { username, name, photo, career_status, is_former, line, in_team, real_estate, active, registered_at } = member;
  return {
    username,
    name,
    photo,
    career_status,
    is_former,
    line,
    inTeam: in_team,
    realEstate: real_estate,
    isActive: active,
    since: isoDay(new Date(registered_at), timeZone),
  };
}

/** A row as a tuple: objects would repeat every field name in the page's HTML. */
export type PackedPerson = readonly [
  username: string,
  name: string | null,
  photo: string | null,
  status: CareerStatus,
  line: number,
  inTeam: number,
  realEstate: number,
  since: Day,
  isActive: boolean,
  isFormer: boolean,
];

export function pack(person: Person): PackedPerson {
  const { username, name, photo, career_status, line, inTeam, realEstate, since, isActive, is_former } = person;
  return [username, name, photo, career_status, line, inTeam, realEstate, since, isActive, is_former];
}

export function unpack(packed: PackedPerson): Person {
  const [username, name, photo, career_status, line, inTeam, realEstate, since, isActive, is_former] = packed;
  return { username, name, photo, career_status, line, inTeam, realEstate, since, isActive, is_former };
}

export function nameOf({ username, name, is_former }: Pick<Person, 'username' | 'name' | 'is_former'>, former: string) {
  return is_former ? former : name || username;
}
