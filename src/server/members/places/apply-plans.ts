import { asc, eq, inArray, sql } from 'drizzle-orm';
import { moneyText, microsOf } from '#domain/money.ts';
import type { Db } from '#server/db/connect.ts';
import { places, planChanges, plans } from '#server/db/schema/index.ts';
import type { FileFault } from '#server/base/file-faults.ts';
import type { Services } from '#server/api/services.ts';
import type { PlanInFile } from './plans-file.ts';
import type { PlanRow } from './plans-of-member.ts';

type ChangeReason = { operator: string; reason: string };

/** All or nothing. Refuses to remove a plan, or to change its shape once it has places. */
export async function applyPlans(
  tx: Db,
  { clock }: Pick<Services, 'clock'>,
  newPlans: readonly PlanInFile[],
  { operator, reason }: ChangeReason,
): Promise<PlansDifference | { wrong: FileFault[] }> {
  const stored = await lockPlans(tx);
  const missingPlan = stored.find((row) => !newPlans.some(({ id }) => id === row.id));
  if (missingPlan) return { wrong: [{ code: 'plan_gone', params: { plan: missingPlan.id } }] };

  const difference = plansDifference(stored.map(toPlanInFile), newPlans.map(toPlanRow).map(toPlanInFile));
  const reshaped = difference.changed.filter(({ fields }) => fields.some(({ name }) => SHAPE.includes(name)));
  const seatedPlan = await findPlanWithPlaces(
    tx,
    reshaped.map(({ id }) => id),
  );
  if (seatedPlan) return { wrong: [{ code: 'plan_seated', params: { plan: seatedPlan } }] };

  const changedIds = new Set([...difference.added, ...difference.changed.map(({ id }) => id)]);
  const changedRows = newPlans.filter(({ id }) => changedIds.has(id)).map(toPlanRow);
  // Negated first, because two plans may swap numbers.
  await tx.execute(sql`update plans set number = -number where id = any(${sql.param([...changedIds])}::text[])`);
  for (const row of changedRows.toSorted((a, b) => a.number - b.number)) {
    await tx.insert(plans).values(row).onConflictDoUpdate({ target: plans.id, set: row });
    await tx.insert(planChanges).values({ planId: row.id, at: clock.now(), operator, reason, plan: toPlanInFile(row) });
  }
  return difference;
}

const SHAPE = ['platform', 'width', 'levels'];

/** Blocks new plans and new places: `openPlace` locks the plan's row. */
async function lockPlans(tx: Db): Promise<PlanRow[]> {
  await tx.execute(sql`lock table plans in share row exclusive mode`);
  return tx.select().from(plans).orderBy(asc(plans.id)).for('no key update');
}

async function findPlanWithPlaces(tx: Db, ids: string[]): Promise<string | undefined> {
  if (ids.length === 0) return undefined;
  const [found] = await tx
    .select({ id: plans.id })
    .from(plans)
    .where(inArray(plans.id, ids))
    .innerJoin(places, eq(places.planId, plans.id))
    .limit(1);
  return found?.id;
}

export function toPlanInFile({ previousId, expiryDays, price, closing, transition, ...rest }: PlanRow): PlanInFile {
  const { closingText, transitionText, ...others } = rest;
  return {
    ...others,
    previous: previousId,
    expiry_days: expiryDays,
    price: moneyText(price),
    closing: moneyText(closing),
    closing_text: closingText,
    transition: moneyText(transition),
    transition_text: transitionText,
  } as PlanInFile;
}

function toPlanRow({ previous, expiry_days, price, closing, transition, ...rest }: PlanInFile): PlanRow {
  const { closing_text, transition_text, ...others } = rest;
  return {
    ...others,
    title: rest.title as PlanRow['title'],
    property: rest.property as PlanRow['property'],
    previousId: previous,
    expiryDays: expiry_days,
    price: microsOf(price),
    closing: microsOf(closing),
    closingText: closing_text as PlanRow['closingText'],
    transition: microsOf(transition),
    transitionText: transition_text as PlanRow['transitionText'],
  };
}

/** `name` is a path such as `title.en`; undefined for a missing value. */
type Field = { name: string; before: unknown; after: unknown };

export type PlansDifference = { added: string[]; changed: { id: string; fields: Field[] }[]; same: number };

function plansDifference(stored: readonly PlanInFile[], newPlans: readonly PlanInFile[]): PlansDifference {
  const storedById = new Map(stored.map((plan) => [plan.id, plan]));
  const added = newPlans.filter(({ id }) => !storedById.has(id)).map(({ id }) => id);
  const changed = newPlans.flatMap((plan) => {
    const before = storedById.get(plan.id);
    const fields = before ? fieldsThatDiffer(before, plan) : [];
    return fields.length > 0 ? [{ id: plan.id, fields }] : [];
  });
  return { added, changed, same: newPlans.length - added.length - changed.length };
}

function fieldsThatDiffer(before: PlanInFile, after: PlanInFile): Field[] {
  const [was, is] = [before, after].map((plan) => new Map(leavesOf(plan, '')));
  const names = new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])]);
  return [...names]
    .filter((name) => was?.get(name) !== is?.get(name))
    .map((name) => ({ name, before: was?.get(name), after: is?.get(name) }));
}

function leavesOf(value: unknown, name: string): [name: string, leaf: unknown][] {
  if (value === undefined || value === null) return [];
  if (typeof value !== 'object') return [[name, value]];
  return Object.entries(value).flatMap(([key, part]) => leavesOf(part, name === '' ? key : `${name}.${key}`));
}
