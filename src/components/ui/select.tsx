import { type Ref, type RefObject, type SelectHTMLAttributes, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { attachTo, type Errors, FieldErrors, marksOf } from './field.tsx';
import { Icon } from './icon.tsx';
import { chooseIn, type SelectEntry, type SelectOption } from './select/options.ts';
import type { SelectTexts } from './select/texts.ts';
import { useCombobox } from './select/use-combobox.ts';

type ChoiceProps =
  | { value?: string | undefined; values?: never; maximum?: never }
  | { values: readonly string[]; maximum?: number; value?: never };
type SearchProps = { isSearched?: false; values?: never; texts?: never } | { isSearched?: boolean; texts: SelectTexts };

type Props = Omit<SelectHTMLAttributes<HTMLSelectElement>, 'value' | 'defaultValue' | 'multiple'> &
  ChoiceProps &
  SearchProps & {
    name: string;
    label?: string;
    options: readonly SelectEntry[];
    errors?: Errors | undefined;
    hint?: string | undefined;
    onClear?: (() => void) | undefined;
    ref?: Ref<HTMLSelectElement>;
  };

const ROWS = 5;

/** `values` and `isSearched` make a combobox. Needs `label` or `aria-label`. The server must check `maximum` too. */
export function Select(props: Props) {
  const { name, label, id = name, value, values, options, errors = [], hint, maximum, isSearched, texts } = props;
  const { onClear, ref, className: _, ...rest } = withoutOurs(props);
  const select = useRef<HTMLSelectElement>(null);
  const marks = marksOf(id, errors, hint);
  const chosen = values?.length ? values : [value ?? ''];
  useChosen(select, chosen);
  const { isWaiting, ...openers } = useCombobox(select, values || isSearched ? texts : undefined, maximum);
  const attach = (element: HTMLSelectElement | null) => {
    select.current = element;
    return attachTo(ref, element);
  };
  return (
    <div className="field" data-field onClick={onClear}>
      {label && (
        <label id={`${id}-label`} htmlFor={id}>
          {label}
        </label>
      )}
      <span className="select">
        <select
          {...rest}
          {...marks}
          {...openers}
          ref={attach}
          name={name}
          className="input"
          multiple={values !== undefined}
          size={values && ROWS}
          defaultValue={values ? [...chosen] : chosen[0]}
          data-combobox={isWaiting ? '' : undefined}
        >
          <NativeOptions options={options} />
        </select>
        <Icon name="chevron" />
      </span>
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <FieldErrors id={id} errors={errors} />
    </div>
  );
}

function NativeOptions({ options }: { options: readonly SelectEntry[] }) {
  return options.map((entry) =>
    'values' in entry ? (
      <optgroup key={entry.label} label={entry.label}>
        {entry.values.map(renderOption)}
      </optgroup>
    ) : (
      renderOption(entry)
    ),
  );
}

function withoutOurs({ label: _l, options: _o, errors: _e, hint: _h, texts: _t, isSearched: _s, ...props }: Props) {
  const { value: _v, values: _vs, maximum: _m, name: _n, id: _i, ...rest } = props;
  return rest;
}

/** The server rendered the first choice; only later changes are applied. */
function useChosen(select: RefObject<HTMLSelectElement | null>, chosen: readonly string[]): void {
  const chosenKey = JSON.stringify(chosen);
  const before = useRef(chosenKey);
  const choose = useEffectEvent(() => select.current && chooseIn(select.current, chosen));
  useLayoutEffect(() => {
    if (before.current !== chosenKey) choose();
    before.current = chosenKey;
  }, [chosenKey]);
}

function renderOption({ value, label, isDisabled }: SelectOption) {
  return (
    <option key={value} value={value} disabled={isDisabled}>
      {label}
    </option>
  );
}
