import { type SQL, sql } from 'drizzle-orm';
import { addDays } from '#domain/days.ts';
import { HAND_REASONS, type HandReason, JOINED_DAYS, PLACE_ENDS_DAYS } from '#domain/hand.ts';
import { isUuid } from '#domain/uuid.ts';
import { isoDay } from '#i18n/format.ts';
import type { Services } from '#server/api/services.ts';

export type HandQuery = { inviterId: number; now: Date; joinedSince: string; endsBefore: SQL };

/** Ids of one entry. `key` and `tie` are its position within the reason. */
export type HandEntry = {
  reason: HandReason;
  memberId: number | null;
  signUpId: string | null;
  at: string;
  key: string;
  tie: string;
};

export function handQuery({ clock, config }: Pick<Services, 'clock' | 'config'>, inviterId: number): HandQuery {
  const now = clock.now();
  const { timeZone } = config;
  const today = isoDay(now, timeZone);
  const dayAfter = addDays(today, PLACE_ENDS_DAYS + 1);
  return {
    inviterId,
    now,
    joinedSince: addDays(today, 1 - JOINED_DAYS),
    endsBefore: sql`${dayAfter}::timestamp at time zone ${timeZone}`,
  };
}

/** Each reason is an index range in the order of the list, so neither first line nor team size matters. */
export function handEntries(query: HandQuery, cursor: HandCursor | undefined, count: number): SQL {
  const from = cursor ? HAND_REASONS.indexOf(cursor.reason) : 0;
  const ranges = HAND_REASONS.slice(from).map((reason, index) => {
    const after = cursor && index === 0 ? cursor : undefined;
    return sql`(
      select ${sql.raw(`'${reason}'`)} as reason, ${from + index}::integer as rank, row_number() over () as place, entry.*
      from (select ${RANGES[reason](query, after)} limit ${count}) as entry
    )`;
  });
  return sql.join(ranges, sql` union all `);
}

export type HandCursor = { reason: HandReason; key: string; tie: string };
type Range = (query: HandQuery, after: HandCursor | undefined) => SQL;

const RANGES: Record<HandReason, Range> = {
  place_ends: (query, after) => sql`
    p.member_id, null::uuid as sign_up_id, p.expires_at as at, ${micros('p.expires_at')} as key, p.id::text as tie
    from places p
    where p.inviter_id = ${query.inviterId} and p.closed_at is null
      and p.expires_at > ${query.now.toISOString()}::timestamptz and p.expires_at < ${query.endsBefore}
      ${after && sql`and (p.expires_at, p.id) > (${time(after)}, ${after.tie}::integer)`}
      and not exists (${endingPlaces(query, 'p.member_id')} and (o.expires_at, o.id) < (p.expires_at, p.id) offset 0)
      and exists (select from members m where m.id = p.member_id and m.closed_at is null offset 0)
      and ${isAwake(query, 'member_id', 'p.member_id')}
    order by p.expires_at, p.id`,

  joined: (query, after) => sql`
    m.id as member_id, null::uuid as sign_up_id, m.registered_at as at, ${days('l.registered_on')} as key,
      l.member_id::text as tie
    from team_links l
      cross join lateral (select * from members where id = l.member_id and closed_at is null offset 0) as m
    where l.ancestor_id = ${query.inviterId} and l.line = 1 and l.registered_on >= ${query.joinedSince}::date
      ${after && sql`and (l.registered_on, l.member_id) < (${day(after)}, ${after.tie}::integer)`}
      and not exists (${endingPlaces(query, 'l.member_id')} offset 0)
      and ${isAwake(query, 'member_id', 'l.member_id')}
    order by l.registered_on desc, l.member_id desc`,

  not_activated: (query, after) => sql`
    null::integer as member_id, s.id as sign_up_id, s.requested_at as at, ${micros('s.requested_at')} as key,
      s.id::text as tie
    from sign_ups s
    where s.inviter_id = ${query.inviterId}
      ${after && sql`and (s.requested_at, s.id) < (${time(after)}, ${after.tie}::uuid)`}
      and ${isAwake(query, 'sign_up_id', 's.id')}
    order by s.requested_at desc, s.id desc`,

  no_place: (query, after) => sql`
    m.id as member_id, null::uuid as sign_up_id, m.registered_at as at, ${days('m.registered_on')} as key,
      m.id::text as tie
    from members m
    where m.inviter_id = ${query.inviterId} and not m.active and m.closed_at is null
      and m.registered_on < ${query.joinedSince}::date
      ${after && sql`and (m.registered_on, m.id) < (${day(after)}, ${after.tie}::integer)`}
      and not exists (${endingPlaces(query, 'm.id')} offset 0)
      and ${isAwake(query, 'member_id', 'm.id')}
    order by m.registered_on desc, m.id desc`,
};

/** `offset 0` keeps subqueries from becoming joins, `closing` from an index of all ends: both may read too much. */
function endingPlaces({ now, endsBefore }: HandQuery, memberId: string): SQL {
  return sql`
    select from places o
    where o.member_id = ${sql.raw(memberId)} and o.closing is null
      and o.expires_at > ${now.toISOString()}::timestamptz and o.expires_at < ${endsBefore}`;
}

function isAwake({ now }: HandQuery, column: 'member_id' | 'sign_up_id', id: string): SQL {
  return sql`not exists (
    select from hand_snoozes z
    where ${sql.raw(`z.${column} = ${id}`)} and z.until > ${now.toISOString()}::timestamptz offset 0
  )`;
}

const EPOCH = sql`timestamptz '1970-01-01 00:00Z'`;
/** Exact, unlike a time of JavaScript. */
const micros = (column: string) => sql`(extract(epoch from ${sql.raw(column)}) * 1000000)::bigint`;
const days = (column: string) => sql`(${sql.raw(column)} - date '1970-01-01')::bigint`;
const time = ({ key }: HandCursor) => sql`${EPOCH} + ${key}::bigint * interval '1 microsecond'`;
const day = ({ key }: HandCursor) => sql`date '1970-01-01' + ${key}::integer`;

const ID_MAX = 2_147_483_647;

/** Names no team: the next page starts from the caller's first line again. */
export function writeHandCursor({ reason, key, tie }: HandEntry): string {
  return Buffer.from(`${reason}.${key}.${tie}`).toString('base64url');
}

export function readHandCursor(text: string): HandCursor | undefined {
  const [, word, key = '', tie = ''] =
    /^(\w+)\.(\d{1,16})\.([\w-]{1,36})$/.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  const reason = HAND_REASONS.find((known) => known === word);
  if (!reason) return undefined;
  const isTime = reason === 'place_ends' || reason === 'not_activated';
  const hasTie = reason === 'not_activated' ? isUuid(tie) : /^\d{1,10}$/.test(tie) && Number(tie) <= ID_MAX;
  return hasTie && (isTime || key.length <= 6) ? { reason, key, tie } : undefined;
}
