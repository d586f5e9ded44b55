import AirDatepicker from 'air-datepicker';
import { type CalendarOptions, isOpen } from '#domain/calendar.ts';
import type { Day } from '#domain/days.ts';
import type { Language } from '#domain/languages.ts';
import '../trusted-types.ts';
import { dateWords } from './date-words.ts';
import { dressGrid } from './dress-grid.ts';
import { dateOf, dayOf, today } from './local-day.ts';

type Grid = { options: CalendarOptions; isRange: boolean; language: Language };
export type MonthGrid = ReturnType<typeof mountGrid>;

/**
 * air-datepicker draws the days of a month and what of them is chosen. What a click, a key or a finger means is ours,
 * because it knows only the mouse. One day is the active one: Tab leads to it, and keys start from it.
 */
export function mountGrid(place: HTMLElement, { options, isRange, language }: Grid) {
  const words = dateWords(language);
  const now = today();
  const picker = new AirDatepicker<HTMLElement>(place, {
    range: isRange,
    dynamicRange: false,
    fixedHeight: options.hasSixWeeks,
    moveToOtherMonthsOnSelect: false,
    locale: { daysMin: words.shortWeekdays, firstDay: options.weekStart as 0 },
    onRenderCell: ({ date }) => cellOf(dayOf(date)),
  });
  const grid = picker.$datepicker;
  for (const part of grid.querySelectorAll('.air-datepicker--pointer, .air-datepicker--navigation')) part.remove();

  return {
    show(active: Day, chosen: readonly Day[]): void {
      picker.clear({ silent: true });
      void picker.selectDate(chosen.map(dateOf), { silent: true });
      picker.setViewDate(dateOf(active));
      picker.setFocusDate(chosen.length === 1 && dateOf(active));
      dressGrid(grid, { active, chosen, weekdays: words.weekdays, markers: options.markers });
    },
    focus(): void {
      grid.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    },
    destroy(): void {
      picker.destroy();
    },
  };

  function cellOf(day: Day) {
    const disabled = !isOpen(day, options);
    const marker = options.markers.find(({ date }) => date === day);
    const lines = marker?.tooltip.map(({ text }) => text) ?? [];
    const attrs: Record<string, string | undefined> = {
      role: 'gridcell',
      'data-day': day,
      'data-mark': marker?.color,
      'aria-label': [words.day(dateOf(day)), ...lines].join(', '),
      'aria-disabled': disabled ? 'true' : undefined,
      'aria-current': day === now ? 'date' : undefined,
    };
    return { disabled, attrs };
  }
}
