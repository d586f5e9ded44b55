import { eq, sql } from 'drizzle-orm';
import { isRefused } from '#domain/refusals.ts';
import { members } from '#server/db/schema/index.ts';
import { plantCrowd } from '#server/operator/seed/crowd.ts';
import type { Services } from '#server/api/services.ts';
import { listTeamMembers } from '#server/members/team/list-team.ts';
import type { TeamFilter } from '#server/members/team/team-query.ts';
import type { TeamRow } from '#server/members/team/team-row.ts';
import { createTestServices, type TestServices } from '../../../support/app/services.ts';

export async function createCrowdedServices(crowds: Record<string, number>): Promise<TestServices> {
  const testServices = await createTestServices();
  const until = testServices.services.clock.now();
  const rest = { shape: 'random', timeZone: 'Europe/Moscow', until } as const;
  for (const [under, count] of Object.entries(crowds))
    await plantCrowd(testServices.databaseUrl, { members: count, under, ...rest });
  return testServices;
}

export async function idOf({ db }: Services, username: string): Promise<number> {
  const [member] = await db.select({ id: members.id }).from(members).where(eq(members.username, username));
  if (!member) throw new Error(`Nobody is called ${username}.`);
  return member.id;
}

export async function pageOf(services: Services, memberId: number, filter: TeamFilter) {
  const page = await listTeamMembers(services, memberId, filter);
  if (isRefused(page)) throw new Error(`Refused: ${JSON.stringify(page)}`);
  return page;
}

/** Reads all pages; `between` runs before each next page. */
export async function allPages(
  services: Services,
  memberId: number,
  filter: TeamFilter,
  between: () => Promise<unknown> = async () => {},
): Promise<TeamRow[]> {
  const rows: TeamRow[] = [];
  let cursor: string | undefined;
  do {
    const page = await pageOf(services, memberId, { ...filter, cursor });
    rows.push(...page.rows);
    cursor = page.next ?? undefined;
    await between();
  } while (cursor);
  return rows;
}

let newcomers = 0;

/** Adds a member today, as sign-up does. */
export async function join(services: Services, inviterId: number, name: string | null = null): Promise<string> {
  newcomers += 1;
  const username = `late.${newcomers}`;
  await services.db.execute(sql`
    insert into members (username, email, name, password_hash, language, ref_code, inviter_id, registered_at, registered_on,
      activated_at)
    values (${username}, ${`${username}@demo.example`}, ${name}, '-', 'ru', ${`LATE${newcomers}`}, ${inviterId}, now(),
      (now() at time zone 'Europe/Moscow')::date, now())`);
  return username;
}
