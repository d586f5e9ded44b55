import script from '#client/date/date-field.ts?worker&url';

/** The calendar comes when one is opened; until then there are the inputs beside it. */
export function watchDates(): void {
  const bring = ({ target }: Event) =>
    (target as Element).matches('[data-calendar]') && import(/* @vite-ignore */ script);
  document.addEventListener('toggle', bring, true);
}
