import type { CalendarView } from '#domain/calendar.ts';
import type { Day } from '#domain/days.ts';
import { type Language, tagOf } from '#domain/languages.ts';

/** air-datepicker uses local time: a day is its first moment there. */
export function dateOf(day: Day): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date);
}

export function dayOf(date: Date): Day {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

export function today(): Day {
  return dayOf(new Date());
}

/** British English, because `en` puts the month first. */
export function dateTagOf(language: Language): string {
  return language === 'en' ? 'en-GB' : tagOf(language);
}

export function monthName(date: Date, language: Language): string {
  const tag = dateTagOf(language);
  const name = date.toLocaleDateString(tag, { month: 'long' });
  return `${name.charAt(0).toLocaleUpperCase(tag)}${name.slice(1)}`;
}

/** “November 2026”, “2026” or “2020 – 2029”. */
export function viewTitle(date: Date, view: CalendarView, language: Language): string {
  const year = date.getFullYear();
  if (view === 'days') return `${monthName(date, language)} ${year}`;
  const decade = year - (year % 10);
  return view === 'months' ? String(year) : `${decade} – ${decade + 9}`;
}
