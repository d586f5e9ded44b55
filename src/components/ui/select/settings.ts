import type { TomOption } from 'tom-select/dist/esm/types/core.d.ts';
import sprite from '../icons.svg?url';
import type { SelectEntry, SelectOption } from './options.ts';
import type { SelectTexts } from './texts.ts';

const OPTIONS_MAX = 1000;

export type Choice = {
  options: readonly SelectEntry[];
  chosen: readonly string[];
  isMultiple: boolean;
  maximum: number | undefined;
  texts: SelectTexts;
};

/** How Tom Select renders a choice. */
export function settingsOf(choice: Choice, takeOut: (pill: HTMLElement) => void) {
  const { options, chosen, isMultiple, texts } = choice;
  const { entries, groups, placeholder } = readEntries(options, isMultiple);
  return {
    options: entries,
    optgroups: groups,
    items: [...chosen],
    maxItems: isMultiple ? null : 1,
    placeholder,
    allowEmptyOption: !isMultiple,
    clearAfterSelect: true,
    delimiter: '',
    diacritics: false,
    hidePlaceholder: true,
    hideSelected: false,
    highlight: false,
    itemClass: isMultiple ? 'pill' : 'chosen',
    maxOptions: OPTIONS_MAX,
    onDelete: () => isMultiple,
    openOnFocus: false,
    refreshThrottle: 0,
    score: (query: string) => (option: TomOption) => Number(hasWords(option['text'], query)),
    shouldOpen: true,
    render: {
      option: renderOption,
      item: isMultiple ? (data: TomOption) => renderPill(data, texts.remove, takeOut) : renderOption,
      optgroup: renderGroup,
      optgroup_header: renderGroupName,
      no_results: () => '',
    },
  };
}

/** Where several may be chosen, the option without a value is what the empty field says, and none to choose. */
function readEntries(options: readonly SelectEntry[], isMultiple: boolean) {
  const groups = options.filter((entry) => 'values' in entry).map(({ label }) => ({ value: label, label }));
  const all = options.flatMap((entry) =>
    'values' in entry ? entry.values.map((option) => tomOption(option, entry.label)) : [tomOption(entry)],
  );
  const nothing = isMultiple ? all.find(({ value }) => value === '') : undefined;
  return { groups, entries: all.filter((option) => option !== nothing), placeholder: nothing?.text ?? '' };
}

function tomOption({ value, label, isDisabled = false }: SelectOption, group?: string) {
  return { value, text: label, disabled: isDisabled, optgroup: group };
}

const SVG = 'http://www.w3.org/2000/svg';

const renderOption = ({ text }: TomOption) => createElement('div', '', text);

function renderGroup({ group, options }: TomOption): HTMLElement {
  const element = createElement('div');
  element.role = 'group';
  element.ariaLabel = group.label;
  element.append(options);
  return element;
}

function renderGroupName({ label }: TomOption): HTMLElement {
  const element = createElement('div', 'group', label);
  element.role = 'presentation';
  return element;
}

/** One of several that are chosen, with a button that takes it out. */
function renderPill({ text }: TomOption, remove: string, takeOut: (pill: HTMLElement) => void): HTMLElement {
  const pill = createElement('div', '', text);
  const button = createElement('button');
  button.type = 'button';
  button.ariaLabel = `${remove} ${text.trim()}`;
  button.append(renderCross());
  button.addEventListener('click', (event) => {
    event.stopPropagation();
    takeOut(pill);
  });
  pill.append(button);
  return pill;
}

function renderCross(): SVGElement {
  const icon = document.createElementNS(SVG, 'svg');
  const use = document.createElementNS(SVG, 'use');
  use.setAttribute('href', `${sprite}#close`);
  icon.setAttribute('class', 'i s');
  icon.ariaHidden = 'true';
  icon.append(use);
  return icon;
}

export function createElement<Name extends 'div' | 'button' | 'p' | 'input'>(
  name: Name,
  className = '',
  text = '',
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  element.className = className;
  element.textContent = text.trim();
  return element;
}

const ACCENTS = /[\u0300-\u036F]/g;

/** Every word that is searched for, anywhere in the text; capitals and Latin accents make no difference. */
function hasWords(text: string, query: string): boolean {
  const folded = fold(text);
  return fold(query)
    .split(/\s+/)
    .every((word) => folded.includes(word));
}

function fold(text: string): string {
  return text.toLowerCase().normalize('NFKD').replace(ACCENTS, '');
}
