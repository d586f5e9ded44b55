import type { DayMarker } from '#domain/calendar.ts';
import type { Day } from '#domain/days.ts';

type Look = {
  active: Day;
  chosen: readonly Day[];
  weekdays: readonly string[];
  markers: readonly DayMarker[];
};

const DAYS_A_WEEK = 7;

/** Makes a grid with rows out of the plain boxes that air-datepicker draws. Doing it twice changes nothing. */
export function dressGrid(picker: HTMLElement, { active, chosen, weekdays, markers }: Look): void {
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
