import AirDatepicker from 'air-datepicker';
import { type CalendarOptions, type DayMarker, isOpen } from '#domain/calendar.ts';
import type { Day } from '#domain/days.ts';
import type { Language } from '#domain/languages.ts';
import '../trusted-types.ts';
import { dateOf, dateWords, dayOf, today } from './local-day.ts';

type Grid = { options: CalendarOptions; isRange: boolean; language: Language };
export type MonthGrid = ReturnType<typeof mountGrid>;

/**
 * air-datepicker renders the days of a month and what of them is chosen. What a click, a key or a finger means is ours,
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
      addGridRoles(grid, { active, chosen, weekdays: words.weekdays, markers: options.markers });
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

type Look = {
  active: Day;
  chosen: readonly Day[];
  weekdays: readonly string[];
  markers: readonly DayMarker[];
};

const DAYS_A_WEEK = 7;

/** Makes a grid with rows out of the plain boxes that air-datepicker renders. Doing it twice changes nothing. */
function addGridRoles(picker: HTMLElement, { active, chosen, weekdays, markers }: Look): void {
  picker.querySelector('.air-datepicker-body')?.setAttribute('role', 'grid');
  dressHead(picker, weekdays);
  const group = picker.querySelector('.air-datepicker-body--cells')!;
  group.setAttribute('role', 'rowgroup');
  const cells = [...group.querySelectorAll<HTMLElement>('[data-day]')];
  if (cells[0]?.parentElement === group) group.append(...inRows(cells));
  for (const cell of cells) {
    const day = cell.dataset['day'] ?? '';
    cell.tabIndex = day === active ? 0 : -1;
    cell.setAttribute('aria-selected', String(isChosen(day, chosen)));
    const marker = markers.find(({ date }) => date === day);
    if (marker && !cell.firstElementChild) cell.append(tooltipOf(marker));
  }
}

function dressHead(picker: HTMLElement, weekdays: readonly string[]): void {
  const head = picker.querySelector('.air-datepicker-body--day-names')!;
  head.setAttribute('role', 'row');
  for (const name of head.querySelectorAll<HTMLElement>('[data-day-index]')) {
    name.setAttribute('role', 'columnheader');
    name.setAttribute('aria-label', weekdays[Number(name.dataset['dayIndex'])] ?? '');
  }
}

function inRows(cells: HTMLElement[]): HTMLElement[] {
  return Array.from({ length: cells.length / DAYS_A_WEEK }, (_, week) => {
    const row = document.createElement('div');
    row.setAttribute('role', 'row');
    row.append(...cells.slice(week * DAYS_A_WEEK, (week + 1) * DAYS_A_WEEK));
    return row;
  });
}

function isChosen(day: Day, [first = '', last = first]: readonly Day[]): boolean {
  return first !== '' && first <= day && day <= last;
}

/** Shown beside the day; its name says the same to who listens. */
function tooltipOf({ tooltip }: DayMarker): HTMLElement {
  const box = document.createElement('span');
  box.className = 'tip';
  for (const { text, color } of tooltip) {
    const line = document.createElement('span');
    line.dataset['mark'] = color;
    line.textContent = text;
    box.append(line);
  }
  return box;
}
