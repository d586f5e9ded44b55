import type { InputHTMLAttributes, ReactNode, Ref, TextareaHTMLAttributes } from 'react';
import { TEXT_MAX } from '#domain/plain-text.ts';
import { type Errors, Field, marksOf, NO_ERRORS } from './field.tsx';

type FieldProps = {
  name: string;
  label: string;
  id?: string;
  hint?: ReactNode;
  errors?: Errors | undefined;
  onClear?: (() => void) | undefined;
  before?: ReactNode;
  after?: ReactNode;
};
type Props = FieldProps &
  (
    | ({ isMultiline?: false; ref?: Ref<HTMLInputElement> } & InputHTMLAttributes<HTMLInputElement>)
    | ({ isMultiline: true; ref?: Ref<HTMLTextAreaElement> } & TextareaHTMLAttributes<HTMLTextAreaElement>)
  );

export function TextField(props: Props) {
  const { label, id = props.name, hint, errors = NO_ERRORS, onClear, before, after, ...control } = props;
  const marks = marksOf(id, errors, hint);
  const isAffixed = before !== undefined || after !== undefined;
  const input = inputOf({ className: isAffixed ? undefined : 'input', maxLength: TEXT_MAX, ...control, ...marks });
  return (
    <Field id={id} label={label} hint={hint} errors={errors} onClear={onClear}>
      {isAffixed ? (
        <div className="input affix">
          {before}
          {input}
          {after}
        </div>
      ) : (
        input
      )}
    </Field>
  );
}

function inputOf({ isMultiline, ...control }: Record<string, unknown>): ReactNode {
  return isMultiline ? <textarea {...control} /> : <input {...control} />;
}
