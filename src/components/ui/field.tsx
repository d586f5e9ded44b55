import type { ReactNode, Ref } from 'react';
import { Icon } from './icon.tsx';

export type Errors = readonly string[];

export const NO_ERRORS: Errors = [];

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
  onClear?: (() => void) | undefined;
  children: ReactNode;
};

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
          <Icon name="warning" size="small" />
          <span>{error}</span>
        </li>
      ))}
    </ul>
  );
}

export function attachTo<Element>(ref: Ref<Element> | undefined, element: Element | null) {
  if (typeof ref === 'function') return ref(element);
  if (ref) ref.current = element;
  return undefined;
}
