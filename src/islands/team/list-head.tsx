import { TEAM_SORTS } from '#contracts/team.ts';
import type { CareerStatus } from '#domain/career-status.ts';
import { formatDay } from '#domain/days.ts';
import type { Translate } from '#i18n/translator.ts';
import { Icon } from '#components/ui/icon.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';
import { FILTERS, fromStart, sortedBy, type TeamQuery } from './team-query.ts';
import type { LinkTo } from './use-team.ts';

type Props = { used: TeamQuery; linkTo: LinkTo };

export function ListHead({ used, linkTo }: Props) {
  const { t } = useReader();
  const chips = chipsOf(used, t);
  const [defaultSort] = TEAM_SORTS;
  const sorts = TEAM_SORTS.map((sort) => ({
    sort,
    isCurrent: sort === (used.sort ?? defaultSort),
    to: sortedBy(used, sort),
  }));
  return (
    <div className={chips.length > 0 ? 'row between inset' : 'row inset sorts'}>
      {chips.length > 0 && (
        <ul className="row chips" aria-label={t('team:chips.label')}>
          {chips.map(({ words, rest }) => (
            <li key={words}>
              <a className="chip" {...linkTo(rest)}>
                <span className="hidden-text">{t('team:chips.remove')}</span> {words}
                <Icon name="close" size="small" />
              </a>
            </li>
          ))}
          <li>
            <a className="chip link" {...linkTo({})}>
              {t('team:filters.drop')}
            </a>
          </li>
        </ul>
      )}
      <ul className="row sorts" aria-label={t('team:sort.label')}>
        {sorts.map(({ sort, isCurrent, to }) => (
          <li key={sort}>
            <a className="chip" aria-current={isCurrent || undefined} {...linkTo(to)}>
              {t(`team:sort.${sort}`)}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

type Filter = (typeof FILTERS)[number];
type Chip = { words: string; rest: TeamQuery };

function chipsOf(used: TeamQuery, t: Translate): Chip[] {
  const query = fromStart(used);
  return FILTERS.flatMap((filter) => {
    const { [filter]: value, ...rest } = query;
    if (value === undefined) return [];
    return filter === 'status' ? statusChips(value, rest, t) : [{ words: wordsOf(filter, value, t), rest }];
  });
}

function statusChips(value: string, rest: TeamQuery, t: Translate): Chip[] {
  const statuses = value.split(',');
  const wordsOfStatus = (status: string) => t(`common:career_status.${status as CareerStatus}`);
  return [...new Set(statuses.map(wordsOfStatus))].map((words) => {
    const others = statuses.filter((status) => wordsOfStatus(status) !== words).join(',');
    return { words, rest: others ? { ...rest, status: others } : rest };
  });
}

function wordsOf(filter: Exclude<Filter, 'status'>, value: string, t: Translate): string {
  switch (filter) {
    case 'search':
      return t('team:chips.search', { words: value });
    case 'line':
      return t('team:chips.line', { line: value });
    case 'active':
      return value === 'yes' ? t('common:active') : t('common:not_active');
    case 'real_estate':
      return value === 'yes' ? t('team:filters.with_real_estate') : t('team:filters.without_real_estate');
    case 'registered_from':
      return t('team:chips.from', { date: formatDay(value) });
    case 'registered_to':
      return t('team:chips.to', { date: formatDay(value) });
  }
}
