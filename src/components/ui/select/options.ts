/** What is chosen in a native select; an option without a value stands for nothing. */
export function chosenIn(select: HTMLSelectElement): string[] {
  return [...select.selectedOptions].map(({ value }) => value).filter((value) => value !== '' || !select.multiple);
}

/** Chooses in it, without a word to anybody. The order of its options is never changed. */
export function chooseIn(select: HTMLSelectElement, values: readonly string[]): void {
  for (const option of select.options)
    option.selected = values.includes(option.value) || (option.value === '' && values.length === 0);
}

export type SelectOption = { value: string; label: string; isDisabled?: boolean };

type SelectGroup = { label: string; values: readonly SelectOption[] };

/** An option whose value is empty stands for "nothing chosen": several-select shows its label in the empty field. */
export type SelectEntry = SelectOption | SelectGroup;
