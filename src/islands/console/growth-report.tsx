import type { getGrowth, GrowthWeek } from '#contracts/console/reports.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { formatDay, formatDays } from '#domain/days.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Chart } from '#components/ui/chart.tsx';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import { alignedAmounts } from './amount-text.ts';

type Growth = OutputOf<typeof getGrowth>;
type Figure = 'registered' | 'activated' | 'sales' | 'left';
const FIGURES = ['registered', 'activated', 'sales', 'left'] as const satisfies readonly Figure[];

/** Rendered on the server only. */
export const GrowthReport = withReader(function GrowthReport({ growth }: { growth: Growth }) {
  const { t } = useReader();
  const { items } = growth;
  return (
    <>
      <div className="tools">
        <p className="hint">{t('console_money:reports.growth_text')}</p>
      </div>
      <div className="tools flows">
        {FIGURES.map((figure) => (
          <Flow key={figure} {...{ figure, items }} />
        ))}
      </div>
      <Weeks items={items} />
      <Plans plans={growth.plans} />
    </>
  );
});

function useFigure(items: readonly GrowthWeek[]): (week: GrowthWeek, figure: Figure) => string {
  const money = alignedAmounts(
    items.map(({ sales }) => sales),
    useReader(),
  );
  return (week, figure) => (figure === 'sales' ? money(week.sales) : String(week[figure]));
}

function useNames(): Record<Figure, string> {
  const { t } = useReader();
  const name = (figure: Exclude<Figure, 'sales'>) => t(`console_money:reports.${figure}`);
  return {
    ...{ registered: name('registered'), activated: name('activated'), left: name('left') },
    sales: t('console_money:reports.sales_sum'),
  };
}

function Flow({ figure, items }: { figure: Figure; items: readonly GrowthWeek[] }) {
  const textOf = useFigure(items);
  const name = useNames()[figure];
  const last = items.at(-1);
  return (
    <figure className={figure === 'left' ? 'flow out' : 'flow'}>
      <figcaption>
        {name}: <b>{last && textOf(last, figure)}</b>
      </figcaption>
      <Chart
        points={items.map((week) => ({
          key: week.week,
          values: [Number(week[figure])],
          title: `${formatDay(week.week)}: ${textOf(week, figure)}`,
        }))}
      />
    </figure>
  );
}

function Weeks({ items }: { items: readonly GrowthWeek[] }) {
  const { t } = useReader();
  const textOf = useFigure(items);
  const names = useNames();
  return (
    <div className="scroll" tabIndex={0} role="region" aria-label={t('console_money:reports.growth')}>
      <table className="grid">
        <caption className="hidden-text">{t('console_money:reports.growth')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('console_money:reports.week')}</th>
            {FIGURES.map((figure) => (
              <th key={figure} scope="col" className="number">
                {names[figure]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.toReversed().map((week) => (
            <tr key={week.week}>
              <td className="nowrap">
                {formatDays([week.week, week.last])}{' '}
                {week.is_running && <Badge kind="info">{t('console_money:reports.running')}</Badge>}
              </td>
              {FIGURES.map((figure) => (
                <td key={figure} className="number">
                  {textOf(week, figure)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Plans({ plans }: Pick<Growth, 'plans'>) {
  const reader = useReader();
  const { t } = reader;
  if (plans.length === 0) return null;
  const money = alignedAmounts(
    plans.map(({ amount }) => amount),
    reader,
  );
  return (
    <>
      <div className="card-head">
        <h2 id="by-plan">{t('console_money:reports.by_plan')}</h2>
      </div>
      <div className="scroll" tabIndex={0} role="region" aria-labelledby="by-plan">
        <table className="grid">
          <thead>
            <tr>
              <th scope="col">{t('console_money:reports.plan')}</th>
              <th scope="col" className="number">
                {t('console_money:reports.sold')}
              </th>
              <th scope="col" className="number">
                {t('console_money:reports.amount')}
              </th>
            </tr>
          </thead>
          <tbody>
            {plans.map(({ id, title, count, amount }) => (
              <tr key={id}>
                <td>
                  {title} <small className="muted">{id}</small>
                </td>
                <td className="number">{count}</td>
                <td className="number">{money(amount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
