import type { ChangeEvent, InputHTMLAttributes, ReactNode, Ref, SyntheticEvent } from 'react';
import { foldPin } from '#domain/pin.ts';
import { type Errors, Field, marksOf, NO_ERRORS } from './field.tsx';

type Props = {
  name: string;
  label: string;
  id?: string;
  hint?: ReactNode;
  errors?: Errors | undefined;
  onClear?: (() => void) | undefined;
} & Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'value'> & { ref?: Ref<HTMLInputElement> };

/** One input over four cells, so that pasting, autofill and screen readers work. */
export function PinField({ label, id: customId, hint, errors = NO_ERRORS, onClear, onChange, ...control }: Props) {
  const id = customId ?? control.name;
  const change = (event: SyntheticEvent<HTMLInputElement>) => {
    foldIn(event.currentTarget, event.nativeEvent);
    onChange?.(event as ChangeEvent<HTMLInputElement>);
  };
  return (
    <Field id={id} label={label} hint={hint} errors={errors} onClear={onClear}>
      <div className="pin">
        <i />
        <i />
        <i />
        <i />
        <input
          type="password"
          inputMode="numeric"
          maxLength={4}
          autoComplete="off"
          {...control}
          onChange={change}
          onCompositionEnd={change}
          {...marksOf(id, errors, hint)}
        />
      </div>
    </Field>
  );
}

/** Converts digits of any script to ASCII, except while an input method composes. */
function foldIn(input: HTMLInputElement, { isComposing }: Event & { isComposing?: boolean }): void {
  const folded = foldPin(input.value);
  if (!isComposing && folded !== input.value) input.value = folded;
}
