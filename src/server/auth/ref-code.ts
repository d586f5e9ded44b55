import { randomInt } from 'node:crypto';

/** No letters that look like digits; eight of them are 10¹², so two members don't meet. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

export function newRefCode(): string {
  return Array.from({ length: 8 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}
