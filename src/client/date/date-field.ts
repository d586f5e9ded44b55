import { bringSheet } from '#client/bring-sheet.ts';
import sheet from '../../styles/calendar.css?url';
import { openField } from './open-field.ts';

/** Comes when the first date field of a page is opened; each field gets its calendar when it is opened itself. */
await bringSheet(sheet);
for (const field of document.querySelectorAll<HTMLElement>('[data-date-field]')) {
  const popover = field.querySelector<HTMLElement>('[popover]')!;
  const open = () => openField(field, popover);
  if (popover.matches(':popover-open')) open();
  else popover.addEventListener('toggle', open, { once: true });
}
