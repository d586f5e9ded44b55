import { type CalendarView, VIEWS } from './calendar.ts';
import { addDays, addMonths, type Day, weekdayOf } from './days.ts';

export type Key = { key: string; isShifted: boolean };

/** Keys of the date grid in the ARIA practices; undefined for other keys. */
export function dayByKey({ key, isShifted }: Key, day: Day, view: CalendarView, weekStart: number): Day | undefined {
  const { columns, pageMonths } = VIEWS[view];
  const column = columnOf(day, view, weekStart);
  const pages = isShifted && view === 'days' ? 12 : 1;
  switch (key) {
    case 'ArrowLeft':
      return addCells(day, -1, view);
    case 'ArrowRight':
      return addCells(day, 1, view);
    case 'ArrowUp':
      return addCells(day, -columns, view);
    case 'ArrowDown':
      return addCells(day, columns, view);
    case 'Home':
      return addCells(day, -column, view);
    case 'End':
      return addCells(day, columns - 1 - column, view);
    case 'PageUp':
      return addMonths(day, -pages * pageMonths);
    case 'PageDown':
      return addMonths(day, pages * pageMonths);
    default:
      return undefined;
  }
}

function addCells(day: Day, cells: number, view: CalendarView): Day {
  if (view === 'days') return addDays(day, cells);
  return addMonths(day, view === 'months' ? cells : cells * 12);
}

/** A page of years begins with the last year before the decade. */
function columnOf(day: Day, view: CalendarView, weekStart: number): number {
  const { columns } = VIEWS[view];
  if (view === 'days') return (weekdayOf(day) - weekStart + columns) % columns;
  return view === 'months' ? (Number(day.slice(5, 7)) - 1) % columns : (Number(day.slice(3, 4)) + 1) % columns;
}
