import { type Day, daysFrom, formatDay } from '#domain/days.ts';
import { weekAround } from '#domain/week-start.ts';
import { formatNumber } from '#i18n/format.ts';
import { Icon } from '#components/ui/icon.tsx';
import { Plot } from '#components/ui/plot.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';
import type { Growth, Totals } from './use-numbers.ts';
import type { LinkTo } from './use-team.ts';

const WIDE = [
  ...(['whole_team', 'first_line', 'active_team', 'left_team'] as const),
  ...(['inactive_first_line', 'total_views'] as const),
];
const RECENT = ['registrations_today', 'registrations_week', 'registrations_month'] as const;

type Props = { totals: Totals; growth: Growth; weekStart: number; linkTo: LinkTo };

export function TotalsCard({ totals, growth, weekStart, linkTo }: Props) {
  const { t } = useReader();
  const days = periodStarts(growth.last, weekStart);
  const since = (day: string) => rows({ registered_from: day, registered_to: days.today });
  const rows = (query: Parameters<LinkTo>[0]) => linkTo(query, { isElsewhere: true });
  const links = {
    whole_team: rows({}),
    first_line: rows({ line: '1' }),
    active_team: rows({ active: 'yes' }),
    // No filter shows former members only.
    left_team: {},
    inactive_first_line: rows({ line: '1', active: 'no' }),
    total_views: { href: '#growth' },
    registrations_today: since(days.today),
    registrations_week: since(days.week),
    registrations_month: since(days.month),
  };
  return (
    <section className="card flush totals-card" data-in-place>
      <input type="checkbox" id="all-totals" className="hidden-text" aria-label={t('team:totals.all')} />
      <ul className="totals" aria-label={t('team:totals.label')}>
        {[...WIDE, ...RECENT].map((name, index) => (
          <li key={name} className={index < WIDE.length ? 'w' : undefined}>
            <a {...links[name]}>
              <span>{t(`team:totals.${name}`)}</span> <b>{formatNumber(totals[name])}</b>
            </a>
          </li>
        ))}
      </ul>
      <label className="btn plain square" htmlFor="all-totals">
        <Icon name="chevron" />
      </label>
    </section>
  );
}

export function GrowthCard({ growth }: { growth: Growth }) {
  const { t } = useReader();
  const { first, last, registrations, views } = growth;
  const days = daysFrom(first, registrations.length);
  return (
    <section className="card flush" id="growth" tabIndex={-1} aria-labelledby="growth-title">
      <div className="card-head">
        <h2 id="growth-title">{t('team:growth.title')}</h2>
        <small className="muted">
          {formatDay(first)} – {formatDay(last)}
        </small>
      </div>
      <div className="plots">
        <DaysPlot name="registrations" days={days} values={registrations} />
        <DaysPlot name="views" days={days} values={views} />
      </div>
      <details className="fold inset">
        <summary>{t('team:growth.by_day')}</summary>
        <table className="plotted">
          <thead>
            <tr>
              <th scope="col">{t('team:growth.day')}</th>
              <th scope="col">{t('team:growth.registrations')}</th>
              <th scope="col">{t('team:growth.views')}</th>
            </tr>
          </thead>
          <tbody>
            {days
              .map((_, index) => days.length - 1 - index)
              .map((at) => (
                <tr key={days[at]}>
                  <td>{formatDay(days[at] ?? '')}</td>
                  <td>{formatNumber(registrations[at] ?? 0)}</td>
                  <td>{formatNumber(views[at] ?? 0)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}

type DaysProps = {
  name: 'registrations' | 'views';
  days: readonly string[];
  values: readonly number[];
};

function DaysPlot({ name, days, values }: DaysProps) {
  const { t } = useReader();
  const total = values.reduce((sum, value) => sum + value, 0);
  const most = Math.max(0, ...values);
  const [first = '', last = ''] = [days.at(0), days.at(-1)].map((day) => day && formatDay(day).slice(0, 5));
  const points = values.map((value, index) => {
    const day = days[index] ?? '';
    return { key: day, values: [value], title: `${formatDay(day)}: ${formatNumber(value)}` };
  });
  const label = t(`team:growth.${name}`);
  return (
    <Plot name={label} className={name} points={points} ends={[first, last]}>
      <b>{formatNumber(total)}</b>
      <span>{label}</span>
      <small>{t('team:growth.most', { most: formatNumber(most) })}</small>
    </Plot>
  );
}

/** Must start where the server's totals start. */
function periodStarts(today: Day, weekStart: number): Record<'today' | 'week' | 'month', Day> {
  return { today, week: weekAround(today, weekStart), month: `${today.slice(0, 8)}01` };
}
