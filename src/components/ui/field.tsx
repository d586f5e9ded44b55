import type { ReactNode, Ref } from 'react';
import { Icon } from './icon.tsx';

export type Errors = readonly string[];

export const NO_ERRORS: Errors = [];

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

/** Gives a caller's ref the element that a primitive needs itself as well. */
export function attachTo<Element>(ref: Ref<Element> | undefined, element: Element | null) {
  if (typeof ref === 'function') return ref(element);
  if (ref) ref.current = element;
  return undefined;
}
