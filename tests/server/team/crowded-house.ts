import { eq, sql } from 'drizzle-orm';
import { isRefused } from '#domain/refusals.ts';
import { members } from '#server/db/schema/index.ts';
import { plantCrowd } from '#server/seed/crowd.ts';
import type { House } from '#server/services.ts';
import { listTeamMembers, type TeamRow } from '#server/team/list-team.ts';
import type { TeamFilter } from '#server/team/walk.ts';
import { openTestHouse, type TestHouse } from '../../support/services.ts';

/** The cast, and a crowd below one or more of them. */
export async function openCrowdedHouse(crowds: Record<string, number>): Promise<TestHouse> {
  const testHouse = await openTestHouse();
  const until = testHouse.house.clock.now();
  const rest = { shape: 'random', timeZone: 'Europe/Moscow', until } as const;
  for (const [under, count] of Object.entries(crowds))
    await plantCrowd(testHouse.databaseUrl, { members: count, under, ...rest });
  return testHouse;
}

export async function idOf({ db }: House, username: string): Promise<number> {
  const [member] = await db.select({ id: members.id }).from(members).where(eq(members.username, username));
  if (!member) throw new Error(`Nobody is called ${username}.`);
  return member.id;
}

export async function pageOf(house: House, memberId: number, filter: TeamFilter) {
  const page = await listTeamMembers(house, memberId, filter);
  if (isRefused(page)) throw new Error(`Refused: ${JSON.stringify(page)}`);
  return page;
}

/** Every page from the first to the last; `between` happens before each next one. */
export async function allPages(
  house: House,
  memberId: number,
  filter: TeamFilter,
  between: () => Promise<unknown> = async () => {},
): Promise<TeamRow[]> {
  const rows: TeamRow[] = [];
  let cursor: string | undefined;
  do {
    const page = await pageOf(house, memberId, { ...filter, cursor });
    rows.push(...page.rows);
    cursor = page.next ?? undefined;
    await between();
  } while (cursor);
  return rows;
}

let newcomers = 0;

/** Somebody comes today, as by sign-up but without the form. */
export async function join(house: House, inviterId: number, name: string | null = null): Promise<string> {
  newcomers += 1;
  const username = `late.${newcomers}`;
  await house.db.execute(sql`
    insert into members (username, email, name, password_hash, language, ref_code, inviter_id, registered_at, registered_on,
      activated_at)
    values (${username}, ${`${username}@demo.example`}, ${name}, '-', 'ru', ${`LATE${newcomers}`}, ${inviterId}, now(),
      (now() at time zone 'Europe/Moscow')::date, now())`);
  return username;
}
