import type { TomOption } from 'tom-select/dist/esm/types/core.d.ts';
import { drawGroup, drawGroupName, drawOption, drawPill } from './drawing.ts';
import { hasWords } from './find.ts';

const OPTIONS_MAX = 1000;

/** How a native select is drawn by Tom Select. Everything is drawn as elements: markup is refused by the page. */
export function settingsOf(select: HTMLSelectElement, takeOut: (pill: HTMLElement) => void) {
  const { multiple } = select;
  return {
    allowEmptyOption: !multiple,
    clearAfterSelect: true,
    delimiter: '',
    diacritics: false,
    hidePlaceholder: true,
    hideSelected: false,
    highlight: false,
    itemClass: multiple ? 'pill' : 'chosen',
    maxOptions: OPTIONS_MAX,
    onDelete: () => multiple,
    openOnFocus: false,
    refreshThrottle: 0,
    score: (query: string) => (option: TomOption) => Number(hasWords(option['text'], query)),
    shouldOpen: true,
    render: {
      option: drawOption,
      item: multiple ? (data: TomOption) => drawPill(data, select, takeOut) : drawOption,
      optgroup: drawGroup,
      optgroup_header: drawGroupName,
      no_results: () => '',
      dropdown: () => document.createElement('div'),
    },
  };
}
