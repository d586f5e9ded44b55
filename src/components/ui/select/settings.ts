import type { TomOption } from 'tom-select/dist/esm/types/core.d.ts';

const OPTIONS_MAX = 1000;

export function settingsOf(isMultiple: boolean, remove: string, takeOut: (pill: HTMLElement) => void) {
  return {
    allowEmptyOption: !isMultiple,
    clearAfterSelect: true,
    // Tom Select's folding of letters takes seconds on a phone when first used.
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
      ...(isMultiple && { item: (data: TomOption) => renderPill(data, remove, takeOut) }),
      optgroup: renderGroup,
      no_results: () => '',
    },
  };
}

function renderGroup({ group, options }: TomOption): HTMLElement {
  const element = document.createElement('div');
  element.role = 'group';
  element.ariaLabel = group.label;
  element.append(options);
  return element;
}

function renderPill({ text }: TomOption, remove: string, takeOut: (pill: HTMLElement) => void): HTMLElement {
  const pill = document.createElement('div');
  const button = document.createElement('button');
  button.type = 'button';
  button.ariaLabel = `${remove} ${text}`;
  button.addEventListener('click', (event) => {
    event.stopPropagation();
    takeOut(pill);
  });
  pill.append(text, button);
  return pill;
}

const ACCENTS = /[\u0300-\u036F]/g;

function hasWords(text: string, query: string): boolean {
  const folded = fold(text);
  return fold(query)
    .split(/\s+/)
    .every((word) => folded.includes(word));
}

function fold(text: string): string {
  return text.toLowerCase().normalize('NFKD').replace(ACCENTS, '');
}
