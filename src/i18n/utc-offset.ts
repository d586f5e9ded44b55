/** Minutes ahead of UTC, valid from one week since 1970 until before another. Serialised into pages. */
export type UtcOffset = readonly [minutes: number, from: number, to: number];

const WEEK_MS = 604_800_000;
const WEEKS_BACK = 780;
const WEEKS_ON = 52;

const cache = new Map<string, { offset: UtcOffset; week: number }>();

/** The offset now, and the weeks around now with the same one: no zone changes twice within a week. */
export function utcOffset(timeZone: string, now: Date): UtcOffset {
  const week = Math.floor(now.getTime() / WEEK_MS);
  const cached = cache.get(timeZone);
  if (cached?.week === week) return cached.offset;
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  const minutes = minutesAt(format, now.getTime());
  const edge = (step: number, weeks: number) => {
    let at = now.getTime();
    for (let count = 0; count < weeks && minutesAt(format, at + step) === minutes; count += 1) at += step;
    return at;
  };
  const from = Math.ceil(edge(-WEEK_MS, WEEKS_BACK) / WEEK_MS);
  const to = Math.floor(edge(WEEK_MS, WEEKS_ON) / WEEK_MS);
  const offset = [minutes, from, to] as const;
  cache.set(timeZone, { offset, week });
  return offset;
}

export function holdsAt([, from, to]: UtcOffset, time: Date): boolean {
  const weeks = time.getTime() / WEEK_MS;
  return weeks >= from && weeks < to;
}

/** Reads `11/26/2026, GMT+03:00`; UTC is only `GMT`. */
function minutesAt(format: Intl.DateTimeFormat, at: number): number {
  const [, sign, hours = 0, minutes = 0] = /GMT([+-])(\d+):(\d+)/.exec(format.format(at)) ?? [];
  const distance = Number(hours) * 60 + Number(minutes);
  return sign === '-' ? -distance : distance;
}
