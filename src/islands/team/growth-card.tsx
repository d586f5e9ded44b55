import { daysFrom, formatDay } from '#domain/days.ts';
import { formatNumber } from '#i18n/format.ts';
import { Chart } from '#components/ui/chart.tsx';
import type { Growth } from './growth-days.ts';
import type { TeamReader } from './reader.ts';

/** The last days as bars, each of which tells its day, and as a table that says the same. */
export function GrowthCard({ growth, reader }: { growth: Growth; reader: TeamReader }) {
  const { t } = reader;
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
        <Plot name="registrations" days={days} values={registrations} reader={reader} />
        <Plot name="views" days={days} values={views} reader={reader} />
      </div>
      <details className="fold inset">
        <summary>{t('team:growth.by_day')}</summary>
        <table className="days">
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

type PlotProps = {
  name: 'registrations' | 'views';
  days: readonly string[];
  values: readonly number[];
  reader: TeamReader;
};

function Plot({ name, days, values, reader: { t } }: PlotProps) {
  const total = values.reduce((sum, value) => sum + value, 0);
  const points = values.map((value, index) => {
    const day = days[index] ?? '';
    return { key: day, value, title: `${formatDay(day)}: ${formatNumber(value)}` };
  });
  return (
    <figure className={`plot ${name}`}>
      <figcaption>
        <b>{formatNumber(total)}</b>
        <span>{t(`team:growth.${name}`)}</span>
        <small>{t('team:growth.most', { most: formatNumber(Math.max(0, ...values)) })}</small>
      </figcaption>
      <Chart points={points} />
    </figure>
  );
}
