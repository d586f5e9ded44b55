import type { ReactNode } from 'react';
import sprite from '#components/ui/icons.svg?url';
import type { IconName } from '#components/ui/icon-name.ts';

export function Icon({ name, size }: { name: IconName; size?: 's' }) {
  return (
    <svg className={size ? `i ${size}` : 'i'} aria-hidden="true">
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}

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

export function Notice({ text }: { text: string | undefined }) {
  if (!text) return null;
  return (
    <div className="notice bad" role="alert">
      <Icon name="warning" />
      <p>{text}</p>
    </div>
  );
}
