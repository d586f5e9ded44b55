import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { parseMoney } from '#domain/money.ts';

export const text = z.string();
export const wholeNumber = (max: number, min = 0) =>
  text
    .refine((digits) => /^\d{1,9}$/.test(digits) && Number(digits) >= min && Number(digits) <= max, {
      error: `is not a whole number from ${min} to ${max}`,
    })
    .transform(Number);
export const oneOf = <const Word extends string>(words: readonly Word[]) =>
  z.enum(words, { error: `is none of ${words.join(', ')}` });
export const trueOrFalse = oneOf(['true', 'false']);
export const webAddress = z.url({ protocol: /^https?$/, error: 'is not an address like https://example.org' });
/** `fetch` refuses an address with a password. */
export const calledAddress = webAddress.refine((url) => !/^https?:\/\/[^/?#]*@/i.test(url), {
  error: 'has a name or a password in it',
});
export const mailServer = z.url({ protocol: /^smtps?$/, error: 'is not an address like smtp://mail.example.org' });
export const encryptedAddress = z.url({ protocol: /^https$/, error: 'is not an address that begins with https://' });
export const money = text
  .refine((amount) => parseMoney(amount) !== undefined, 'is not an amount like 10 or 10.50')
  .transform((amount) => parseMoney(amount) ?? 0n);
export const pattern = text.refine((source) => isAccepted(() => new RegExp(source)), 'is not a regular expression');
/** node-postgres supports one host only. */
export const database = text
  .refine((url) => !/@[^/?]*,/.test(url), { error: 'names several hosts; name one address that moves', abort: true })
  .refine((url) => /^postgres(ql)?:\/\//.test(url) && URL.canParse(url), 'is not an address like postgresql://…');
export const sender = text.refine(
  (from) => /^[^<>@]*<[^<>@\s]+@[^<>@\s]+>$|^[^<>@\s]+@[^<>@\s]+$/.test(from),
  'is not a sender like Atrium <no-reply@example.org>',
);
export const timeZone = text.refine(
  (zone) => isAccepted(() => Intl.DateTimeFormat('en', { timeZone: zone })),
  'is not a time zone',
);

export const addresses = text
  .transform((list) => list.split(',').map((item) => item.trim()))
  .refine((list) => list.every((item) => isAddressRange(item)), 'is not a list of addresses and ranges');

/** As RFC 9116 requires: an e-mail address becomes a mailto. */
export const contacts = text
  .transform((list) => list.split(',').map((item) => contactOf(item.trim())))
  .refine(
    (list) => list.every(Boolean),
    'is not a list of e-mail addresses and of addresses with mailto:, tel: or https:',
  )
  .transform((list) => list.filter((item) => item !== undefined));

const RESERVES_MAX = 20;

/** Names and addresses; shown, never called. */
export const reserves = text
  .transform((list) => list.split(',').map((item) => /^\s*([^=<>]{1,40}?)\s*=\s*([\w:.-]{8,120})\s*$/.exec(item)))
  .refine((list) => list.length <= RESERVES_MAX && list.every(Boolean), {
    error: `is not a list of at most ${RESERVES_MAX} like TRON=TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC`,
  })
  .transform((list) => list.flatMap((found) => (found ? [{ name: found[1]!, address: found[2]! }] : [])));

function contactOf(item: string): string | undefined {
  if (z.email().safeParse(item).success) return `mailto:${item}`;
  return /^(mailto:|tel:|https:\/\/)[!-~]+$/.test(item) ? item : undefined;
}

function isAddressRange(item: string): boolean {
  return item.includes('/') ? ipaddr.isValidCIDR(item) : ipaddr.isValid(item);
}

function isAccepted(make: () => unknown): boolean {
  try {
    return Boolean(make());
  } catch {
    return false;
  }
}
