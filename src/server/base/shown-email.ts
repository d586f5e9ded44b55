import { domainToUnicode } from 'node:url';
import { normaliseEmail } from '#domain/email.ts';

export function shownEmail(email: string): string {
  const at = email.lastIndexOf('@') + 1;
  const readable = email.slice(0, at) + domainToUnicode(email.slice(at));
  return !/\p{Default_Ignorable_Code_Point}/u.test(readable) && normaliseEmail(readable) === email ? readable : email;
}
