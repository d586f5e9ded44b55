/** `npm run test:long` sets LONG=1 and runs slow tests in full; `npm test` runs them reduced. */
export const isLong = process.env['LONG'] === '1';

/** A count, a size or cases: the first for every day, the second with `LONG=1`. */
export function everyday<T>(everyDay: T, long: T): T {
  return isLong ? long : everyDay;
}
