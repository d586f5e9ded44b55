import { addDays, addMonths, type Day, weekdayOf } from './days.ts';

/** Which days may be chosen. An empty `min` or `max` is no limit. */
export type DayRules = {
  min: Day;
  max: Day;
  disabled: readonly Day[];
  /** A range may have one end only. */
  isPartial: boolean;
};

type MarkColor = 'ok' | 'warn' | 'bad' | 'info';

/** What there is to know about a day: a dot of this colour, and lines to read with it. */
export type DayMarker = { date: Day; color: MarkColor; tooltip: readonly { text: string; color: MarkColor }[] };

export type CalendarOptions = DayRules & {
  markers: readonly DayMarker[];
  /** From 0, which is Sunday. */
  weekStart: number;
  /** Shows six weeks in every month, also where four or five would do. */
  hasSixWeeks: boolean;
};

export type DayFault = 'invalid-select' | 'invalid-fixed-range';

/** What is wrong with a day (one end) or a range (two); nothing chosen is never wrong. */
export function dayFault(ends: readonly Day[], rules: DayRules): DayFault | undefined {
  const days = ends.filter(Boolean);
  if (days.some((day) => !isOpen(day, rules))) return 'invalid-select';
  const [first = '', last = ''] = [...days].sort();
  if (ends.length < 2 || !first) return undefined;
  if (!last) return rules.isPartial ? undefined : 'invalid-fixed-range';
  return rules.disabled.some((day) => first < day && day < last) ? 'invalid-fixed-range' : undefined;
}

export function isOpen(day: Day, { min, max, disabled }: DayRules): boolean {
  return day >= min && (!max || day <= max) && !disabled.includes(day);
}

/** The nearest day within the limits. */
export function clampDay(day: Day, { min, max }: DayRules): Day {
  if (max && day > max) return max;
  return day < min ? min : day;
}

/** Whether there is another month to turn to within the limits. */
export function canTurn(day: Day, months: number, rules: DayRules): boolean {
  return clampDay(addMonths(day, months), rules).slice(0, 7) !== day.slice(0, 7);
}

/** Where a key leads in a calendar, as the date grid of the ARIA practices has it. */
export function dayByKey(key: string, isShifted: boolean, day: Day, weekStart: number): Day | undefined {
  const daysIntoWeek = (weekdayOf(day) - weekStart + 7) % 7;
  const months = isShifted ? 12 : 1;
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'Home':
      return addDays(day, -daysIntoWeek);
    case 'End':
      return addDays(day, 6 - daysIntoWeek);
    case 'PageUp':
      return addMonths(day, -months);
    case 'PageDown':
      return addMonths(day, months);
    default:
      return undefined;
  }
}

const SWIPE_PX = 10;

/** How many months a finger that moved this far turns, if any: to the left is forth. */
export function monthsBySwipe(acrossPx: number, downPx: number): -1 | 0 | 1 {
  if (Math.abs(acrossPx) < SWIPE_PX || Math.abs(acrossPx) <= Math.abs(downPx)) return 0;
  return acrossPx < 0 ? 1 : -1;
}

/** What is chosen in a calendar: nothing, a day, or the first and the last one. */
type Choice = { chosen: readonly Day[]; fault?: DayFault };

/** One more click. A third day begins a new range, and so does one that no range can be made with. */
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

/** The periods people ask for, as days. */
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
