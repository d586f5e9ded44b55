import type { CareerStatus } from '#domain/career-status.ts';
import { formatDay } from '#domain/days.ts';
import type { TeamReader } from './reader.ts';
import { FILTERS, fromStart, type TeamQuery } from './team-query.ts';

type Filter = (typeof FILTERS)[number];
type Say = TeamReader['t'];
type Chip = { words: string; rest: TeamQuery };

/** The filters that are set, in words, each with what is left without it. */
export function chipsOf(used: TeamQuery, t: Say): Chip[] {
  const query = fromStart(used);
  return FILTERS.flatMap((filter) => {
    const { [filter]: value, ...rest } = query;
    if (value === undefined) return [];
    return filter === 'status' ? statusChips(value, rest, t) : [{ words: wordsOf(filter, value, t), rest }];
  });
}

function statusChips(value: string, rest: TeamQuery, t: Say): Chip[] {
  const statuses = value.split(',');
  const wordsOfStatus = (status: string) => t(`common:career_status.${status as CareerStatus}`);
  return [...new Set(statuses.map(wordsOfStatus))].map((words) => {
    const others = statuses.filter((status) => wordsOfStatus(status) !== words).join(',');
    return { words, rest: others ? { ...rest, status: others } : rest };
  });
}

function wordsOf(filter: Exclude<Filter, 'status'>, value: string, t: Say): string {
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
