import { asc, count, eq, isNull, and } from 'drizzle-orm';
import { moneyText } from '#domain/money.ts';
import { PLATFORMS, seatsOf } from '#domain/places.ts';
import { places, plans } from '#server/db/schema/index.ts';
import type { PlanRow } from '#server/places/index.ts';
import type { Command } from '../command.ts';
import { countOf } from '../count-of.ts';

type Listed = { plan: PlanRow; openPlaces: number };

export const listPlans: Command = {
  kind: 'looks',
  name: 'plans list',
  usage: 'plans list',
  about: 'What can be bought, in order, and how many places of it are open',
  async run(house) {
    const found: Listed[] = await house.db
      .select({ plan: plans, openPlaces: count(places.id) })
      .from(plans)
      .leftJoin(places, and(eq(places.planId, plans.id), isNull(places.closedAt)))
      .groupBy(plans.id)
      .orderBy(asc(plans.number));
    const inOrder = PLATFORMS.flatMap((platform) => found.filter(({ plan }) => plan.platform === platform));
    return {
      words:
        inOrder.length > 0 ? inOrder.map(line).join('\n') : 'There are no plans. Write a file and use: plans apply',
      data: { items: inOrder.map(present) },
    };
  },
};

function line({ plan, openPlaces }: Listed): string {
  const { id, title, price, expiryDays, availability } = plan;
  return [
    id.padEnd(16),
    title.ru.padEnd(24),
    moneyText(price).padStart(12),
    (expiryDays === null ? 'for good' : countOf(expiryDays, 'day')).padStart(10),
    countOf(seatsOf(plan), 'seat').padStart(10),
    availability.padEnd(14),
    countOf(openPlaces, 'open place'),
  ].join(' ');
}

function present({ plan, openPlaces }: Listed) {
  return {
    id: plan.id,
    platform: plan.platform,
    number: plan.number,
    title: plan.title,
    price: moneyText(plan.price),
    expiry_days: plan.expiryDays,
    previous: plan.previousId,
    width: plan.width,
    levels: plan.levels,
    closing: moneyText(plan.closing),
    transition: moneyText(plan.transition),
    availability: plan.availability,
    open_places: openPlaces,
  };
}
