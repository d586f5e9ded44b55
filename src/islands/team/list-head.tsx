import { TEAM_SORTS } from '#contracts/team.ts';
import { Icon } from '#components/ui/icon.tsx';
import { chipsOf } from './chips.ts';
import type { TeamReader } from './reader.ts';
import { fromStart, type TeamQuery, without } from './team-query.ts';
import type { LinkTo } from './use-team.ts';

/** The filters that are set, and the order. */
type Props = { used: TeamQuery; linkTo: LinkTo; reader: TeamReader };

export function ListHead({ used, linkTo, reader: { t } }: Props) {
  const chips = chipsOf(used, t);
  const [usual] = TEAM_SORTS;
  const sorts = TEAM_SORTS.map((sort) => ({
    sort,
    isCurrent: sort === (used.sort ?? usual),
    to: { ...without(fromStart(used), 'sort'), ...(sort !== usual && { sort }) },
  }));
  return (
    <div className="row between inset">
      {chips.length > 0 && (
        <ul className="row chips" aria-label={t('team:chips.label')}>
          {chips.map(({ words, rest }) => (
            <li key={words}>
              <a className="chip" {...linkTo(rest)}>
                <span className="sr">{t('team:chips.remove')}</span> {words}
                <Icon name="close" size="s" />
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
