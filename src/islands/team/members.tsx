import { getTeamFile } from '#contracts/team.ts';
import { foldName } from '#domain/fold-name.ts';
import type { Day } from '#domain/days.ts';
import { formatNumber } from '#i18n/format.ts';
import type { Reader } from '#i18n/reader.ts';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Pagination } from '#components/ui/pagination.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';
import { FilterForm } from './filter-form.tsx';
import { ListHead } from './list-head.tsx';
import type { MemberRows } from './use-members.ts';
import { MemberTable } from './member-table.tsx';
import { fromStart, moreAfter, type TeamQuery, without } from './team-query.ts';
import type { Totals } from './use-numbers.ts';
import type { LinkTo, useTeam } from './use-team.ts';

type Props = { team: ReturnType<typeof useTeam>; totals: Totals; hand: number; today: Day; weekStart: number };

export function Members({ team, totals, hand, today, weekStart }: Props) {
  const { t } = useReader();
  const { members, form, section, typed, change, linkTo, openCard } = team;
  const { list, rows, newcomers, state, query, retry } = members;
  const { persons, used, errors } = rows;
  const summary = summaryOf(rows, totals, t);
  const dropAll = linkTo({});
  const { count = 0, hasMore, show } = newcomers ?? {};
  const joined = t('team:list.new', { count, number: `${formatNumber(count)}${hasMore ? '+' : ''}` });
  return (
    <section
      className="card flush"
      id="members"
      ref={section}
      tabIndex={-1}
      aria-labelledby="members-title"
      data-in-place
    >
      <FilterForm
        ref={form}
        query={query}
        errors={errors}
        file={persons.length > 0 ? fileAddress(used) : undefined}
        lines={totals.lines}
        hand={hand}
        today={today}
        weekStart={weekStart}
        onChange={change}
      />
      {state === 'broken' && (
        <div className="inset">
          <Notice kind="bad">
            <p>{t('team:list.broken')}</p>
            <Button type="button" onClick={retry}>
              {t('team:list.again')}
            </Button>
          </Notice>
        </div>
      )}
      <p className="hidden-text" role="status">
        {show ? joined : rows.hadFocus !== undefined && (persons.length > 0 ? summary : t('common:nothing_found'))}
      </p>
      <div ref={list} tabIndex={-1} aria-busy={state === 'busy' || undefined}>
        {errors['sort'] && (
          <div className="inset">
            <Notice kind="bad">{t('team:list.unknown_sort')}</Notice>
          </div>
        )}
        {totals.whole_team > 0 && <ListHead used={used} linkTo={linkTo} />}
        {show && (
          <div className="row inset centered">
            <Button type="button" onClick={show}>
              {joined}
            </Button>
          </div>
        )}
        {persons.length > 0 ? (
          <>
            <MemberTable
              persons={persons}
              used={used}
              size={totals.whole_team}
              linkTo={linkTo}
              narrowedTo={state === 'broken' || errors['search'] ? '' : narrowing(typed, used.search)}
              onOpen={openCard}
            />
            <ListFoot rows={rows} summary={summary} isBusy={state === 'busy'} linkTo={linkTo} />
          </>
        ) : totals.whole_team > 0 ? (
          <EmptyState title={t('common:nothing_found')}>
            <Button {...dropAll}>{t('team:filters.drop')}</Button>
          </EmptyState>
        ) : (
          <EmptyState title={t('common:nothing_here')}>
            <p>{t('team:list.empty')}</p>
            <Button href="#invite-link">{t('profile:first_steps.link')}</Button>
          </EmptyState>
        )}
      </div>
    </section>
  );
}

function fileAddress(used: TeamQuery): string {
  return `${getTeamFile.path}?${new URLSearchParams(fromStart(used))}`;
}

type ListFootProps = { rows: MemberRows; summary: string; isBusy: boolean; linkTo: LinkTo };

function ListFoot({ rows, summary, isBusy, linkTo }: ListFootProps) {
  const { t } = useReader();
  const { persons, next, used } = rows;
  return (
    <Pagination
      summary={summary}
      first={used.cursor === undefined ? undefined : { label: t('team:list.first_page'), ...linkTo(fromStart(used)) }}
      more={
        next === null
          ? undefined
          : {
              label: t('team:list.show_more'),
              isBusy,
              ...linkTo(moreAfter(used, persons.length, next), { isMore: true }),
            }
      }
    />
  );
}

/** Hides rows that don't match the typed text until the response arrives. */
function narrowing(typed: string, search = ''): string {
  return foldName(typed) === foldName(search) ? '' : typed;
}

/** "Found: 8", or "Shown: 25 / 60" if one of the totals counts the same rows. */
function summaryOf({ persons, next, used }: MemberRows, totals: Totals, t: Reader['t']): string {
  const count = formatNumber(persons.length);
  if (next === null && used.cursor === undefined) return `${t('team:list.found')} ${count}`;
  const total = knownTotal(without(fromStart(used), 'sort'), totals);
  const all = total === undefined ? '' : ` / ${formatNumber(total)}`;
  return `${t('team:list.shown')} ${count}${all}`;
}

function knownTotal(filters: TeamQuery, totals: Totals): number | undefined {
  const { whole_team, active_team, first_line, inactive_first_line } = totals;
  const key = new URLSearchParams(filters).toString();
  return { '': whole_team, 'active=yes': active_team, 'line=1': first_line, 'line=1&active=no': inactive_first_line }[
    key
  ];
}
