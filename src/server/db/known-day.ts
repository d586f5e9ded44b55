/** A date may be written in the year 0, which PostgreSQL does not know. */
export function knownDay(day: string): string {
  return day < '0001' ? '0001-01-01' : day;
}
