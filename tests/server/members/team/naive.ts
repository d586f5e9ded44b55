import { foldName, hasWords, searchWords } from '#domain/fold-name.ts';
import { sql } from 'drizzle-orm';
import type { CareerStatus } from '#domain/career-status.ts';
import type { Db } from '#server/db/connect.ts';
import type { TeamFilter } from '#server/members/team/team-query.ts';

/** A member below another one, found only by inviters. */
export type Below = {
  id: number;
  username: string;
  line: number;
  day: string;
  careerStatus: CareerStatus;
  active: boolean;
  realEstate: number;
  isFormer: boolean;
  words: string;
};

export async function teamBelow(db: Db, memberId: number): Promise<Below[]> {
  const { rows } = await db.execute<Below>(sql`
    with recursive below as (
      select id, 1 as line from members where inviter_id = ${memberId}
      union all
      select m.id, below.line + 1 from below join members m on m.inviter_id = below.id
    )
    select m.id, m.username, below.line, m.registered_on::text as day, m.career_status as "careerStatus", m.active,
      m.real_estate as "realEstate", m.closed_at is not null as "isFormer", lower(m.username || ' ' || coalesce(m.name, '')) as words
    from below join members m using (id)`);
  return rows;
}

const ORDERS: Record<string, (a: Below, b: Below) => number> = {
  newest: (a, b) => b.day.localeCompare(a.day) || b.id - a.id,
  oldest: (a, b) => a.day.localeCompare(b.day) || a.id - b.id,
  line: (a, b) => a.line - b.line || a.day.localeCompare(b.day) || a.id - b.id,
  deepest: (a, b) => b.line - a.line || b.day.localeCompare(a.day) || b.id - a.id,
};

export function filtered(team: Below[], filter: TeamFilter): Below[] {
  const { line, active, status, real_estate: realEstate, registered_from: from, registered_to: to } = filter;
  const words = searchWords(filter.search ?? '');
  return team
    .filter(
      (one) =>
        (line === undefined || one.line === line) &&
        (active === undefined || one.active === (active === 'yes')) &&
        (status === undefined || status.includes(one.careerStatus)) &&
        (realEstate === undefined || one.realEstate > 0 === (realEstate === 'yes')) &&
        (from === undefined || one.day >= from) &&
        (to === undefined || one.day <= to) &&
        hasWords(foldName(one.words), words),
    )
    .toSorted(ORDERS[filter.sort ?? 'newest']);
}

/** Rows of links, counters and days that differ from `members`, in both directions. */
export async function disagreements(db: Db): Promise<unknown[]> {
  const { rows } = await db.execute(sql`
    with recursive above as (
      select inviter_id as ancestor, id as member, 1 as line from members where inviter_id is not null
      union all
      select up.inviter_id, above.member, above.line + 1
      from above join members up on up.id = above.ancestor where up.inviter_id is not null
    ), links as (
      select ancestor, member, line, registered_on,
        case when line = 1 or shows_upline then career_status else 'none' end as career_status,
        active, real_estate > 0 as has_real_estate
      from above join members on id = member
    ), kept_links as (
      select ancestor_id, member_id, line, registered_on, career_status, active, has_real_estate
      from team_links join team_facets f on f.id = facet
    ), counts as (
      select id, count(member), count(member) filter (where line = 1),
        count(member) filter (where line = 1 and not links.active), count(member) filter (where links.active),
        count(member) filter (where member in (select id from members where closed_at is not null))
      from members left join links on ancestor = id group by id
    ), depths as (
      select m.id, m.depth, coalesce(max(line), 0) as steps from members m left join above on member = m.id group by m.id
    ), days as (
      select ancestor, registered_on, count(*) from links group by 1, 2
    )
    select 'missing link' as fault, to_jsonb(t) as row from (table links except table kept_links) t
    union all select 'false link', to_jsonb(t) from (table kept_links except table links) t
    union all select 'missing counts', to_jsonb(t) from (table counts except table team_counts) t
    union all select 'false counts', to_jsonb(t) from (table team_counts except table counts) t
    union all select 'false depth', to_jsonb(t) from (select * from depths where depth <> steps) t
    union all select 'missing day', to_jsonb(t) from (table days except table team_days) t
    union all select 'false day', to_jsonb(t) from (table team_days except table days) t`);
  return rows;
}
