/** The domain accepts the year 0, PostgreSQL doesn’t. */
export function knownDay(day: string): string {
  return day < '0001' ? '0001-01-01' : day;
}
