import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { Language } from '#domain/languages.ts';
import { translator } from '#i18n/translator.ts';
import { addSeconds } from '#server/clock.ts';
import type { House } from '#server/house.ts';
import { mac } from '#server/secrets.ts';
import { CHALLENGE_SECONDS } from './challenge.ts';

/** A sum in words for readers without JavaScript. The token carries no answer, only its seal. */
export function makeQuestion(house: House, language: Language): { token: string; words: string } {
  const t = translator(language);
  const [a, b] = [randomInt(1, 10), randomInt(1, 10)] as const;
  const expires = Math.floor(addSeconds(house.clock.now(), CHALLENGE_SECONDS).getTime() / 1000);
  const head = `${randomBytes(12).toString('base64url')}-${expires}`;
  return {
    token: `${head}~${seal(house, head, a + b)}`,
    words: t('auth:bot.question', { a: t(`auth:bot.numbers.${digit(a)}`), b: t(`auth:bot.numbers.${digit(b)}`) }),
  };
}

/** The identity of a rightly answered question of ours that is not over; nothing for anything else. */
export function readAnswer(house: House, token: string, answer: string): string | undefined {
  const match = /^([\w-]{16}-(\d{10}))~([\w-]{43})$/.exec(token);
  const [, head = '', expires = '', sealed = ''] = match ?? [];
  const number = readDigits(answer.trim());
  if (!match || Number.isNaN(number) || Number(expires) * 1000 <= house.clock.now().getTime()) return undefined;
  const isRight = timingSafeEqual(Buffer.from(sealed), Buffer.from(seal(house, head, number)));
  return isRight ? `question:${head}` : undefined;
}

/** A number of one or two digits in any script, as a Tamil or Hindi keyboard may write it. */
function readDigits(text: string): number {
  if (!/^\p{Nd}{1,2}$/u.test(text)) return Number.NaN;
  return [...text].reduce((number, sign) => number * 10 + valueOf(sign.codePointAt(0) ?? 0), 0);
}

/** The ten digits of a script stand in a row, so a digit's value is its distance from the first of them. */
function valueOf(codePoint: number): number {
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(codePoint - value - 1))) value += 1;
  return value;
}

function seal(house: House, head: string, answer: number): string {
  return mac(house.secrets.botQuestion, head, String(answer)).toString('base64url');
}

type Digit = '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9';

function digit(value: number): Digit {
  return String(value) as Digit;
}
