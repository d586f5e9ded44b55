import { emailField, usernameField } from '#contracts/fields.ts';
import { CAREER_STATUSES, type CareerStatus } from '#domain/career-status.ts';
import { NAME_MAX } from '#domain/contacts.ts';
import { readFault } from '#domain/field-faults.ts';
import { normaliseEmail } from '#domain/email.ts';
import { normaliseUsername } from '#domain/identity.ts';
import { type Language, offeredLanguage, type SiteLanguages } from '#domain/languages.ts';
import { plainText } from '#domain/plain-text.ts';
import { translator } from '#i18n/translator.ts';
import type { WrittenRow } from './read-csv.ts';

/** Unreadable values are empty and have a fault. */
export type ImportRow = {
  line: number;
  username: string;
  email: string;
  name: string | null;
  inviter: string | null;
  /** Without a zone: in the platform's time zone. */
  registeredAt: { text: string; hasZone: boolean } | null;
  status: CareerStatus;
  language: Language;
  isBlocked: boolean;
};

type AddFault = (column: keyof WrittenRow, words: string) => void;

export function readRow(row: WrittenRow, languages: SiteLanguages, add: AddFault): ImportRow {
  const username = usernameField.safeParse(row.username);
  if (!username.success) add('username', wordsOf(username.error.issues[0]?.message));
  const email = emailField.safeParse(row.email);
  if (!email.success) add('email', wordsOf(email.error.issues[0]?.message));
  const name = plainText(row.name);
  if (name.length > NAME_MAX) add('name', `At most ${NAME_MAX} characters.`);
  const registeredAt = readTime(row.registered_at);
  if (!registeredAt) add('registered_at', 'Write a day like 2024-05-31 or a time like 2024-05-31T14:30:00Z.');
  const status = CAREER_STATUSES.find((careerStatus) => careerStatus === (row.status || 'none'));
  if (!status) add('status', `Choose one of: ${CAREER_STATUSES.join(', ')}.`);
  const language = offeredLanguage(languages, row.language);
  if (row.language && language !== row.language) {
    add('language', `Choose one of: ${languages.offered.join(', ')}.`);
  }
  if (!['', 'open', 'blocked'].includes(row.state)) add('state', 'Choose one of: open, blocked.');
  return {
    line: row.line,
    username: username.success ? username.data : storable(normaliseUsername(row.username)),
    email: email.success ? email.data : storable(normaliseEmail(row.email)),
    name: name || null,
    inviter: storable(normaliseUsername(row.inviter)) || null,
    registeredAt,
    status: status ?? 'none',
    language,
    isBlocked: row.state === 'blocked',
  };
}

function wordsOf(message = 'invalid'): string {
  const { code, params } = readFault(message);
  return translator('en')(`faults:${code}`, params);
}

/** Invalid names are kept for comparison, so that rows below them have no fault. */
function storable(text: string): string {
  return text.replaceAll('\0', '\uFFFD');
}

const TIME =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,6})?)?(Z|[+-](?:0\d|1[0-4])(?::?[0-5]\d)?)?)?$/;
const FIRST_YEAR = 1970;

function readTime(value: string): ImportRow['registeredAt'] {
  const text = value.trim();
  const [, year, month, day, hour = '0', minute = '0', second = '0', zone] = TIME.exec(text) ?? [];
  if (Number(year) < FIRST_YEAR || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  const isDay = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
  return isDay ? { text, hasZone: zone !== undefined } : null;
}
