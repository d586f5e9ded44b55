import { asc, sql } from 'drizzle-orm';
import { PLATFORMS } from '#domain/places.ts';
import type { Db } from '#server/db/connect.ts';
import { plans } from '#server/db/schema/index.ts';
import { toPlanInFile } from './apply-plans.ts';
import type { PlanRow } from './plans-of-member.ts';

/** `isFixed`: the plan has or had a place, so its shape can't change. */
type ListedPlan = { plan: PlanRow; openPlaces: number; isFixed: boolean };

export async function listAllPlans(db: Db): Promise<ListedPlan[]> {
  const rows = await db
    .select({
      plan: plans,
      openPlaces: sql<number>`(
        select count(*)::integer from places p where p.plan_id = plans.id and p.closed_at is null)`,
      isFixed: sql<boolean>`exists (select from places p where p.plan_id = plans.id)`,
    })
    .from(plans)
    .orderBy(asc(plans.number));
  return PLATFORMS.flatMap((platform) => rows.filter(({ plan }) => plan.platform === platform));
}

export async function writePlansFile(db: Db): Promise<string> {
  const listed = await listAllPlans(db);
  return `${JSON.stringify({ plans: listed.map(({ plan }) => toPlanInFile(plan)) }, null, 2)}\n`;
}
