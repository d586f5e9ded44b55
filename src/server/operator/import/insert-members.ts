import { sql } from 'drizzle-orm';
import { makeDummyHash, newRefCode } from '#server/members/auth/index.ts';
import type { Db } from '#server/db/connect.ts';
import { rebuildMeanwhile, type OnProgress } from '#server/db/rebuild-meanwhile.ts';
import type { Services } from '#server/api/services.ts';

/** Triggers take 1 ms per row; rebuilding all links takes minutes in a big network. */
const MAX_BY_TRIGGERS = 10_000;

export async function insertMembers(tx: Db, services: Services, count: number, onProgress: OnProgress): Promise<void> {
  await makeRefCodesUnique(tx);
  await reserveIds(tx, count);
  const isBulk = count > MAX_BY_TRIGGERS;
  const insert = async () => {
    onProgress('members', 0);
    await insertRows(tx, services, isBulk);
    onProgress('members', 1);
  };
  if (isBulk) {
    await tx.execute(sql`alter table members
      disable trigger members_depth, disable trigger team_join, disable trigger events_newcomers`);
    await rebuildMeanwhile((statement) => tx.execute(sql.raw(statement)), 'members', onProgress, insert);
    // The trigger of depth is always enabled (0002_team.sql).
    await tx.execute(sql`alter table members
      enable always trigger members_depth, enable trigger team_join, enable trigger events_newcomers`);
  } else {
    await insert();
  }
  onProgress('referrals', 0);
  await tx.execute(sql`
    insert into referrals (member_id, inviter_id, ref_code, bound_at, via)
    select a.id, a.inviter_id, up.ref_code, r.registered_at, 'import'
    from import_arrivals a join import_rows r using (line) join members up on up.id = a.inviter_id
    order by a.id`);
  // Like an activation: deletes sign-ups with the e-mail of a new member.
  await tx.execute(sql`
    delete from sign_ups s using import_rows r join import_arrivals a using (line) where s.email = r.email`);
  if (!isBulk) return;
  onProgress('teams', 0);
  await tx.execute(sql`select rebuild_team()`);
  await tx.execute(sql`analyze members, referrals, team_counts, team_days`);
  onProgress('teams', 1);
}

/** Eight letters give 10¹² codes: a million new ones may collide. */
async function makeRefCodesUnique(tx: Db): Promise<void> {
  for (;;) {
    const { rows } = await tx.execute<{ line: number }>(sql`
      select line from (select line, ref_code, row_number() over (partition by ref_code order by line) as place from import_rows) as r
      where place > 1 or exists (select from members m where m.ref_code = r.ref_code)`);
    if (rows.length === 0) return;
    const lines = rows.map(({ line }) => line);
    await tx.execute(sql`
      update import_rows r set ref_code = drawn.code
      from unnest(${sql.param(lines)}::integer[], ${sql.param(lines.map(newRefCode))}::text[]) as drawn (line, code)
      where r.line = drawn.line`);
  }
}

/** Ids follow the registration time, because lists of a team within a day are sorted by id. */
async function reserveIds(tx: Db, count: number): Promise<void> {
  await tx.execute(sql`
    create temporary table import_arrivals on commit drop as
    with first as (select nextval(pg_get_serial_sequence('members', 'id'))::integer as id),
    placed as (
      select f.line, f.inviter_id, f.inviter_line, d.depth,
        first.id - 1 + (row_number() over (order by r.registered_at, f.line))::integer as id
      from first, import_fresh f join import_depths d using (line) join import_rows r using (line)
    )
    select p.line, p.id, p.depth, coalesce(p.inviter_id, up.id) as inviter_id
    from placed p left join placed up on up.line = p.inviter_line`);
  await tx.execute(sql`
    select setval(pg_get_serial_sequence('members', 'id'), currval(pg_get_serial_sequence('members', 'id')) + ${count - 1}::bigint)`);
  await tx.execute(sql`analyze import_arrivals`);
}

/** Triggers need the inviter's row first; without triggers rows are stored in the order of ids. */
async function insertRows(tx: Db, { config, clock }: Services, isBulk: boolean): Promise<void> {
  // Members set a password by a reset link.
  const passwordHash = makeDummyHash(config.hashCosts.password);
  await tx.execute(sql`
    insert into members (id, username, email, name, password_hash, language, career_status, ref_code, inviter_id, depth,
      registered_at, registered_on, activated_at, blocked_at, shows_upline)
    overriding system value
    select a.id, r.username, r.email, r.name, ${passwordHash}, r.language, r.status, r.ref_code, a.inviter_id, a.depth,
      r.registered_at, (r.registered_at at time zone ${config.timeZone})::date, r.registered_at,
      case when r.is_blocked then ${clock.now()}::timestamptz end, false
    from import_arrivals a join import_rows r using (line)
    order by ${isBulk ? sql`a.id` : sql`a.depth, a.id`}`);
}
