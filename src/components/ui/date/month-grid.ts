import AirDatepicker from 'air-datepicker';
import { dayByKey, type Key } from '#domain/calendar-keys.ts';
import { type CalendarOptions, type CalendarView, type DayMarker, isOpen, VIEWS } from '#domain/calendar.ts';
import type { Day } from '#domain/days.ts';
import type { Language } from '#domain/languages.ts';
import '../trusted-types.ts';
import { cellWords } from './cell-words.ts';
import { dateOf, dayOf, viewTitle } from './local-day.ts';

type Grid = { options: CalendarOptions; isRange: boolean; language: Language };
export type MonthGrid = ReturnType<typeof mountGrid>;

/** air-datepicker renders the cells. Keys and swipes are ours, because it supports only the mouse. */
export function mountGrid(place: HTMLElement, { options, isRange, language }: Grid) {
  const words = cellWords(language);
  const picker = new AirDatepicker<HTMLElement>(place, {
    range: isRange,
    dynamicRange: false,
    fixedHeight: options.hasSixWeeks,
    moveToOtherMonthsOnSelect: false,
    locale: { daysMin: words.shortWeekdays, months: words.months, firstDay: options.weekStart as 0 },
    monthsField: 'months',
    onRenderCell: ({ date, cellType }) => cellOf(date, `${cellType}s`),
  });
  const grid = picker.$datepicker;
  for (const part of grid.querySelectorAll('.air-datepicker--pointer, .air-datepicker--navigation')) part.remove();

  return {
    show(active: Day, chosen: readonly Day[], view: CalendarView): void {
      picker.setFocusDate(false);
      picker.clear({ silent: true });
      void picker.selectDate(chosen.map(dateOf), { silent: true });
      picker.setViewDate(dateOf(active));
      if (picker.currentView !== view) picker.setCurrentView(view);
      const body = shownIn(grid);
      body.ariaLabel = viewTitle(dateOf(active), view, language);
      body.ariaMultiSelectable = String(isRange);
      addGridRoles(body, { active, view, weekdays: words.weekdays, markers: options.markers });
      picker.setFocusDate(chosen.length === 1 && dateOf(active));
    },
    dayByKey: (press: Key, day: Day, view: CalendarView) => dayByKey(press, day, view, options.weekStart),
    focus(): void {
      shownIn(grid).querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    },
    destroy(): void {
      picker.destroy();
    },
  };

  function cellOf(date: Date, view: CalendarView) {
    const day = dayOf(date);
    const isOff = !isOpen(day, options, view);
    const marker = view === 'days' ? options.markers.find((one) => one.date === day) : undefined;
    const lines = marker?.tooltip.map(({ text }) => text) ?? [];
    const attrs: Record<string, string | undefined> = {
      role: 'gridcell',
      'data-day': day,
      'data-mark': marker?.color,
      'aria-label': [words.cell(date, view), ...lines].join(', '),
      'aria-disabled': isOff ? 'true' : undefined,
    };
    return { attrs, ...(isOff && { classes: '-disabled-' }) };
  }
}

/** air-datepicker keeps the hidden cells of other views. */
function shownIn(grid: HTMLElement): HTMLElement {
  return grid.querySelector<HTMLElement>('.air-datepicker-body:not(.-hidden-)')!;
}

type DayAppearance = {
  active: Day;
  view: CalendarView;
  weekdays: readonly string[];
  markers: readonly DayMarker[];
};

/** Adds ARIA grid roles and rows. Running it again changes nothing. */
function addGridRoles(body: HTMLElement, { active, view, weekdays, markers }: DayAppearance): void {
  body.setAttribute('role', 'grid');
  if (view === 'days') dressHead(body, weekdays);
  const group = body.querySelector('.air-datepicker-body--cells')!;
  group.setAttribute('role', 'rowgroup');
  const cells = [...group.querySelectorAll<HTMLElement>('[data-day]')];
  if (cells[0]?.parentElement === group) group.append(...inRows(cells, VIEWS[view].columns));
  for (const cell of cells) {
    const day = cell.dataset['day'] ?? '';
    cell.tabIndex = isSameCell(day, active, view) ? 0 : -1;
    cell.ariaSelected = String(cell.matches('.-selected-, .-in-range-'));
    cell.ariaCurrent = cell.matches('.-current-') ? 'date' : null;
    const marker = cell.dataset['mark'] && markers.find(({ date }) => date === day);
    if (marker && !cell.firstElementChild) cell.append(tooltipOf(marker));
  }
}

function dressHead(body: HTMLElement, weekdays: readonly string[]): void {
  const head = body.querySelector('.air-datepicker-body--day-names')!;
  head.setAttribute('role', 'row');
  for (const name of head.querySelectorAll<HTMLElement>('[data-day-index]')) {
    name.setAttribute('role', 'columnheader');
    name.setAttribute('aria-label', weekdays[Number(name.dataset['dayIndex'])] ?? '');
  }
}

function inRows(cells: HTMLElement[], columns: number): HTMLElement[] {
  return Array.from({ length: cells.length / columns }, (_, index) => {
    const row = document.createElement('div');
    row.setAttribute('role', 'row');
    row.append(...cells.slice(index * columns, (index + 1) * columns));
    return row;
  });
}

function isSameCell(one: Day, other: Day, view: CalendarView): boolean {
  const { cellChars } = VIEWS[view];
  return one.slice(0, cellChars) === other.slice(0, cellChars);
}

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
