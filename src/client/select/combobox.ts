import TomSelect from 'tom-select/base';
import type { TomItem } from 'tom-select/dist/esm/types/core.d.ts';
import { draw } from './drawing.ts';
import { settingsOf } from './settings.ts';
import { emptyWithoutMarkup } from './without-markup.ts';

/**
 * Tom Select as a combobox with a listbox: `aria-selected` is what is chosen and not what is looked at, choosing again
 * takes out, what can't be done is said, and the native select stays in its order.
 */
export class Combobox extends TomSelect {
  readonly #select: HTMLSelectElement;
  readonly #said = draw('p', 'said');

  constructor(select: HTMLSelectElement) {
    super(
      select,
      settingsOf(select, (pill) => this.#takeOut(pill)),
    );
    this.#select = select;
    this.dropdown.prepend(this.#said);
    this.wrapper.classList.remove('input');
    this.control.classList.add('input');
    this.control_input.setAttribute('aria-autocomplete', 'list');
    if (select.multiple) this.dropdown_content.setAttribute('aria-multiselectable', 'true');
    if (select.ariaLabel) this.dropdown_content.ariaLabel = select.ariaLabel;
    emptyWithoutMarkup(this.dropdown_content);
    // What is searched for here is nothing that the form has to know.
    this.control_input.addEventListener('input', (event) => event.stopPropagation());
  }

  /** Takes over what somebody else has set in the native select. */
  follow(): void {
    const set = [...this.#select.selectedOptions].map(({ value }) => value).filter((value) => value in this.options);
    const isKnown = set.length === this.items.length && set.every((value) => this.items.includes(value));
    if (!isKnown) this.setValue(set, true);
  }

  override onClick(): void {
    if (this.isOpen) this.close();
    else this.refreshOptions();
  }

  override onKeyDown(event: KeyboardEvent): void {
    if (this.isOpen || !['ArrowDown', 'ArrowUp'].includes(event.key)) return super.onKeyDown(event);
    event.preventDefault();
    this.refreshOptions();
  }

  /** A chosen one has its own button; a click beside that is meant for the field. */
  override onItemSelect(): boolean {
    return false;
  }

  override onOptionSelect(event: MouseEvent | KeyboardEvent, option: HTMLElement): void {
    const { multiple, dataset } = this.#select;
    const value = option.dataset['value'] ?? '';
    if (multiple && this.items.includes(value)) this.removeItem(value);
    else if (multiple && this.items.length >= Number(dataset['maximum'] ?? Infinity))
      this.#say(dataset['full'], 'said bad');
    else super.onOptionSelect(event, option);
  }

  override removeItem(item?: string | TomItem | null, silent?: boolean): void {
    super.removeItem(item, silent);
    if (!silent) this.refreshOptions(this.isOpen);
  }

  override refreshOptions(isOpening = true): void {
    super.refreshOptions(isOpening);
    for (const option of this.dropdown_content.querySelectorAll<HTMLElement>('.option')) this.#mark(option);
    const { empty, nothingFound } = this.#select.dataset;
    const isEmpty = Object.keys(this.options).length === 0;
    this.#say(isEmpty ? empty : this.currentResults?.items.length === 0 ? nothingFound : '');
  }

  /** Below the field, or above it where there is more room. */
  override positionDropdown(): void {
    const { top, bottom } = this.control.getBoundingClientRect();
    const below = innerHeight - bottom;
    this.dropdown.classList.toggle('ts-above', this.dropdown.offsetHeight > below && top > below);
  }

  override setActiveOption(option: HTMLElement | null, isScrolling?: boolean): void {
    super.setActiveOption(option, isScrolling);
    if (option) this.#mark(option);
  }

  override clearActiveOption(): void {
    const option = this.activeOption;
    super.clearActiveOption();
    if (option) this.#mark(option);
  }

  /** Tom Select would move the chosen options to the end, and out of their groups. */
  override updateOriginalInput({ silent }: { silent?: boolean } = {}): void {
    for (const option of (this.input as unknown as HTMLSelectElement).options)
      option.selected = this.items.includes(option.value) || (option.value === '' && this.items.length === 0);
    if (this.isSetup && !silent) this.trigger('change', this.getValue());
  }

  #takeOut(pill: HTMLElement): void {
    const hasFocus = pill.contains(document.activeElement);
    this.removeItem(pill.dataset['value']);
    if (hasFocus) this.focus();
  }

  #mark(option: HTMLElement): void {
    option.ariaSelected = String(this.items.includes(option.dataset['value'] ?? ''));
  }

  /** In the list for those who see it, in the page's live region for those who don't. */
  #say(words = '', className = 'said'): void {
    if (words === this.#said.textContent) return;
    this.#said.className = className;
    this.#said.textContent = words;
    const live = document.getElementById('live');
    if (live) live.textContent = words;
  }
}
