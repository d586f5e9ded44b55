import { randomUUID } from 'node:crypto';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { DEFAULT_LANGUAGE, type Language } from '#domain/languages.ts';
import { isoDay } from '#i18n/format.ts';
import { hashPassword } from '#server/members/auth/index.ts';
import { addSeconds } from '#server/base/clock.ts';
import type { Log } from '#server/base/log.ts';
import { connect, type Db } from '#server/db/connect.ts';
import { migrateDatabase, OldDatabaseRefusal } from '#server/db/migrate.ts';
import { members, referrals, setupSteps, signUps } from '#server/db/schema/index.ts';
import { HASH_COSTS, type HashServices } from '#server/base/hash-costs.ts';
import type { Services } from '#server/api/services.ts';
import { addJob } from '#server/jobs/add-job.ts';
import type { SaleServices } from '#server/members/transactions/index.ts';
import { CAST, DEMO_PASSWORD, PENDING, type Person } from './cast.ts';
import { seedConsents } from './consents.ts';
import { seedLiveWebinar, seedPosts } from './feed.ts';
import { seedDemoMoney } from './finance.ts';
import { seedLegal } from './legal.ts';
import { seedNotices } from './notices.ts';
import { seedPhotos } from './photos.ts';
import { seedStaff } from './staff.ts';
import { seedSupport } from './support.ts';
import { demoEarners, demoPeople } from './team.ts';
import { seedPartnerViews } from './views.ts';

export { PLANS_SCHEMA_FILE, plansExample } from './plans-example.ts';
export { DEMO_TOTP_SECRET, STAFF } from './staff.ts';
export { CHAIN_MAX, CROWD_MAX, CROWD_SHAPES, type Crowd, plantCrowd } from './crowd.ts';

const DEMO_DOMAIN = '@demo.example';
const DAY_SECONDS = 24 * 60 * 60;
/** Keeps each statement below its time limit on slow machines. */
const BATCH = 50;

type Seeded = Pick<Services, 'transaction' | 'clock'> & {
  config?: Pick<Services['config'], 'timeZone' | 'hashCosts' | 'machineLanguage'>;
};

export function seedDemo(services: Seeded & SaleServices & HashServices): Promise<number | undefined> {
  const people = demoPeople();
  return seedEmptyDemo(services, people, async (tx) => {
    await seedDemoLife(tx, services, demoEarners(people));
    await seedLiveWebinar(tx, services);
    await seedSupport(tx, services);
    await seedPhotos(tx, services);
    await seedStaff(tx, services);
    await seedPartnerViews(tx, services.clock, timeZoneOf(services));
    await addJob(tx, 'count-months', {});
    await addJob(tx, 'seal-days', {});
  });
}

/** @internal exported for the tests */
export async function seedDemoLife(
  tx: Db,
  services: SaleServices & HashServices,
  earners: readonly string[] = [],
): Promise<void> {
  await seedDemoMoney(tx, services, earners);
  await seedPosts(tx, services);
  await seedLegal(tx, services);
  await seedConsents(tx);
  await seedNotices(tx, services);
  // The demo is past its first steps.
  await tx.insert(setupSteps).values({ step: 'all', markedAt: services.clock.now() });
}

/** @internal exported for the tests */
export async function seedEmptyDemo(
  services: Seeded,
  people: readonly Person[] = demoPeople(),
  seedMore: (tx: Db) => Promise<void> = async () => {},
): Promise<number | undefined> {
  return services.transaction(async (tx) => {
    await tx.execute(sql`lock table members in exclusive mode`);
    const [someone] = await tx.select({ id: members.id }).from(members).limit(1);
    if (someone) return undefined;
    await insertPeople(tx, services, people);
    await seedMore(tx);
    return people.length;
  });
}

export async function hasDemoPeople({ db }: Pick<Services, 'db'>): Promise<boolean> {
  const cast = CAST.map(({ username }) => username);
  const [someone] = await db
    .select({ id: members.id })
    .from(members)
    .where(and(inArray(members.username, cast), eq(members.email, sql`${members.username} || ${DEMO_DOMAIN}`)))
    .limit(1);
  return someone !== undefined;
}

/** Empties a demo database from before the first release, and logs that. */
export async function migrateDemo(databaseUrl: string, log: Log): Promise<void> {
  try {
    await migrateDatabase(databaseUrl, log);
  } catch (error) {
    if (!(error instanceof OldDatabaseRefusal) || !(await emptyDemo(databaseUrl, log))) throw error;
    await migrateDatabase(databaseUrl, log);
  }
}

