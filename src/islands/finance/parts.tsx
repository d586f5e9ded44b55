import type { ReactNode } from 'react';
import { Icon } from '#components/ui/icon.tsx';

type Errors = readonly string[];

/** What ties a control to its label, its hint and its errors. */
export function marksOf(id: string, errors: Errors) {
  const isWrong = errors.length > 0;
  return {
    id,
    'aria-invalid': isWrong || undefined,
    'aria-describedby': isWrong ? `${id}-hint ${id}-errors` : `${id}-hint`,
  };
}

type FieldProps = {
  id: string;
  label: string;
  hint: string;
  errors: Errors;
  onClear: () => void;
  children: ReactNode;
};

/** As `TextField` draws one; a click takes its errors away. */
export function Field({ id, label, hint, errors, onClear, children }: FieldProps) {
  return (
    <div className="field" onClick={onClear}>
      <label htmlFor={id}>{label}</label>
      {children}
      <p className="hint" id={`${id}-hint`} role="status">
        {hint}
      </p>
      {errors.length > 0 && (
        <ul className="errors" id={`${id}-errors`}>
          {errors.map((error) => (
            <li key={error}>
              <Icon name="warning" size="s" />
              <span>{error}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
