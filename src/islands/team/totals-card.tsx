import { formatNumber } from '#i18n/format.ts';
import { Icon } from '#components/ui/icon.tsx';
import type { Growth } from './growth-days.ts';
import { lately } from './lately.ts';
import type { TeamReader } from './reader.ts';
import type { Totals } from './use-numbers.ts';
import type { LinkTo } from './use-team.ts';

const WIDE = ['whole_team', 'first_line', 'inactive_first_line', 'total_views'] as const;
const RECENT = ['registrations_today', 'registrations_week', 'registrations_month'] as const;

/** Each total leads to the rows that it counts. A phone shows the first two of them until it is asked for all. */
type Props = { totals: Totals; growth: Growth; linkTo: LinkTo; reader: TeamReader };

export function TotalsCard({ totals, growth, linkTo, reader: { t } }: Props) {
  const days = lately(growth.last);
  const since = (day: string) => rows({ registered_from: day, registered_to: days.today });
  const rows = (query: Parameters<LinkTo>[0]) => linkTo(query, { isElsewhere: true });
  const links = {
    whole_team: rows({}),
    first_line: rows({ line: '1' }),
    inactive_first_line: rows({ line: '1', active: 'no' }),
    total_views: { href: '#growth' },
    registrations_today: since(days.today),
    registrations_week: since(days.week),
    registrations_month: since(days.month),
  };
  return (
    <section className="card flush totals-card" data-in-place>
      <input type="checkbox" id="all-totals" className="sr" aria-label={t('team:totals.all')} />
      <ul className="totals" aria-label={t('team:totals.label')}>
        {[...WIDE, ...RECENT].map((name, index) => (
          <li key={name} className={index < WIDE.length ? 'w' : undefined}>
            <a {...links[name]}>
              <span>{t(`team:totals.${name}`)}</span> <b>{formatNumber(totals[name])}</b>
            </a>
          </li>
        ))}
      </ul>
      <label className="btn plain icon" htmlFor="all-totals">
        <Icon name="chevron" />
      </label>
    </section>
  );
}
