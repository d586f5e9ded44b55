import { addDays, type Day, weekdayOf } from './days.ts';
import type { Language } from './languages.ts';

export const WEEK_STARTS = ['language', 'monday', 'saturday', 'sunday'] as const;
export type WeekStart = (typeof WEEK_STARTS)[number];

/** CLDR; 0 is Sunday. English is international here: its dates are DD.MM.YYYY. */
const BY_LANGUAGE: Record<Language, number> = { ru: 1, en: 1, fr: 1, de: 1, tamil: 0, hindi: 0 };
const BY_NAME = { monday: 1, saturday: 6, sunday: 0 };

/** `usual`: of the site, for members who have not chosen. */
export function firstWeekday(start: WeekStart, language: Language, usual: WeekStart = 'language'): number {
  const chosen = start === 'language' ? usual : start;
  return chosen === 'language' ? BY_LANGUAGE[language] : BY_NAME[chosen];
}

export function weekAround(day: Day, weekStart: number): Day {
  return addDays(day, -((weekdayOf(day) - weekStart + 7) % 7));
}
