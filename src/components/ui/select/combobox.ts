import TomSelect from 'tom-select/base';
import type { TomItem } from 'tom-select/dist/esm/types/core.d.ts';
import { keyOf } from '../key-of.ts';
import { type Choice, createElement, settingsOf } from './settings.ts';

type Listen = { onChoose: (values: string[]) => void; onSay: (words: string) => void; onLeave: () => void };

/** What was done at a select before its combobox came. */
export type Wish = { typed: string; isOpened: boolean };

/**
 * Tom Select as a combobox with a listbox: `aria-selected` is what is chosen and not what is looked at, choosing again
 * takes out, what can't be done is said. It stands on an input of its own and leaves the native select alone.
 */
export class Combobox extends TomSelect {
  readonly #choice: Choice;
  readonly #listen: Listen;
  readonly #said = createElement('p', 'said');

  constructor(place: HTMLElement, id: string, choice: Choice, listen: Listen) {
    const seed = createElement('input');
    seed.id = id;
    seed.hidden = true;
    place.append(seed);
    super(
      seed,
      settingsOf(choice, (pill) => this.#takeOut(pill)),
    );
    this.#choice = choice;
    this.#listen = listen;
    this.dropdown.prepend(this.#said);
    this.control.classList.add('input');
    this.control_input.setAttribute('aria-autocomplete', 'list');
    if (choice.isMultiple) this.dropdown_content.setAttribute('aria-multiselectable', 'true');
    // What is searched for here is nothing that the form has to know.
    for (const event of ['input', 'change'])
      this.control_input.addEventListener(event, (heard) => heard.stopPropagation());
    this.on('blur', () => listen.onLeave());
  }

  /** Takes over what has been chosen elsewhere. */
  follow(values: readonly string[]): void {
    const set = values.filter((value) => value in this.options);
    const isKnown = set.length === this.items.length && set.every((value) => this.items.includes(value));
    if (!isKnown) this.setValue([...set], true);
  }

  begin({ typed, isOpened }: Wish): void {
    this.setTextboxValue(typed);
    if (isOpened) this.refreshOptions();
    else this.focus();
  }

  override destroy(): void {
    super.destroy();
    this.input.remove();
  }

  override onClick(): void {
    if (this.isOpen) this.close();
    else this.refreshOptions();
  }

  override onKeyDown(event: KeyboardEvent): void {
    const key = keyOf(event);
    if (!key) return;
    if (this.isOpen || !['ArrowDown', 'ArrowUp'].includes(key)) return super.onKeyDown(event);
    event.preventDefault();
    this.refreshOptions();
  }

  /** A chosen one has its own button; a click beside that is meant for the field. */
  override onItemSelect(): boolean {
    return false;
  }

  override onOptionSelect(event: MouseEvent | KeyboardEvent, option: HTMLElement): void {
    const { isMultiple, maximum = Infinity, texts } = this.#choice;
    const value = option.dataset['value'] ?? '';
    if (isMultiple && this.items.includes(value)) this.removeItem(value);
    else if (isMultiple && this.items.length >= maximum) this.#say(texts.full, 'said bad');
    else super.onOptionSelect(event, option);
  }

  override removeItem(item?: string | TomItem | null, silent?: boolean): void {
    super.removeItem(item, silent);
    if (!silent) this.refreshOptions(this.isOpen);
  }

  override refreshOptions(isOpening = true): void {
    super.refreshOptions(isOpening);
    for (const option of this.dropdown_content.querySelectorAll<HTMLElement>('.option')) this.#mark(option);
    const { empty, nothingFound } = this.#choice.texts;
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

  override updateOriginalInput({ silent }: { silent?: boolean } = {}): void {
    if (this.isSetup && !silent) this.#listen.onChoose([...this.items]);
  }

  #takeOut(pill: HTMLElement): void {
    const hasFocus = pill.contains(document.activeElement);
    this.removeItem(pill.dataset['value']);
    if (hasFocus) this.focus();
  }

  #mark(option: HTMLElement): void {
    option.ariaSelected = String(this.items.includes(option.dataset['value'] ?? ''));
  }

  #say(words = '', className = 'said'): void {
    if (words === this.#said.textContent) return;
    this.#said.className = className;
    this.#said.textContent = words;
    this.#listen.onSay(words);
  }
}
