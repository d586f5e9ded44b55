import type { InputHTMLAttributes, ReactNode, TextareaHTMLAttributes } from 'react';
import { Icon } from './icon.tsx';

export type Errors = readonly string[];

/** What ties a control to its hint and its errors. */
export function marksOf(id: string, errors: Errors, hint?: ReactNode) {
  const isWrong = errors.length > 0;
  const described = [hint && `${id}-hint`, isWrong && `${id}-errors`].filter(Boolean).join(' ');
  return { id, 'aria-invalid': isWrong || undefined, 'aria-describedby': described || undefined };
}

type FieldProps = {
  id: string;
  label: string;
  hint?: ReactNode;
  errors: Errors;
  /** The errors go when the field is clicked. */
  onClear?: (() => void) | undefined;
  children: ReactNode;
};

/** A control with its label above, and its hint and errors below; `marksOf` ties the control to them. */
export function Field({ id, label, hint, errors, onClear, children }: FieldProps) {
  return (
    <div className="field" data-field onClick={onClear}>
      <label htmlFor={id}>{label}</label>
      {children}
      {hint && (
        <p className="hint" id={`${id}-hint`} role="status">
          {hint}
        </p>
      )}
      <FieldErrors id={id} errors={errors} />
    </div>
  );
}

export function FieldErrors({ id, errors }: { id: string; errors: Errors }) {
  if (errors.length === 0) return null;
  return (
    <ul className="errors" id={`${id}-errors`}>
      {errors.map((error) => (
        <li key={error}>
          <Icon name="warning" size="s" />
          <span>{error}</span>
        </li>
      ))}
    </ul>
  );
}

type Own = { label: string; hint?: ReactNode; errors: Errors; onClear?: (() => void) | undefined };

/** What is typed is no longer than 1,000 characters unless `maxLength` says otherwise. */
const LONGEST = 1_000;

/** `name` is the control's id too, unless it has its own. */
type InputProps = Own & { name: string } & Omit<InputHTMLAttributes<HTMLInputElement>, 'name'>;

export function TextField({ label, hint, errors, onClear, ...control }: InputProps) {
  const id = control.id ?? control.name;
  return (
    <Field id={id} label={label} hint={hint} errors={errors} onClear={onClear}>
      <input className="input" maxLength={LONGEST} {...control} {...marksOf(id, errors, hint)} />
    </Field>
  );
}

type AreaProps = Own & { name: string } & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'name'>;

export function TextArea({ label, hint, errors, onClear, ...control }: AreaProps) {
  const id = control.id ?? control.name;
  return (
    <Field id={id} label={label} hint={hint} errors={errors} onClear={onClear}>
      <textarea className="input" maxLength={LONGEST} {...control} {...marksOf(id, errors, hint)} />
    </Field>
  );
}
