import AirDatepicker from 'air-datepicker';
import { type CalendarOptions, clampDay, isOpen } from '#domain/calendar.ts';
import { addMonths, type Day } from '#domain/days.ts';
import { dressGrid } from './dress-grid.ts';
import { dateOf, dayOf } from './local-day.ts';
import { dateWords } from './words.ts';
import './draw-markup.ts';

export type Calendar = ReturnType<typeof drawCalendar>;

/**
 * air-datepicker draws the days of a month and what of them is chosen. What a click, a key or a finger means is ours,
 * because it knows only the mouse. One day is the active one: Tab leads to it, and keys start from it.
 */
export function drawCalendar(place: HTMLElement, options: CalendarOptions, isRange: boolean) {
  const words = dateWords(document.documentElement.lang);
  const title = place.querySelector('[data-title]')!;
  const today = dayOf(new Date());
  let active = clampDay(today, options);
  let chosen: readonly Day[] = [];
  const picker = new AirDatepicker<HTMLElement>(place.querySelector<HTMLElement>('[data-days]')!, {
    startDate: dateOf(active),
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
    get active(): Day {
      return active;
    },
    choose(days: readonly Day[], at = days.at(-1) ?? active): void {
      chosen = days;
      picker.clear({ silent: true });
      void picker.selectDate(days.map(dateOf), { silent: true });
      goTo(at);
    },
    goTo,
    turn(months: number): void {
      if (canTurn(months)) goTo(addMonths(active, months));
    },
    focus(): void {
      grid.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    },
  };

  function goTo(day: Day): void {
    active = clampDay(day, options);
    picker.setViewDate(dateOf(active));
    picker.setFocusDate(chosen.length === 1 && dateOf(active));
    dressGrid(grid, { active, chosen, weekdays: words.weekdays, markers: options.markers });
    const month = words.month(dateOf(active));
    if (title.textContent !== month) title.textContent = month;
    for (const button of place.querySelectorAll<HTMLElement>('[data-turn]'))
      button.setAttribute('aria-disabled', String(!canTurn(Number(button.dataset['turn']))));
  }

  function canTurn(months: number): boolean {
    return clampDay(addMonths(active, months), options).slice(0, 7) !== active.slice(0, 7);
  }

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
      'aria-current': day === today ? 'date' : undefined,
    };
    return { disabled, attrs };
  }
}
