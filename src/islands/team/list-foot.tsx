import { formatNumber } from '#i18n/format.ts';
import { Pagination } from '#components/ui/pagination.tsx';
import type { Shown } from './load-members.ts';
import type { TeamReader } from './reader.ts';
import { fromStart, moreAfter, type TeamQuery, without } from './team-query.ts';
import type { Totals } from './use-numbers.ts';
import type { LinkTo } from './use-team.ts';

type Props = { shown: Shown; summary: string; isBusy: boolean; linkTo: LinkTo; reader: TeamReader };

export function ListFoot({ shown, summary, isBusy, linkTo, reader: { t } }: Props) {
  const { persons, next, used } = shown;
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

/** How many are there: "Found: 8", or "Shown: 25 / 60" where the number of all is one of the totals. */
export function summaryOf({ persons, next, used }: Shown, totals: Totals, t: TeamReader['t']): string {
  const count = formatNumber(persons.length);
  if (next === null && used.cursor === undefined) return `${t('team:list.found')} ${count}`;
  const known = knownTotal(without(fromStart(used), 'sort'), totals);
  const all = known === undefined ? '' : ` / ${formatNumber(known)}`;
  return `${t('team:list.shown')} ${count}${all}`;
}

function knownTotal(filters: TeamQuery, { whole_team, first_line, inactive_first_line }: Totals): number | undefined {
  const asked = new URLSearchParams(filters).toString();
  return { '': whole_team, 'line=1': first_line, 'line=1&active=no': inactive_first_line }[asked];
}
