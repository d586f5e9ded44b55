import type { CalendarView } from '#domain/calendar.ts';
import type { Language } from '#domain/languages.ts';
import { dateTagOf, monthName } from './local-day.ts';

const MONTHS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
const WEEK = [0, 1, 2, 3, 4, 5, 6];

export function cellWords(language: Language) {
  const write = (date: Date, options: Intl.DateTimeFormatOptions) =>
    date.toLocaleDateString(dateTagOf(language), options);
  // 1 November 2026 is a Sunday.
  const weekday = (style: 'long' | 'short' | 'narrow') => (index: number) =>
    write(new Date(2026, 10, 1 + index), { weekday: style });
  return {
    weekdays: WEEK.map(weekday('long')),
    /** Tamil's short names are wider than a cell; its narrow names still differ. */
    shortWeekdays: WEEK.map(weekday(language === 'tamil' ? 'narrow' : 'short')),
    months: MONTHS.map((month) => monthName(new Date(2026, month, 1), language)),
    /** “20 November 2026, Friday”, “November 2026” or “2026”. */
    cell(date: Date, view: CalendarView): string {
      if (view === 'years') return String(date.getFullYear());
      if (view === 'months') return `${monthName(date, language)} ${date.getFullYear()}`;
      const day = write(date, { day: 'numeric', month: 'long' });
      return `${day} ${date.getFullYear()}, ${write(date, { weekday: 'long' })}`;
    },
  };
}
