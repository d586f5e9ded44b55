import { UNREAD_COUNTED } from '#domain/unread.ts';

const NUMBER_LOCALE = 'ru-RU';

const numbers = new Intl.NumberFormat(NUMBER_LOCALE);

/**
 * Numbers are grouped as in Russian on every page, whatever its language. Most have nothing to group, and a page has a
 * hundred and more: `Intl` took a twelfth of the time of drawing one.
 */
export function formatNumber(value: number): string {
  return Number.isInteger(value) && value >= 0 && value < 1000 ? String(value) : numbers.format(value);
}

/**
 * An amount of the wire as it is read everywhere: `-1250.5` is −1 250,50. Digit by digit, as amounts may be larger
 * than a number can hold.
 */
export function formatMoney(text: string, { signed = false }: { signed?: boolean } = {}): string {
  const [, minus = '', whole = '', part = ''] = /^(-?)(\d+)\.?(\d*)$/.exec(text) ?? [];
  const sign = minus ? '−' : signed ? '+' : '';
  return `${sign}${numbers.format(BigInt(whole))},${part.replace(/0+$/, '').padEnd(2, '0')}`;
}

const formats = new Map<string, Intl.DateTimeFormat>();

type Part = 'day' | 'month' | 'year' | 'hour' | 'minute';

function parts(time: Date, timeZone: string): Partial<Record<Part, string | undefined>> {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      day: '2-digit',
      month: '2-digit',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
    formats.set(timeZone, format);
  }
  const [day, month, year, hour, minute] = format.format(time).match(/\d+/g) ?? [];
  return { day, month, year, hour, minute };
}

/** DD.MM.YYYY in the given time zone. */
export function formatDate(time: Date | string, timeZone: string): string {
  const { day, month, year } = parts(new Date(time), timeZone);
  return `${day}.${month}.${year}`;
}

/** HH:mm in the given time zone. */
export function formatTime(time: Date | string, timeZone: string): string {
  const { hour, minute } = parts(new Date(time), timeZone);
  return `${hour}:${minute}`;
}

/** YYYY-MM-DD in the given time zone, as databases and calendars count days. */
export function isoDay(time: Date, timeZone: string): string {
  const { day, month, year } = parts(time, timeZone);
  return `${year}-${month}-${day}`;
}

/** Unread things as a badge shows them: `99+` from where they are counted no further. */
export function formatUnread(unread: number): string {
  return unread < UNREAD_COUNTED ? String(unread) : `${UNREAD_COUNTED - 1}+`;
}
