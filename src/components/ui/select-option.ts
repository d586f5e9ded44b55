export type SelectOption = { value: string; label: string; isDisabled?: boolean };

type SelectGroup = { label: string; values: readonly SelectOption[] };

/** An option whose value is empty stands for "nothing chosen": several-select shows its label in the empty field. */
export type SelectEntry = SelectOption | SelectGroup;
