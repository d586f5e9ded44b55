import { narrowRows } from '#client/team/narrow-rows.ts';
import script from '#client/team/members.ts?worker&url';
import { whenTouched } from './when-touched.ts';

/**
 * The list of members is made instant at the first touch; until then its links and its form do. The rows that are here
 * answer the first key already, because the way of a script is long on a phone.
 */
export function watchMembers(): void {
  const members = document.getElementById('members');
  const box = members?.querySelector<HTMLInputElement>('[name=search]');
  if (!members || !box) return;
  const narrow = () => narrowRows(members, box.value);
  box.addEventListener('input', narrow);
  if (box.value !== box.defaultValue) narrow();
  whenTouched(script);
}
