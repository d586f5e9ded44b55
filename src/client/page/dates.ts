import script from '#client/date/date-field.ts?worker&url';

const CALENDAR = '[data-calendar]';

/** The calendar comes when one is opened; until then there are the inputs beside it. */
export function watchDates(): void {
  const bring = (opened: Element) => opened.matches(CALENDAR) && import(/* @vite-ignore */ script);
  document.addEventListener('toggle', ({ target }) => bring(target as Element), true);
  for (const calendar of document.querySelectorAll<HTMLElement>(CALENDAR))
    if (calendar.checkVisibility?.()) void bring(calendar);
}
