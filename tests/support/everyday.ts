/** `npm run test:long` tries everything as often and as large as it comes; `npm test` has an everyday form of it. */
export const isLong = process.env['LONG'] === '1';

/** How often or how large, or which cases: every day, and with `LONG=1`. */
export function everyday<T>(everyDay: T, long: T): T {
  return isLong ? long : everyDay;
}
