import { sql } from 'drizzle-orm';
import { hashPassword } from '#server/auth/index.ts';
import { addSeconds } from '#server/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { members, referrals } from '#server/db/schema/index.ts';
import type { House } from '#server/house.ts';
import { CAST, DEMO_PASSWORD, type Person } from './cast.ts';
import { demoPeople } from './team.ts';

const DAY_SECONDS = 24 * 60 * 60;

/** Puts the demo's people into a database without any members; says how many, or nothing when there are some. */
export async function seedEmptyDemo(
  house: Pick<House, 'transaction' | 'clock'>,
  people: readonly Person[] = demoPeople(),
): Promise<number | undefined> {
  return house.transaction(async (tx) => {
    await tx.execute(sql`lock table members in exclusive mode`);
    const [someone] = await tx.select({ id: members.id }).from(members).limit(1);
    if (someone) return undefined;
    await insertPeople(tx, house.clock.now(), people);
    return people.length;
  });
}

/** Everybody shares one hash: hashing the demo's password five hundred times would take half a minute. */
async function insertPeople(tx: Db, now: Date, people: readonly Person[]): Promise<void> {
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  const cast = new Set(CAST.map(({ username }) => username));
  const rows = people.map((person, index) => {
    const registeredAt = addSeconds(now, -person.registeredDaysAgo * DAY_SECONDS);
    return {
      username: person.username,
      email: `${person.username}@demo.example`,
      name: person.name,
      passwordHash,
      language: person.language,
      careerStatus: person.careerStatus,
      active: person.active,
      refCode: cast.has(person.username) ? person.username : `DEMO${String(index).padStart(4, '0')}`,
      registeredAt,
      activatedAt: person.activated ? addSeconds(registeredAt, 600) : null,
    };
  });
  const inserted = await tx.insert(members).values(rows).returning({ id: members.id, username: members.username });
  const ids = new Map(inserted.map(({ id, username }) => [username, id]));
  const codes = new Map(rows.map(({ username, refCode }) => [username, refCode]));

  const bonds = people.flatMap(({ username, inviter, registeredDaysAgo }) => {
    const [memberId, inviterId] = [ids.get(username), ids.get(inviter ?? '')];
    if (memberId === undefined || inviterId === undefined) return [];
    const boundAt = addSeconds(now, -registeredDaysAgo * DAY_SECONDS);
    return [{ memberId, inviterId, refCode: codes.get(inviter ?? '') ?? '', boundAt }];
  });
  await tx.insert(referrals).values(bonds);
  await tx.execute(sql`update members set inviter_id = r.inviter_id from referrals r where r.member_id = members.id`);
}
