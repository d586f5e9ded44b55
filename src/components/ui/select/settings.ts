import type { TomOption } from 'tom-select/dist/esm/types/core.d.ts';
import type { SelectEntry, SelectOption } from '../select-option.ts';
import { drawGroup, drawGroupName, drawOption, drawPill } from './drawing.ts';
import { hasWords } from './find.ts';
import type { SelectTexts } from './texts.ts';

const OPTIONS_MAX = 1000;

export type Choice = {
  options: readonly SelectEntry[];
  chosen: readonly string[];
  isMultiple: boolean;
  maximum: number | undefined;
  texts: SelectTexts;
};

/** How Tom Select draws a choice. */
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
      option: drawOption,
      item: isMultiple ? (data: TomOption) => drawPill(data, texts.remove, takeOut) : drawOption,
      optgroup: drawGroup,
      optgroup_header: drawGroupName,
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