async function emptyDemo(databaseUrl: string, log: Log): Promise<boolean> {
  const database = connect(databaseUrl, 1);
  try {
    if (!(await hasDemoPeople(database))) return false;
    const message =
      'The demo’s database is from before Atrium’s first release. It is made anew; what was in it is gone.';
    log('warn', 'migration', { message });
    await database.transaction(async (tx) => {
      await tx.execute(sql`drop schema if exists public, drizzle, graphile_worker cascade`);
      await tx.execute(sql`create schema public`);
    });
    return true;
  } finally {
    await database.close();
  }
}

/** Oldest first: ids grow with time, triggers need the inviter's links. One hash: 500 take half a minute. */
async function insertPeople(tx: Db, services: Seeded, people: readonly Person[]): Promise<void> {
  const { clock } = services;
  const timeZone = timeZoneOf(services);
  const language = languageOf(services);
  const passwordHash = await hashPassword(DEMO_PASSWORD, costsOf(services).password);
  const inOrder = people.toSorted((a, b) => b.registeredDaysAgo - a.registeredDaysAgo);
  const ids = await reserveIds(tx, inOrder.length);
  const inserted = new Map<string, InsertedPerson>();
  const rows: (typeof members.$inferInsert & { id: number })[] = [];
  const bonds: (typeof referrals.$inferInsert)[] = [];
  for (const [index, person] of inOrder.entries()) {
    const id = ids[index];
    if (id === undefined) throw new Error(`there is no id for ${person.username}`);
    const registeredAt = addSeconds(clock.now(), -person.registeredDaysAgo * DAY_SECONDS);
    const inviter = inserted.get(person.inviter ?? '');
    const refCode = makeRefCode(person, index);
    inserted.set(person.username, { id, refCode });
    rows.push({
      id,
      username: person.username,
      email: person.username + DEMO_DOMAIN,
      name: person.name,
      passwordHash,
      language: person.language ?? language,
      careerStatus: person.careerStatus,
      active: person.active,
      refCode,
      partnerShowsName: person.isPublic ?? false,
      inSitemap: person.isPublic ?? false,
      ...(person.weekStart && { weekStart: person.weekStart }),
      inviterId: inviter?.id ?? null,
      registeredAt,
      registeredOn: isoDay(registeredAt, timeZone),
      activatedAt: registeredAt,
    });
    if (inviter) {
      const bond = { inviterId: inviter.id, refCode: inviter.refCode, via: 'demo' as const };
      bonds.push({ ...bond, memberId: id, boundAt: registeredAt });
    }
  }
  for (const batch of inBatches(rows)) await tx.insert(members).overridingSystemValue().values(batch);
  for (const batch of inBatches(bonds)) await tx.insert(referrals).values(batch);
  await insertPending(tx, { now: clock.now(), passwordHash, language }, inserted.get(PENDING.inviter));
}

const timeZoneOf = ({ config }: Seeded) => config?.timeZone ?? 'Europe/Moscow';
const languageOf = ({ config }: Seeded) => config?.machineLanguage ?? DEFAULT_LANGUAGE;
const costsOf = ({ config }: Seeded) => config?.hashCosts ?? HASH_COSTS;

type InsertedPerson = { id: number; refCode: string };

async function insertPending(
  tx: Db,
  { now, passwordHash, language }: { now: Date; passwordHash: string; language: Language },
  inviter: InsertedPerson | undefined,
): Promise<void> {
  if (!inviter) return;
  await tx.insert(signUps).values({
    id: randomUUID(),
    username: PENDING.username,
    email: PENDING.username + DEMO_DOMAIN,
    passwordHash,
    language,
    inviterId: inviter.id,
    refCode: inviter.refCode,
    via: 'demo',
    requestedAt: now,
    expiresAt: addSeconds(now, DAY_SECONDS),
  });
}

async function reserveIds(tx: Db, count: number): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select nextval(pg_get_serial_sequence('members', 'id'))::integer as id from generate_series(1, ${count}::integer)`);
  return rows.map(({ id }) => id);
}

function inBatches<Row>(rows: Row[]): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / BATCH) }, (_, index) =>
    rows.slice(index * BATCH, (index + 1) * BATCH),
  );
}

const castNames = new Set(CAST.map(({ username }) => username));

function makeRefCode({ username }: Person, index: number): string {
  return castNames.has(username) ? username : `DEMO${String(index).padStart(4, '0')}`;
}
