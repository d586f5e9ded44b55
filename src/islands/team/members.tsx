import type { Day } from '#domain/days.ts';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { FilterForm } from './filter-form.tsx';
import { ListFoot, summaryOf } from './list-foot.tsx';
import { ListHead } from './list-head.tsx';
import { MemberTable } from './member-table.tsx';
import type { TeamReader } from './reader.ts';
import type { Totals } from './use-numbers.ts';
import type { useTeam } from './use-team.ts';

type Props = { team: ReturnType<typeof useTeam>; totals: Totals; today: Day; reader: TeamReader };

/** The list, with what it can be narrowed to and sorted by. */
export function Members({ team, totals, today, reader }: Props) {
  const { t } = reader;
  const { members, form, section, typed, change, linkTo, openCard } = team;
  const { list, shown, state, asked, again } = members;
  const { persons, used, errors } = shown;
  const summary = summaryOf(shown, totals, t);
  const dropAll = linkTo({});
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
        asked={asked}
        errors={errors}
        lines={totals.lines}
        today={today}
        reader={reader}
        onChange={change}
      />
      {state === 'broken' && (
        <div className="inset">
          <Notice kind="bad">
            <p>{t('team:list.broken')}</p>
            <Button type="button" onClick={again}>
              {t('team:list.again')}
            </Button>
          </Notice>
        </div>
      )}
      <p className="sr" role="status">
        {shown.hadFocus !== undefined && (persons.length > 0 ? summary : t('common:nothing_found'))}
      </p>
      <div ref={list} tabIndex={-1} aria-busy={state === 'busy' || undefined}>
        {errors['sort'] && (
          <div className="inset">
            <Notice kind="bad">{t('team:list.unknown_sort')}</Notice>
          </div>
        )}
        {totals.whole_team > 0 && <ListHead used={used} linkTo={linkTo} reader={reader} />}
        {persons.length > 0 ? (
          <>
            <MemberTable
              persons={persons}
              narrowedTo={state === 'broken' || errors['search'] ? '' : narrowing(typed, used.search)}
              reader={reader}
              onOpen={(username) => openCard(username, 'push')}
            />
            <ListFoot shown={shown} summary={summary} isBusy={state === 'busy'} linkTo={linkTo} reader={reader} />
          </>
        ) : totals.whole_team > 0 ? (
          <EmptyState title={t('common:nothing_found')}>
            <Button {...dropAll}>{t('team:filters.drop')}</Button>
          </EmptyState>
        ) : (
          <EmptyState title={t('common:nothing_here')}>
            <p>{t('team:list.empty')}</p>
          </EmptyState>
        )}
      </div>
    </section>
  );
}

/** Until the answer is there, rows that don't match what is typed are hidden. */
function narrowing(typed: string, search = ''): string {
  const wanted = typed.trim().toLowerCase();
  return wanted === search.toLowerCase() ? '' : wanted;
}
