import { sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { type getGrowth, type GrowthWeek, GROWTH_WEEKS } from '#contracts/console/reports.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { addDays, type Day, weekdayOf } from '#domain/days.ts';
import type { Language } from '#domain/languages.ts';
import { moneyText } from '#domain/money.ts';
import type { Refused } from '#domain/refusals.ts';
import { type TextsByLanguage, textIn } from '#i18n/texts-by-language.ts';
import type { Services } from '#server/api/services.ts';
import type { FileAnswer } from '#server/api/route.ts';
import { csvFile } from './csv-file.ts';
import { beginningOf, today } from './period.ts';

type Input = z.output<typeof getGrowth.input>;
type GrowthServices = Pick<Services, 'db' | 'clock' | 'config'>;
type Range = { from: Day; to: Day };

/** Weeks from Monday to Sunday, the running one last. Each query reads one index range of the period. */
export async function growth(
  services: GrowthServices,
  { weeks = GROWTH_WEEKS[0] }: Input,
): Promise<OutputOf<typeof getGrowth>> {
  const to = today(services);
  const monday = addDays(to, -((weekdayOf(to) + 6) % 7));
  const from = addDays(monday, -7 * (Number(weeks) - 1));
  const range = { from, to };
  const [joined, left, sales] = await Promise.all([
    countJoined(services, range),
    countLeft(services, range),
    readSales(services, range),
  ]);
  const plans = [...new Map(sales.map(({ plan, title }) => [plan, title])).entries()].map(([id, title]) => ({
    id,
    title,
  }));
  const items = Array.from({ length: Number(weeks) }, (_, index): GrowthWeek => {
    const week = addDays(from, 7 * index);
    const sold = sales.filter((one) => one.week === week);
    return {
      ...{ week, last: addDays(week, 6), is_running: week === monday },
      ...{ registered: joined.get(week) ?? 0, left: left.get(week) ?? 0 },
      activated: sold.reduce((sum, { activated }) => sum + activated, 0),
      sales: moneyText(sold.reduce((sum, { micros }) => sum + micros, 0n)),
      plans: sold.map(({ plan, count, micros }) => ({ plan, count, amount: moneyText(micros) })),
    };
  });
  const byPlan = plans.map(({ id, title }) => {
    const sold = sales.filter(({ plan }) => plan === id);
    const count = sold.reduce((sum, one) => sum + one.count, 0);
    return { id, title, count, amount: moneyText(sold.reduce((sum, { micros }) => sum + micros, 0n)) };
  });
  return { weeks, items, plans: byPlan };
}

async function countJoined({ db, config }: GrowthServices, { from, to }: Range): Promise<Map<Day, number>> {
  const { rows } = await db.execute<{ week: Day; count: number }>(sql`
    select date_trunc('week', registered_on)::date::text as week, count(*)::integer as count from members
    where registered_at >= ${beginningOf(from, config)} and registered_on <= ${to} group by 1`);
  return new Map(rows.map(({ week, count }) => [week, count]));
}

/** Only rows of closed accounts, by their partial index. */
async function countLeft({ db, config }: GrowthServices, { from }: Range): Promise<Map<Day, number>> {
  const { rows } = await db.execute<{ week: Day; count: number }>(sql`
    select date_trunc('week', closed_at at time zone ${config.timeZone})::date::text as week, count(*)::integer as count
    from members where closed_at is not null and closed_at >= ${beginningOf(from, config)} group by 1`);
  return new Map(rows.map(({ week, count }) => [week, count]));
}

type Sale = { week: Day; plan: string; title: string; count: number; micros: bigint; activated: number };

/** Entries of the platform's sales: places sold, less those whose members withdrew. Activated: the first license. */
async function readSales({ db, config }: GrowthServices, { from, to }: Range): Promise<Sale[]> {
  const { rows } = await db.execute<Omit<Sale, 'title' | 'micros'> & { title: TextsByLanguage; micros: string }>(sql`
    select week::text, plan, title, count, micros, activated from (
      select date_trunc('week', e.day)::date as week, t.plan_id as plan,
        (count(*) filter (where e.kind = 'sale'))::integer as count, sum(e.amount)::text as micros,
        (count(*) filter (where e.kind = 'sale' and plans.platform = 'licenses' and not exists (
          select from transactions earlier join plans of_earlier on of_earlier.id = earlier.plan_id
          where earlier.member_id = t.member_id and of_earlier.platform = 'licenses' and earlier.sale_id < t.sale_id
        )))::integer as activated
      from ledger_accounts a join ledger_entries e on e.account_id = a.id
        cross join lateral (
          select id, member_id, plan_id, sale_id from transactions where sale_id = e.transfer_id
          union all
          select sold.id, sold.member_id, sold.plan_id, sold.sale_id
          from purchase_withdrawals w join transactions sold on sold.id = w.transaction_id where w.refund_id = e.transfer_id
        ) t
        join plans on plans.id = t.plan_id
      where a.kind = 'sales' and a.member_id is null and e.number is null and e.day between ${from} and ${to}
      group by 1, 2
    ) as sold join plans on plans.id = plan
    order by week, plans.platform, plans.number`);
  return rows.map(({ title, micros, ...row }) => {
    return { ...row, title: textIn(title, config.languages.fallback), micros: BigInt(micros) };
  });
}

export function growthCsv(services: Services, input: Input, language: Language): Promise<FileAnswer | Refused> {
  const { weeks = GROWTH_WEEKS[0] } = input;
  const head = ['week', 'registered', 'activated', 'left', 'plan', 'sold', 'sales'];
  return csvFile(
    services,
    { name: ['growth', today(services), weeks], head, language },
    {
      max: Number.MAX_SAFE_INTEGER,
      read: async () => {
        const { items } = await growth(services, input);
        return { rows: items.flatMap(rowsOf), next: null };
      },
    },
  );
}

/** A line with the week's sum, and one for each plan. */
function rowsOf({ week, registered, activated, left, sales, plans }: GrowthWeek) {
  const sold = plans.reduce((sum, { count }) => sum + count, 0);
  return [
    [week, String(registered), String(activated), String(left), '', String(sold), { amount: sales }],
    ...plans.map(({ plan, count, amount }) => [week, '', '', '', plan, String(count), { amount }]),
  ];
}
