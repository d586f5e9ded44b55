import script from '#client/passwords/passwords.ts?worker&url';
import { whenTouched } from './when-touched.ts';

export function watchPasswords(): void {
  if (document.querySelector('[data-reveal]')) whenTouched(script);
}
