import type { Language } from '#domain/languages.ts';
import { NUMBER_MARKS } from '#domain/typed-money.ts';
import { UNREAD_COUNTED } from '#domain/unread.ts';
import { holdsAt, type UtcOffset } from './utc-offset.ts';

/** U+2212, as wide as a plus. */
const MINUS = '−';
/** Thousands separator of all languages: it can't be taken for a decimal mark. */
const NARROW_SPACE = '\u202F';
const BEFORE_EACH_GROUP = /\B(?=(?:\d{3})+$)/g;

export function formatNumber(value: number): string {
  return `${value < 0 ? MINUS : ''}${grouped(String(Math.abs(value)))}`;
}

/** Percent with one decimal. 0% only for none, 100% only for all. */
export function formatShare(part: number, all: number, language: Language): string {
  const rounded = Math.round((part / all) * 1000);
  const tenths = part === 0 ? 0 : part === all ? 1000 : Math.min(Math.max(rounded, 1), 999);
  const mark = NUMBER_MARKS[language].decimal;
  const number = tenths % 10 === 0 ? String(tenths / 10) : `${Math.floor(tenths / 10)}${mark}${tenths % 10}`;
  return `${number}${mark === ',' ? '\u00A0' : ''}%`;
}

/** `-1250.5` is −1 250.50 in English. Works on digits, because amounts may exceed a JS number. */
export function formatMoney(amount: string, language: Language, { signed = false }: { signed?: boolean } = {}): string {
  const [, minus = '', whole = '0', part = ''] = /^(-?)(\d+)\.?(\d*)$/.exec(amount) ?? [];
  const sign = minus ? MINUS : signed ? '+' : '';
  return sign + grouped(whole) + NUMBER_MARKS[language].decimal + part.replace(/0+$/, '').padEnd(2, '0');
}

function grouped(digits: string): string {
  return digits.replaceAll(BEFORE_EACH_GROUP, NARROW_SPACE);
}

const formats = new Map<string, Intl.DateTimeFormat>();

type Part = 'day' | 'month' | 'year' | 'hour' | 'minute';

const offsets = new Map<string, UtcOffset>();

/** Formatting uses it instead of `Intl`, whose first use blocks a phone for 70 ms. */
export function rememberOffset(timeZone: string, offset: UtcOffset): void {
  offsets.set(timeZone, offset);
}

function parts(time: Date, timeZone: string): Partial<Record<Part, string | undefined>> {
  const offset = offsets.get(timeZone);
  if (offset && holdsAt(offset, time)) {
    const localTime = new Date(time.getTime() + offset[0] * 60_000);
    const [year, month, day, hour, minute] = localTime.toISOString().match(/\d+/g) ?? [];
    return { day, month, year, hour, minute };
  }
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

/** DD.MM.YYYY */
export function formatDate(time: Date | string, timeZone: string): string {
  const { day, month, year } = parts(new Date(time), timeZone);
  return `${day}.${month}.${year}`;
}

export function formatTime(time: Date | string, timeZone: string): string {
  const { hour, minute } = parts(new Date(time), timeZone);
  return `${hour}:${minute}`;
}

/** YYYY-MM-DD */
export function isoDay(time: Date, timeZone: string): string {
  const { day, month, year } = parts(time, timeZone);
  return `${year}-${month}-${day}`;
}

export function formatUnread(unread: number): string {
  return unread < UNREAD_COUNTED ? String(unread) : `${UNREAD_COUNTED - 1}+`;
}
