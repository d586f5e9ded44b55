export function chosenIn(select: HTMLSelectElement): string[] {
  return [...select.selectedOptions].map(({ value }) => value).filter((value) => value !== '' || !select.multiple);
}

/** Dispatches no event and keeps the order of the options. */
export function chooseIn(select: HTMLSelectElement, values: readonly string[]): void {
  for (const option of select.options)
    option.selected = values.includes(option.value) || (option.value === '' && values.length === 0);
}

export type SelectOption = { value: string; label: string; isDisabled?: boolean };

type SelectGroup = { label: string; values: readonly SelectOption[] };

/** An empty value means that nothing is chosen; an empty multiple select shows its label. */
export type SelectEntry = SelectOption | SelectGroup;
