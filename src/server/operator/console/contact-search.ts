import { and, type SQL } from 'drizzle-orm';
import { findsAllWords, hasAllWords, type Words } from '#server/db/name-search.ts';
import { contactText } from '#server/db/schema/index.ts';

const SHORTEST = 3;
const SHORTEST_NUMBER = 5;
/** Country and trunk prefixes are written in several ways. */
const COMPARED_DIGITS = 10;

const searchedText = contactText('members.contacts');

/** Telegram, phone and other contacts, however they are written. Undefined if the search is too short. */
export function hasContact(search: string): SQL | undefined {
  const words = contactWords(search);
  return words && and(findsAllWords(searchedText, words), hasAllWords(searchedText, words));
}

function contactWords(search: string): Words | undefined {
  const digits = search.replaceAll(/\D/g, '');
  if (/^[\d\s()+./-]+$/.test(search)) {
    return digits.length < SHORTEST_NUMBER ? undefined : [digits.slice(-COMPARED_DIGITS)];
  }
  const [first, ...rest] = search
    .toLowerCase()
    .replaceAll('ё', 'е')
    .split(/\s+/)
    .map((word) => word.replace(/^(?:https?:\/\/)?(?:t\.me\/)?@?/, ''))
    .filter((word) => word.length >= SHORTEST);
  return first === undefined ? undefined : [first, ...rest];
}
