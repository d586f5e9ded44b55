import { addDays, addMonths, type Day } from './days.ts';

/** An empty `min` or `max` means no limit. */
export type DayRules = {
  min: Day;
  max: Day;
  disabled: readonly Day[];
  isPartial: boolean;
};

type MarkColor = 'ok' | 'warn' | 'bad' | 'info';

export type DayMarker = { date: Day; color: MarkColor; tooltip: readonly { text: string; color: MarkColor }[] };

export type CalendarOptions = DayRules & {
  markers: readonly DayMarker[];
  /** 0 is Sunday. */
  weekStart: number;
  hasSixWeeks: boolean;
};

export type DayFault = 'invalid-select' | 'invalid-fixed-range';

/** One end is a day, two are a range. An empty choice has no fault. */
export function dayFault(ends: readonly Day[], rules: DayRules): DayFault | undefined {
  const days = ends.filter(Boolean);
  if (days.some((day) => !isOpen(day, rules))) return 'invalid-select';
  const [first = '', last = ''] = [...days].sort();
  if (ends.length < 2 || !first) return undefined;
  if (!last) return rules.isPartial ? undefined : 'invalid-fixed-range';
  return rules.disabled.some((day) => first < day && day < last) ? 'invalid-fixed-range' : undefined;
}

/** For a month or year: whether it has a day within the limits. */
export function isOpen(day: Day, { min, max, disabled }: DayRules, view: CalendarView = 'days'): boolean {
  const [cell, first, last] = [day, min, max].map((one) => one.slice(0, VIEWS[view].cellChars)) as [Day, Day, Day];
  return cell >= first && (!last || cell <= last) && (view !== 'days' || !disabled.includes(day));
}

export function clampDay(day: Day, { min, max }: DayRules): Day {
  if (max && day > max) return max;
  return day < min ? min : day;
}

export type CalendarView = 'days' | 'months' | 'years';

/** Lengths of the ISO day prefix that identifies a cell or a page. `up` is the view of the title. */
export const VIEWS = {
  days: { cellChars: 10, pageChars: 7, pageMonths: 1, columns: 7, up: 'months' },
  months: { cellChars: 7, pageChars: 4, pageMonths: 12, columns: 3, up: 'years' },
  years: { cellChars: 4, pageChars: 3, pageMonths: 120, columns: 4, up: undefined },
} as const;

export function canTurn(day: Day, pages: 1 | -1, view: CalendarView, rules: DayRules): boolean {
  const { pageChars, pageMonths } = VIEWS[view];
  return clampDay(addMonths(day, pages * pageMonths), rules).slice(0, pageChars) !== day.slice(0, pageChars);
}

/** Day to show after choosing a month or a year: the 1st, and for a year in the same month. */
export function dayInside(cell: Day, day: Day, view: CalendarView): Day {
  return view === 'years' ? `${cell.slice(0, 4)}${day.slice(4, 8)}01` : `${cell.slice(0, 8)}01`;
}

const SWIPE_PX = 10;

export function pagesBySwipe(acrossPx: number, downPx: number): -1 | 0 | 1 {
  if (Math.abs(acrossPx) < SWIPE_PX || Math.abs(acrossPx) <= Math.abs(downPx)) return 0;
  return acrossPx < 0 ? 1 : -1;
}

type Choice = { chosen: readonly Day[]; fault?: DayFault };

/** A third day starts a new range, and so does a day that makes no valid range. */
export function chooseDay(chosen: readonly Day[], day: Day, isRange: boolean, rules: DayRules): Choice {
  if (!isOpen(day, rules)) return { chosen, fault: 'invalid-select' };
  if (!isRange || chosen.length !== 1) return { chosen: [day] };
  const both = [...chosen, day].sort();
  const fault = dayFault(both, rules);
  return fault ? { chosen: [day], fault } : { chosen: both };
}

export const PRESETS = ['today', 'week', 'month_days', 'month', 'last_month', 'all'] as const;
type Preset = (typeof PRESETS)[number];
type Range = { from?: Day; to?: Day };

export function presetRanges(today: Day): Record<Preset, Range> {
  const first = `${today.slice(0, 8)}01`;
  return {
    today: { from: today, to: today },
    week: { from: addDays(today, -6), to: today },
    month_days: { from: addDays(today, -29), to: today },
    month: { from: first, to: today },
    last_month: { from: addMonths(first, -1), to: addDays(first, -1) },
    all: {},
  };
}
