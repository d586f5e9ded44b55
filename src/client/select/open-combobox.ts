import { Combobox } from './combobox.ts';
import { withoutMarkup } from './without-markup.ts';

const MIRRORED = ['aria-invalid', 'aria-describedby'];

/** What was done at a select before the combobox came. */
export type Wish = { typed: string; isOpened: boolean };

/** Puts a combobox in a native select's place; whoever was in the select is in the combobox then. */
export function openCombobox(select: HTMLSelectElement, { typed, isOpened }: Wish): void {
  const hasFocus = document.activeElement === select;
  const combobox = withoutMarkup(() => new Combobox(select));
  select.hidden = true;
  mirrorErrors(select, combobox);
  select.addEventListener('change', () => combobox.follow());
  if (!hasFocus) return;
  combobox.setTextboxValue(typed);
  if (isOpened) combobox.refreshOptions();
  else combobox.focus();
}

/** Errors are put at the select, by the page and by its scripts; people meet them at the combobox. */
function mirrorErrors(select: HTMLSelectElement, { control_input: input }: Combobox): void {
  const mirror = () => {
    for (const name of MIRRORED) {
      const value = select.getAttribute(name);
      if (value) input.setAttribute(name, value);
      else input.removeAttribute(name);
    }
  };
  new MutationObserver(mirror).observe(select, { attributeFilter: MIRRORED });
  mirror();
}
