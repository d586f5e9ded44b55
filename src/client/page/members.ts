import script from '#client/team/members.ts?worker&url';
import { whenTouched } from './when-touched.ts';

/** The list of members is made instant at the first touch; until then its links and its form do. */
export function watchMembers(): void {
  if (document.getElementById('members')) whenTouched(script);
}
