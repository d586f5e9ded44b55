import { memo, type MouseEvent, type ThHTMLAttributes } from 'react';
import { TEAM_PAGE, TEAM_SORTS } from '#contracts/team.ts';
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

/** Numbers and names have no order: they would need an index for each upline (docs/design/team.md). */
const SORTS = { line: ['line', 'deepest'], registered: ['oldest', 'newest'] } as const;

type Props = {
  persons: readonly Person[];
  used: TeamQuery;
  linkTo: LinkTo;
  narrowedTo: string;
  /** Must keep its identity, or all rows render again. */
  onOpen: (username: string, step: 'push') => void;
};

export function MemberTable({ persons, used, linkTo, narrowedTo, onOpen }: Props) {
  const { t } = useReader();
  const words = searchWords(narrowedTo);
  const lastPage = persons.length > TEAM_PAGE ? (Math.ceil(persons.length / TEAM_PAGE) - 1) * TEAM_PAGE : undefined;
  return (
    <table className="table people dense" role="table" aria-labelledby="members-title">
      <thead role="rowgroup">
        <tr role="row">
          <SortHead sorts={SORTS.line} used={used} linkTo={linkTo}>
            {t('team:columns.line')}
          </SortHead>
          <Head>{t('team:columns.user')}</Head>
          <Head className="number">{t('team:columns.in_team')}</Head>
          <Head className="number">{t('team:columns.real_estate')}</Head>
          <SortHead sorts={SORTS.registered} used={used} linkTo={linkTo}>
            {t('team:member.registered')}
          </SortHead>
          <Head>{t('team:columns.info')}</Head>
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

type HeadProps = ThHTMLAttributes<HTMLTableCellElement>;

function Head(props: HeadProps) {
  return <th role="columnheader" scope="col" {...props} />;
}

type SortHeadProps = Pick<Props, 'used' | 'linkTo'> & {
  sorts: readonly [up: Sort, down: Sort];
  children: string;
};

/** Sorts by its column; the second press turns the order around. */
function SortHead({ sorts: [up, down], used, linkTo, children }: SortHeadProps) {
  const { sort = TEAM_SORTS[0] } = used;
  const order = sort === up ? 'ascending' : sort === down ? 'descending' : undefined;
  const next = sort === up || (sort !== down && down === TEAM_SORTS[0]) ? down : up;
  return (
    <Head aria-sort={order}>
      <a className="sort" {...linkTo(sortedBy(used, next))}>
        {children}
      </a>
    </Head>
  );
}

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
