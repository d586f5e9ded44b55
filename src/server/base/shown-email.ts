import { domainToUnicode } from 'node:url';
import { normaliseEmail } from '#domain/email.ts';

export function shownEmail(email: string): string {
  const at = email.lastIndexOf('@') + 1;
  const shown = email.slice(0, at) + domainToUnicode(email.slice(at));
  return !/\p{Default_Ignorable_Code_Point}/u.test(shown) && normaliseEmail(shown) === email ? shown : email;
}
