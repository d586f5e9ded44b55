import script from '#client/select/start.ts?worker&url';
import { whenTouched } from './when-touched.ts';

export function watchSelects(): void {
  if (document.querySelector('[data-select]')) whenTouched(script);
}
