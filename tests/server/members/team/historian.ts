import { createInterface } from 'node:readline';
import { and, eq, sql } from 'drizzle-orm';
import { CAREER_STATUSES } from '#domain/career-status.ts';
import type { Db } from '#server/db/connect.ts';
import { members, referrals } from '#server/db/schema/index.ts';
import { seededRandom } from '#server/operator/seed/seeded-random.ts';
import { connectPatiently } from '../../../support/db/patient.ts';

// Acts as a copy of the app: per input line runs this many steps of a random history at once, and rolls some back.
// Prints failures.
const [databaseUrl = '', who = ''] = process.argv.slice(2);
class Undone extends Error {}

const LANES = 8;
const { transaction, close } = connectPatiently(databaseUrl, LANES);
let named = 0;

console.log('ready');
for await (const line of createInterface({ input: process.stdin })) {
  const { seed, steps, onlyRegister = false } = JSON.parse(line);
  const random = seededRandom(seed);
  const faults: string[] = [];
  let left = steps;
  const lane = async () => {
    while (left-- > 0)
      await step(random, onlyRegister).catch((error: Error) => faults.push(String(error.cause ?? error)));
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  console.log(JSON.stringify(faults));
}
await close();

async function step(random: () => number, onlyRegister: boolean): Promise<void> {
  const isUndone = !onlyRegister && random() < 0.15;
  const kind = onlyRegister ? 0 : random();
  const pick = random();
  const chance = random();
  await transaction(async (tx) => {
    if (kind < 0.4) await register(tx, pick, chance);
    else await change(tx, kind, pick, chance);
    if (isUndone) throw new Undone();
  }).catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error;
  });
}

async function register(tx: Db, pick: number, chance: number): Promise<void> {
  const inviter = await anybody(tx, pick);
  named += 1;
  const username = `${who}.${named}`;
  const [member] = await tx
    .insert(members)
    .values({
      username,
      email: `${username}@demo.example`,
      passwordHash: '-',
      language: 'ru',
      refCode: `${who}_${named}`,
      active: chance < 0.3,
      inviterId: inviter,
      registeredAt: new Date(),
      activatedAt: new Date(),
      registeredOn: new Date(Date.now() - Math.floor(chance * 40) * 86_400_000).toISOString().slice(0, 10),
    })
    .returning({ id: members.id });
  await tx
    .insert(referrals)
    .values({ memberId: member?.id ?? 0, inviterId: inviter, refCode: 'x', boundAt: new Date() });
}

async function change(tx: Db, kind: number, pick: number, chance: number): Promise<void> {
  const its = eq(members.id, await anybody(tx, pick));
  if (kind < 0.6)
    await tx
      .update(members)
      .set({ active: sql`not active` })
      .where(its);
  else if (kind < 0.75)
    await tx
      .update(members)
      .set({ realEstate: Math.floor(chance * 3) })
      .where(its);
  else if (kind < 0.9) {
    const careerStatus = CAREER_STATUSES[Math.floor(chance * CAREER_STATUSES.length)] ?? 'none';
    await tx
      .update(members)
      .set({ careerStatus, showsUpline: pick < 0.5 })
      .where(its);
  } else {
    // Blocks and closes newcomers only, because other tests use the cast.
    const newcomer = and(its, eq(members.passwordHash, '-'));
    const at = chance < 0.5 ? new Date() : null;
    await tx
      .update(members)
      .set(pick < 0.5 ? { blockedAt: at } : { closedAt: at, active: false })
      .where(newcomer);
  }
}

async function anybody(tx: Db, pick: number): Promise<number> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select id from members where id >= (select 1 + floor(${pick}::float * max(id)) from members) order by id limit 1`);
  return rows[0]?.id ?? 1;
}
