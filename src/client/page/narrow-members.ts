import { askEarly } from '#client/team/ask-early.ts';
import { narrowRows } from '#client/team/narrow-rows.ts';

/** The rows that are here answer the first key already, because the way of a script is long on a phone. */
export function narrowMembers(): void {
  const members = document.getElementById('members');
  const box = members?.querySelector<HTMLInputElement>('[name=search]');
  if (!members || !box?.form) return;
  const narrow = () => narrowRows(members, box.value);
  box.addEventListener('input', narrow);
  if (box.value !== box.defaultValue) narrow();
  askEarly(box, box.form);
}
