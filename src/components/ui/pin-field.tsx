import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import { type Errors, Field, marksOf, NO_ERRORS } from './field.tsx';

type Props = {
  name: string;
  label: string;
  id?: string;
  hint?: ReactNode;
  errors?: Errors | undefined;
  onClear?: (() => void) | undefined;
} & Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'value'> & { ref?: Ref<HTMLInputElement> };

/** One input over four cells, so pasting, filling in and reading out work as in any other. */
export function PinField({ label, id: given, hint, errors = NO_ERRORS, onClear, ...control }: Props) {
  const id = given ?? control.name;
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
          {...marksOf(id, errors, hint)}
        />
      </div>
    </Field>
  );
}
