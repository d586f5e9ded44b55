import { memo, type MouseEvent } from 'react';
import { SORTABLE_TEAM_MAX, TEAM_PAGE, TEAM_SORTS } from '#contracts/team.ts';
import { roleLook } from '#domain/career-status.ts';
import { formatDay } from '#domain/days.ts';
import { foldName, hasWords, searchWords } from '#domain/fold-name.ts';
import { path } from '#domain/paths.ts';
import { formatNumber } from '#i18n/format.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { UserCard } from '#components/ui/user-card.tsx';
import { isPlainClick } from '#islands/shared/in-place.ts';
import { useReader } from '#islands/shared/use-reader.tsx';
import type { Person } from './persons.ts';
import { type Sort, sortedBy, type TeamQuery } from './team-query.ts';
import type { LinkTo } from './use-team.ts';

/** Order of the first press on a head, then of the second. */
const SORTS = {
  line: ['line', 'deepest'],
  name: ['name', 'name_down'],
  inTeam: ['in_team_down', 'in_team'],
  realEstate: ['real_estate_down', 'real_estate'],
  registered: ['newest', 'oldest'],
  active: ['active', 'active_down'],
} as const satisfies Record<string, readonly [Sort, Sort]>;

type Props = {
  persons: readonly Person[];
  used: TeamQuery;
  /** Number of members in the team, without filters. */
  size: number;
  linkTo: LinkTo;
  narrowedTo: string;
  /** Must keep its identity, or all rows render again. */
  onOpen: (username: string, step: 'push') => void;
};

export function MemberTable({ persons, used, size, linkTo, narrowedTo, onOpen }: Props) {
  const { t } = useReader();
  const words = searchWords(narrowedTo);
  const shared = { used, linkTo };
  const column = { ...shared, isPlain: size > SORTABLE_TEAM_MAX };
  const lastPage = persons.length > TEAM_PAGE ? (Math.ceil(persons.length / TEAM_PAGE) - 1) * TEAM_PAGE : undefined;
  return (
    <table className="table people dense" role="table" aria-labelledby="members-title">
      <thead role="rowgroup">
        <tr role="row">
          <SortHead sorts={SORTS.line} {...shared}>
            {t('team:columns.line')}
          </SortHead>
          <SortHead sorts={SORTS.name} {...column}>
            {t('team:columns.user')}
          </SortHead>
          <SortHead sorts={SORTS.inTeam} className="number" {...column}>
            {t('team:columns.in_team')}
          </SortHead>
          <SortHead sorts={SORTS.realEstate} className="number" {...column}>
            {t('team:columns.real_estate')}
          </SortHead>
          <SortHead sorts={SORTS.registered} {...shared}>
            {t('team:member.registered')}
          </SortHead>
          <SortHead sorts={SORTS.active} {...column}>
            {t('team:columns.info')}
          </SortHead>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {persons.map((person, index) => (
          <Row
            key={person.username}
            id={index === lastPage ? 'more' : undefined}
            person={person}
            isHidden={!hasWords(foldedNameOf(person), words)}
            onOpen={onOpen}
          />
        ))}
      </tbody>
    </table>
  );
}

type SortHeadProps = Pick<Props, 'used' | 'linkTo'> & {
  sorts: readonly [first: Sort, second: Sort];
  /** Without order. */
  isPlain?: boolean;
  className?: string;
  children: string;
};

/** Sorts by its column; the second press turns the order around. */
function SortHead({ sorts: [first, second], used, linkTo, isPlain, className, children }: SortHeadProps) {
  const sort = (used.sort ?? TEAM_SORTS[0]) as Sort;
  const isSorted = sort === first || sort === second;
  return (
    <th
      role="columnheader"
      scope="col"
      className={className}
      aria-sort={isSorted ? (isDescending(sort) ? 'descending' : 'ascending') : undefined}
    >
      {isPlain ? (
        children
      ) : (
        <a className="sort" {...linkTo(sortedBy(used, sort === first ? second : first))}>
          {children}
        </a>
      )}
    </th>
  );
}

const isDescending = (sort: Sort) => /newest|deepest|_down/.test(sort);

type RowProps = Pick<Props, 'onOpen'> & { id: string | undefined; person: Person; isHidden: boolean };

/** Memoized: a press on a filter must be answered before 25 rows could render. */
const Row = memo(function Row({ id, person, isHidden, onOpen }: RowProps) {
  const { t, language } = useReader();
  const { username, line, inTeam, realEstate, isActive, since } = person;
  const { tier } = roleLook(person.career_status);
  const former = t('common:former_member');
  const href = path(language, 'teamMember', { username });
  const open = (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    onOpen(username, 'push');
  };
  return (
    <tr id={id} role="row" hidden={isHidden}>
      <td role="cell" data-label={t('team:columns.line')}>
        {formatNumber(line)}
      </td>
      <td role="cell" className="name">
        <UserCard
          user={person}
          tier={tier === 'default' ? undefined : tier}
          href={href}
          onClick={open}
          former={former}
        />
      </td>
      <td role="cell" className="number" data-label={t('team:columns.in_team')}>
        {formatNumber(inTeam)}
      </td>
      <td role="cell" className={realEstate > 0 ? 'number' : 'number none'} data-label={t('team:columns.real_estate')}>
        {realEstate > 0 ? formatNumber(realEstate) : '—'}
      </td>
      <td role="cell" className="since">
        {formatDay(since)}
      </td>
      <td role="cell" className="more">
        {!isActive && <Badge kind="off">{t('common:not_active')}</Badge>}
        <a className="btn plain square" href={href} tabIndex={-1} aria-hidden onClick={open}>
          <Icon name="info" />
        </a>
      </td>
    </tr>
  );
});

function foldedNameOf({ username, name, is_former: isFormer }: Person): string {
  return isFormer ? '' : foldName(`${username} ${name ?? ''}`);
}
