import type { InputHTMLAttributes, Ref } from 'react';
import { type Errors, FieldErrors, marksOf } from './field.tsx';

type Props = { name: string; label: string; errors: Errors; onClear?: (() => void) | undefined } & Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'name' | 'type'
> & { ref?: Ref<HTMLInputElement> };

export function CheckField({ label, errors, onClear, ...control }: Props) {
  const { id: _, ...marks } = marksOf(control.name, errors);
  return (
    <div data-field onClick={onClear}>
      <label className="check">
        <input type="checkbox" value="yes" {...control} {...marks} />
        <span>{label}</span>
      </label>
      <FieldErrors id={control.name} errors={errors} />
    </div>
  );
}
