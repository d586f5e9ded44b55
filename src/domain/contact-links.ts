import type { Contacts } from './contacts.ts';
import { isEmail, normaliseEmail } from './email.ts';

export type ContactLink = { by: 'Telegram' | 'WhatsApp' | 'email'; href: string };

/** Opens the member's app with the text as a draft. Contacts are free text, so others than these have no link. */
export function contactLinks({ telegram, phone, other }: Contacts, text: string): ContactLink[] {
  const draft = encodeURIComponent(text);
  const account = /^(?:@|(?:https?:\/\/)?t\.me\/)?(\w{4,32})\/?$/i.exec(telegram.trim())?.[1];
  const number = /^(?:\+|00)([1-9]\d{6,14})$/.exec(phone.replaceAll(/[\s().-]/g, ''))?.[1];
  const email = normaliseEmail(other);
  const address = encodeURIComponent(email).replace('%40', '@');
  return [
    ...(account ? [{ by: 'Telegram' as const, href: `https://t.me/${account}?text=${draft}` }] : []),
    ...(number ? [{ by: 'WhatsApp' as const, href: `https://wa.me/${number}?text=${draft}` }] : []),
    ...(isEmail(email) ? [{ by: 'email' as const, href: `mailto:${address}?body=${draft}` }] : []),
  ];
}
