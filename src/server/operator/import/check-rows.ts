import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { addFault, type Faults, FileRefusal } from './faults.ts';

/** Links grow with the square of the depth (docs/design/team.md). */
const MAX_DEPTH = 5_000;
/** One link per member and upline; so many take about 25 GB. */
const MAX_LINKS = 100_000_000;

/** Leaves members in `import_known`, new rows in `import_fresh`, and their depths in `import_depths`. */
export async function checkRows(tx: Db, now: Date, faults: Faults): Promise<void> {
  await findKnown(tx);
  for (const [column, query] of checks(now)) await collect(tx, faults, column, query);
  await findDepths(tx);
  await collect(tx, faults, 'inviter', TOO_DEEP);
  for (const line of await findLoops(tx)) {
    addFault(faults, { line, column: 'inviter', words: 'The line of inviters comes back to this member.' });
  }
  if (faults.count > 0) return;
  const { rows } = await tx.execute<{ links: string }>(sql`select coalesce(sum(depth), 0) as links from import_depths`);
  if (Number(rows[0]?.links) > MAX_LINKS) {
    throw new FileRefusal(`The tree is too deep for its size: more than ${MAX_LINKS} pairs of a member and an upline.`);
  }
}

/** The same username, inviter and time are the same person. A closed inviter matches any name. */
async function findKnown(tx: Db): Promise<void> {
  await tx.execute(sql`
    create temporary table import_known on commit drop as
    select r.line, r.username, m.email <> r.email or m.name is distinct from r.name as differs,
      m.registered_at = r.registered_at and (up.username is not distinct from r.inviter or up.closed_at is not null) as is_same
    from import_rows r join members m on m.username = r.username left join members up on up.id = m.inviter_id`);
  await tx.execute(sql`
    create temporary table import_fresh on commit drop as
    select r.line, up.id as inviter_id, above.line as inviter_line,
      case when r.inviter is null then 0 else up.depth + 1 end as depth
    from import_rows r
      left join members up on up.username = r.inviter
      left join (select username, min(line) as line from import_rows group by username) as above
        on above.username = r.inviter and up.id is null
    where not exists (select from import_known k where k.username = r.username)`);
  await tx.execute(sql`analyze import_known`);
  await tx.execute(sql`analyze import_fresh`);
}

function checks(now: Date): [column: string, query: SQL][] {
  return [
    ['username', twice('username')],
    ['email', twice('email')],
    [
      'username',
      sql`select line, 'There is a member of this name, with another inviter or time of registration.' as words
          from import_known where not is_same`,
    ],
    [
      'username',
      sql`select line, 'It belonged to a member who closed their account.' as words
          from import_rows r cross join unnest(r.former_hashes) as known join former_usernames f on f.hash = known`,
    ],
    [
      'username',
      sql`select line, 'Somebody is signing up by this name.' as words from import_rows r join sign_ups s
          on s.username = r.username and s.email <> r.email and s.expires_at > ${now}`,
    ],
    [
      'email',
      sql`select line, 'It belongs to the member ' || m.username || '.' as words
          from import_rows r join members m on m.email = r.email and m.username <> r.username
          where not exists (select from import_known k where k.username = r.username)`,
    ],
    [
      'inviter',
      sql`select line, 'Nobody is called “' || left(r.inviter, 64) || '”, neither here nor in the file.' as words
          from import_rows r join import_fresh f using (line)
          where r.inviter is not null and f.inviter_id is null and f.inviter_line is null`,
    ],
    [
      'registered_at',
      sql`select line, 'It lies in the future.' as words from import_rows where registered_at > ${now}`,
    ],
  ];
}

function twice(column: 'username' | 'email'): SQL {
  const name = sql.identifier(column);
  return sql`
    select line, 'The same as in line ' || first || '.' as words
    from (select line, min(line) over (partition by ${name}) as first from import_rows where ${name} <> '') as r
    where line <> first`;
}

async function collect(tx: Db, faults: Faults, column: string, query: SQL): Promise<void> {
  const { rows } = await tx.execute<{ line: number; words: string; count: number }>(sql`
    select line, words, (count(*) over ())::integer as count from (${query}) as wrong order by line limit 100`);
  faults.count += (rows[0]?.count ?? 0) - rows.length;
  for (const { line, words } of rows) addFault(faults, { line, column, words });
}

/** Members in a loop are never reached. */
async function findDepths(tx: Db): Promise<void> {
  await tx.execute(sql`
    create temporary table import_depths on commit drop as
    with recursive down as (
      select line, coalesce(depth, 0) as depth from import_fresh where inviter_line is null
      union all
      select f.line, down.depth + 1 from down join import_fresh f on f.inviter_line = down.line
      where down.depth < ${MAX_DEPTH}::integer
    )
    select line, depth from down`);
  await tx.execute(sql`analyze import_depths`);
}

const TOO_DEEP = sql`
  select f.line, 'More than ${sql.raw(String(MAX_DEPTH))} members are above this one.' as words
  from import_fresh f join import_depths above on above.line = f.inviter_line and above.depth >= ${sql.raw(String(MAX_DEPTH))}`;

/** Only lines in the loop itself; lines below it become valid when it is fixed. */
async function findLoops(tx: Db): Promise<number[]> {
  const { rows } = await tx.execute<{ line: number; above: number }>(sql`
    select f.line, f.inviter_line as above from import_fresh f left join import_depths d using (line)
    where d.line is null and f.inviter_line is not null`);
  const inviters = new Map(rows.map(({ line, above }) => [line, above]));
  const startByLine = new Map<number, number>();
  const loops: number[] = [];
  for (const start of inviters.keys()) {
    let line: number | undefined = start;
    while (line !== undefined && inviters.has(line) && !startByLine.has(line)) {
      startByLine.set(line, start);
      line = inviters.get(line);
    }
    if (line === undefined || startByLine.get(line) !== start) continue;
    const first = line;
    do {
      loops.push(line);
      line = inviters.get(line) ?? first;
    } while (line !== first);
  }
  return loops;
}
