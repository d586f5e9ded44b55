/** `2026-11-24T19:00` in some time zone; seconds only if they are not zero. */
export type LocalTime = string;

const MINUTE_MS = 60_000;
const LOCAL = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?$/;

export function localTimeOf(at: Date, timeZone: string): LocalTime {
  const written = new Date(at.getTime() + offsetMinutes(at, timeZone) * MINUTE_MS).toISOString();
  return written.replace(/(:00)?\.000Z$|Z$/, '');
}

/** `2026-11-24T19:00:00+03:00`. A skipped time moves an hour later; invalid text is returned unchanged. */
export function withOffset(local: LocalTime, timeZone: string): string {
  const asUtc = LOCAL.test(local) ? new Date(`${local}Z`) : undefined;
  // `Date` reads 31 February as a day in March.
  if (!asUtc || Number.isNaN(asUtc.getTime()) || !asUtc.toISOString().startsWith(local.slice(0, 16))) return local;
  // The offset must be that of the result, so it is computed twice.
  const near = before(asUtc, offsetMinutes(asUtc, timeZone));
  const corrected = before(asUtc, offsetMinutes(near, timeZone));
  // West of Greenwich the correction of a skipped time goes back behind the skip.
  const isBehind = localTimeOf(corrected, timeZone).slice(0, 16) < local.slice(0, 16);
  const at = isBehind ? near : corrected;
  const minutes = offsetMinutes(at, timeZone);
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60].map((part) =>
    String(part).padStart(2, '0'),
  );
  const written = localTimeOf(at, timeZone);
  return `${written}${written.length === 16 ? ':00' : ''}${minutes < 0 ? '-' : '+'}${hours}:${rest}`;
}

function before(at: Date, minutes: number): Date {
  return new Date(at.getTime() - minutes * MINUTE_MS);
}

function offsetMinutes(at: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'longOffset' }).formatToParts(at);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign = '+', hours = '0', minutes = '0'] = /^GMT(?:([+-])(\d\d):(\d\d))?/.exec(name) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}
