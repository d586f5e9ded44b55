import { eq, inArray, sql } from 'drizzle-orm';
import { moneyText, parseMoney } from '#domain/money.ts';
import type { Db } from '#server/db/connect.ts';
import { places, planChanges, plans } from '#server/db/schema/index.ts';
import type { House } from '#server/house.ts';
import type { TextsByLanguage } from '#i18n/texts-by-language.ts';
import type { PlanRow } from './plans-of-member.ts';
import type { PlanInFile } from './plans-file.ts';

type Change = { id: string; fields: { name: string; before: unknown; after: unknown }[] };

/** What applying a file changes: plans that are new have no fields before. */
export type PlansDifference = { added: string[]; changed: Change[]; same: number };

type Why = { operator: string; reason: string };

/**
 * Makes the plans what the file says, all of them or, when one can't be, none. Nobody who has paid loses anything: a
 * plan is never taken away, and what its structures look like stays once there is a place.
 */
export async function applyPlans(
  tx: Db,
  { clock }: Pick<House, 'clock'>,
  wanted: readonly PlanInFile[],
  { operator, reason }: Why,
): Promise<PlansDifference | { wrong: string }> {
  await tx.execute(sql`lock table plans in share row exclusive mode`);
  const stored = (await tx.select().from(plans)).map((row) => ({ row, words: inWords(row) }));
  const lost = stored.find(({ row }) => !wanted.some(({ id }) => id === row.id));
  if (lost) return { wrong: `Plan ${lost.row.id} is not in the file; to end its sale, set it to in_development.` };

  const difference = compare(
    stored.map(({ words }) => words),
    wanted,
  );
  const reshaped = difference.changed.filter(({ fields }) => fields.some(({ name }) => SHAPE.includes(name)));
  const seated = await withPlaces(
    tx,
    reshaped.map(({ id }) => id),
  );
  if (seated) return { wrong: `Plan ${seated} has places; its platform, width and levels stay as they are.` };

  const touched = new Set([...difference.added, ...difference.changed.map(({ id }) => id)]);
  const fresh = wanted.filter(({ id }) => touched.has(id));
  // Two plans may change places in the order.
  await tx.execute(sql`update plans set number = -number where id = any(${sql.param([...touched])}::text[])`);
  for (const plan of fresh.toSorted((a, b) => a.number - b.number)) {
    const row = inRows(plan);
    await tx.insert(plans).values(row).onConflictDoUpdate({ target: plans.id, set: row });
    await tx.insert(planChanges).values({ planId: plan.id, at: clock.now(), operator, reason, plan });
  }
  return difference;
}

const SHAPE = ['platform', 'width', 'levels'];

function compare(stored: readonly PlanInFile[], wanted: readonly PlanInFile[]): PlansDifference {
  const known = new Map(stored.map((plan) => [plan.id, plan]));
  const added = wanted.filter(({ id }) => !known.has(id)).map(({ id }) => id);
  const changed = wanted.flatMap((plan) => {
    const before = known.get(plan.id);
    const fields = before ? fieldsThatDiffer(before, plan) : [];
    return fields.length > 0 ? [{ id: plan.id, fields }] : [];
  });
  return { added, changed, same: wanted.length - added.length - changed.length };
}

function fieldsThatDiffer(before: PlanInFile, after: PlanInFile): Change['fields'] {
  const names = Object.keys(after) as (keyof PlanInFile)[];
  return names
    .filter((name) => canonical(before[name]) !== canonical(after[name]))
    .map((name) => ({ name, before: before[name], after: after[name] }));
}

/** The same text for the same value, whatever the order of its fields; amounts as they are kept. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => {
    if (typeof part === 'string' && parseMoney(part) !== undefined) return moneyText(parseMoney(part) ?? 0n);
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
}

async function withPlaces(tx: Db, ids: string[]): Promise<string | undefined> {
  if (ids.length === 0) return undefined;
  const [found] = await tx
    .select({ id: plans.id })
    .from(plans)
    .where(inArray(plans.id, ids))
    .innerJoin(places, eq(places.planId, plans.id))
    .limit(1);
  return found?.id;
}

function inWords(row: PlanRow): PlanInFile {
  const { previousId, expiryDays, price, closing, transition, ...rest } = row;
  return {
    ...rest,
    previous: previousId,
    expiry_days: expiryDays,
    price: moneyText(price),
    closing: moneyText(closing),
    transition: moneyText(transition),
  } as PlanInFile;
}

function inRows({ previous, expiry_days, price, closing, transition, ...rest }: PlanInFile): PlanRow {
  return {
    ...rest,
    title: rest.title as TextsByLanguage,
    property: rest.property as PlanRow['property'],
    previousId: previous,
    expiryDays: expiry_days,
    price: parseMoney(price) ?? 0n,
    closing: parseMoney(closing) ?? 0n,
    transition: parseMoney(transition) ?? 0n,
  };
}
