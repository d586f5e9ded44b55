import TomSelect from 'tom-select/base';
import type { TomItem } from 'tom-select/dist/esm/types/core.d.ts';
import '../trusted-types.ts';
import { keyOf } from '../key-of.ts';
import { chooseIn, chosenIn } from './options.ts';
import { settingsOf } from './settings.ts';
import type { SelectTexts } from './texts.ts';

/** Tom Select, but `aria-selected` means chosen, not active, and choosing again deselects. */
export class Combobox extends TomSelect {
  readonly #select: HTMLSelectElement;
  readonly #texts: SelectTexts;
  readonly #maximum: number;
  readonly #status = Object.assign(document.createElement('p'), { className: 'message', role: 'status' });

  constructor(select: HTMLSelectElement, texts: SelectTexts, maximum = Infinity) {
    super(
      select,
      settingsOf(select.multiple, texts.remove, (pill) => this.#takeOut(pill)),
    );
    this.#select = select;
    this.#texts = texts;
    this.#maximum = maximum;
    this.wrapper.classList.remove('input');
    this.control.classList.add('input');
    this.dropdown.prepend(this.#status);
    this.control_input.ariaAutoComplete = 'list';
    this.dropdown_content.ariaMultiSelectable = String(select.multiple);
    this.dropdown_content.ariaLabel = select.ariaLabel;
    select.classList.replace('input', 'hidden-text');
    select.ariaHidden = 'true';
    select.addEventListener('focus', () => this.focus());
    this.follow();
  }

  follow(): void {
    const chosen = chosenIn(this.#select);
    const isSame = chosen.length === this.items.length && chosen.every((value) => this.items.includes(value));
    if (!isSame) this.setValue(chosen, true);
    this.setDisabled(this.#select.disabled);
    for (const name of ['aria-invalid', 'aria-describedby']) {
      const value = this.#select.getAttribute(name);
      if (value) this.control_input.setAttribute(name, value);
      else this.control_input.removeAttribute(name);
    }
  }

  begin(typed: string): void {
    this.setTextboxValue(typed);
    this.refreshOptions();
  }

  /** React removes the native select, so its markup needs no restoring. */
  override destroy(): void {
    if (this.revertSettings) this.revertSettings.innerHTML = '';
    super.destroy();
  }

  override onClick(): void {
    if (this.isOpen) this.close();
    else this.refreshOptions();
  }

  override onKeyDown(event: KeyboardEvent): void {
    if (keyOf(event)) super.onKeyDown(event);
  }

  /** A pill has its own remove button; other clicks belong to the field. */
  override onItemSelect(): boolean {
    return false;
  }

  override onOptionSelect(event: MouseEvent | KeyboardEvent, option: HTMLElement): void {
    const value = option.dataset['value'] ?? '';
    if (this.#select.multiple && this.items.includes(value)) this.removeItem(value);
    else if (this.items.length >= this.#maximum) this.#announce(this.#texts.full, 'message bad');
    else super.onOptionSelect(event, option);
  }

  override removeItem(item?: string | TomItem | null, silent?: boolean): void {
    super.removeItem(item, silent);
    if (!silent) this.refreshOptions(this.isOpen);
  }

  override refreshOptions(isOpening = true): void {
    super.refreshOptions(isOpening);
    for (const option of this.dropdown_content.querySelectorAll<HTMLElement>('.option')) this.#mark(option);
    const { empty, nothingFound } = this.#texts;
    const isEmpty = Object.keys(this.options).length === 0;
    this.#announce(isEmpty ? empty : this.currentResults?.items.length === 0 ? nothingFound : '');
  }

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

  /** Tom Select would move chosen options to the end. */
  override updateOriginalInput({ silent }: { silent?: boolean } = {}): void {
    if (!this.isSetup || silent) return;
    chooseIn(this.#select, this.items);
    this.trigger('change');
  }

  #takeOut(pill: HTMLElement): void {
    const hasFocus = pill.contains(document.activeElement);
    this.removeItem(pill.dataset['value']);
    if (hasFocus) this.focus();
  }

  #mark(option: HTMLElement): void {
    option.ariaSelected = String(this.items.includes(option.dataset['value'] ?? ''));
  }

  #announce(words = '', className = 'message'): void {
    if (words === this.#status.textContent) return;
    this.#status.className = className;
    this.#status.textContent = words;
  }
}
