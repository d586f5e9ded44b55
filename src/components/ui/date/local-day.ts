import type { CalendarView } from '#domain/calendar.ts';
import type { Day } from '#domain/days.ts';
import { type Language, tagOf } from '#domain/languages.ts';

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

const MONTHS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];

/** A Sunday, to count weekdays from. */
const SUNDAY = new Date(2026, 10, 1);

/** A calendar's words in a language. They come from the browser: no dictionary is sent. */
export function dateWords(language: Language) {
  /** American English would say the month first, and we write dd.MM.yyyy. */
  const tag = language === 'en' ? 'en-GB' : tagOf(language);
  const write = (date: Date, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(tag, options).format(date);
  const weekday = (style: 'long' | 'short' | 'narrow') => (index: number) =>
    write(new Date(2026, 10, SUNDAY.getDate() + index), { weekday: style });
  const week = [0, 1, 2, 3, 4, 5, 6];
  const monthName = (date: Date) => {
    const name = write(date, { month: 'long' });
    return `${name.charAt(0).toLocaleUpperCase(tag)}${name.slice(1)}`;
  };
  return {
    weekdays: week.map(weekday('long')),
    /** Tamil’s short names are wider than a day is, its narrow ones differ from each other all the same. */
    shortWeekdays: week.map(weekday(language === 'tamil' ? 'narrow' : 'short')),
    months: MONTHS.map((month) => monthName(new Date(2026, month, 1))),
    /** “November 2026”, “2026” or “2020 – 2029”. */
    title(date: Date, view: CalendarView): string {
      const year = date.getFullYear();
      if (view === 'days') return `${monthName(date)} ${year}`;
      const decade = year - (year % 10);
      return view === 'months' ? String(year) : `${decade} – ${decade + 9}`;
    },
    /** “20 November 2026, Friday”, “November 2026” or “2026”. */
    cell(date: Date, view: CalendarView): string {
      if (view === 'years') return String(date.getFullYear());
      if (view === 'months') return `${monthName(date)} ${date.getFullYear()}`;
      const day = write(date, { day: 'numeric', month: 'long' });
      return `${day} ${date.getFullYear()}, ${write(date, { weekday: 'long' })}`;
    },
  };
}
