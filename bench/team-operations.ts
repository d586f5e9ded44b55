import { sql } from 'drizzle-orm';
import { signUp } from '#contracts/auth.ts';
import { isRefused } from '#domain/refusals.ts';
import { members, referrals } from '#server/db/schema/index.ts';
import { seededRandom } from '#server/operator/seed/seeded-random.ts';
import { findTeamMember } from '#server/members/team/find-team-member.ts';
import { teamGrowth, teamTotals } from '#server/members/team/totals.ts';
import { listTeamMembers } from '#server/members/team/list-team.ts';
import type { TeamFilter } from '#server/members/team/team-query.ts';
import { apiOf, dataOf, newAddress } from '../tests/support/app/api.ts';
import type { TeamServices } from './team-services.ts';

export type Operation = { name: string; run(): Promise<unknown>; prepare?: () => Promise<void> };

type Inviter = { id: number; refCode: string };
type Someone = { id: number; username: string; refCode: string; line: number };

/** Operations of Anna's team page and registrations below her, in the same order for every team. */
export async function operationsOn({ services, app, members: size, shape }: TeamServices): Promise<Operation[]> {
  const random = seededRandom(7);
  const anna = await idOf('anna');
  const leader = await leaderOf(400);
  const below = await someBelow();
  const anybody = () => below[Math.floor(random() * below.length)] as Someone;
  const page = (name: string, filter: TeamFilter): Operation => ({ name, run: () => list(filter) });
  const middle = await cursorAt(0.5);
  const last = await cursorAt(0);
  const [from = '', to = ''] = await someDays();
  const api = apiOf(app);
  let newcomers = 0;
  /** Head of a team outside Anna's, directly below `root`. */
  const outsider = await register({ id: await idOf('root'), refCode: 'root' });

  return [
    { name: 'totals', run: () => teamTotals(services, anna) },
    { name: 'growth, 30 days', run: () => teamGrowth(services, anna, 30) },
    page('first page', {}),
    page('page in the middle', { cursor: middle }),
    page('last page', { cursor: last }),
    page('sorted by line', { sort: 'line' }),
    page('sorted by line, deepest first', { sort: 'deepest' }),
    page('filter: line', { line: 3 }),
    page('filter: two statuses', { status: ['gold_director', 'platinum_manager'] }),
    page('filter: inactive', { active: 'no' }),
    page('filter: real estate', { real_estate: 'yes' }),
    page('filter: two days', { registered_from: from, registered_to: to }),
    page('filter: all of them', { ...ALL, line: 5 }),
    page('filter: all of them, by line', { ...ALL, sort: 'line' }),
    page('filter: nobody left', { ...ALL, line: 2, status: ['platinum_manager'] }),
    { name: 'search: one username', run: () => list({ search: anybody().username }) },
    page('search: common word', { search: 'Ольга' }),
    page('search: one in a thousand', { search: 'सुनीता मिश्रा' }),
    page('search: one in a thousand, by line', { search: 'सुनीता मिश्रा', sort: 'line' }),
    page('search: one in a thousand, filtered', { search: 'सुनीता मिश्रा', active: 'no' }),
    page('search: nobody', { search: 'wxyzzy' }),
    { name: 'search: one in a thousand, a team of 400', run: () => list({ search: 'सुनीता मिश्रा' }, leader) },
    { name: 'search: one in a hundred, a team of 400', run: () => list({ search: 'सुनीता' }, leader) },
    page('search: common word, filtered', { search: 'Ольга', active: 'no', real_estate: 'yes' }),
    { name: 'info card', run: () => findTeamMember(services.db, anna, anybody().username) },
    { name: 'registration, in the database', run: () => register(inviterBelow()) },
    { name: 'registration, outside of this team', run: () => register(outsider) },
    signUpCall(),
  ];

  async function list(filter: TeamFilter, memberId = anna) {
    const found = await listTeamMembers(services, memberId, filter);
    if (isRefused(found)) throw new Error(`refused: ${JSON.stringify(found)}`);
    return found;
  }

  function inviterBelow(): Inviter {
    const inviter = shape === 'chain' ? below[0] : anybody();
    if (!inviter) throw new Error('nobody is below Anna');
    return inviter;
  }

  async function register(inviter: Inviter): Promise<Inviter> {
    newcomers += 1;
    const username = `newcomer.${process.pid}.${newcomers}`;
    const now = new Date();
    return services.transaction(async (tx) => {
      const [member] = await tx
        .insert(members)
        .values({
          username,
          email: `${username}@bench.example`,
          passwordHash: '-',
          language: 'ru',
          refCode: username,
          inviterId: inviter.id,
          registeredAt: now,
          registeredOn: now.toISOString().slice(0, 10),
          activatedAt: now,
        })
        .returning({ id: members.id, refCode: members.refCode });
      if (!member) throw new Error(`${username} was not inserted`);
      await tx
        .insert(referrals)
        .values({ memberId: member.id, inviterId: inviter.id, refCode: inviter.refCode, boundAt: now });
      return member;
    });
  }

  /** The whole call with its password hash; the bot check is solved before the measurement. */
  function signUpCall(): Operation {
    let check = '';
    return {
      name: 'registration, the whole call',
      prepare: async () => void (check = await api.answer()),
      async run() {
        newcomers += 1;
        const username = `newcomer.${process.pid}.${newcomers}`;
        const form = { username, email: `${username}@bench.example`, password: 'Blue-4-horses' };
        const rest = { password_repeat: form.password, ref: inviterBelow().refCode, agreed: '18', bot_check: check };
        dataOf(await api.call(signUp, { ...form, ...rest }, { address: newAddress() }));
      },
    };
  }

  async function idOf(username: string): Promise<number> {
    const { rows } = await services.db.execute<{ id: number }>(
      sql`select id from members where username = ${username}`,
    );
    return rows[0]?.id ?? 0;
  }

  /** The member with the smallest team of at least `least`. */
  async function leaderOf(least: number): Promise<number> {
    const { rows } = await services.db.execute<{ id: number }>(sql`
      select member_id as id from team_counts where whole_team >= ${least} order by whole_team limit 1`);
    return rows[0]?.id ?? 0;
  }

  /** The deepest member first, then a sample. */
  async function someBelow(): Promise<Someone[]> {
    const newest = sql`select m.id, m.username, m.ref_code as "refCode", l.line
      from team_links l join members m on m.id = l.member_id where l.ancestor_id = ${anna} and m.ref_code like 'CROWD%'`;
    const deepest = await services.db.execute<Someone>(sql`${newest} order by l.line desc limit 1`);
    const share = Math.min(100, (2000 / size) * 100);
    const some = await services.db.execute<Someone>(
      sql`${newest} and m.id % 1000 < ${Math.max(1, share * 10)} order by m.id limit 2000`,
    );
    return [...deepest.rows, ...some.rows];
  }

  /** The cursor after which `share` of the team follows, but at least one page. */
  async function cursorAt(share: number): Promise<string> {
    const left = Math.max(Math.floor(size * share), 20);
    const { rows } = await services.db.execute<{ day: string }>(sql`
      select m.registered_on::text as day from members m order by m.registered_on, m.id offset ${left} limit 1`);
    const { next } = await list({ registered_to: rows[0]?.day ?? '', limit: 1 });
    return next ?? '';
  }

  async function someDays(): Promise<string[]> {
    const { rows } = await services.db.execute<{ first: string; second: string }>(sql`
      select day::text as first, (day + 1)::text as second
      from (select registered_on as day from members where username = 'ivan') as ivans`);
    return [rows[0]?.first ?? '', rows[0]?.second ?? ''];
  }
}

const ALL: TeamFilter = { active: 'no', real_estate: 'yes', status: ['none', 'director', 'gold_director'] };
