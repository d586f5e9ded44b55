import type { Day } from '#domain/days.ts';

/** air-datepicker counts in the reader's own zone: a day is its first moment there. */
export function dateOf(day: Day): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date);
}

export function dayOf(date: Date): Day {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** By the reader's own clock. */
export function today(): Day {
  return dayOf(new Date());
}
