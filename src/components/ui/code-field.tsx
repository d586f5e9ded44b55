import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import { CODE_MAX } from '#domain/second-factor.ts';
import type { Errors } from './field.tsx';
import { TextField } from './text-field.tsx';

type Props = {
  name: string;
  id?: string;
  label: string;
  hint?: ReactNode;
  errors?: Errors | undefined;
  onClear?: (() => void) | undefined;
} & Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> & { ref?: Ref<HTMLInputElement> };

/** Accepts letters, because emergency codes have them. */
export function CodeField(props: Props) {
  return (
    <TextField
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={CODE_MAX}
      {...props}
    />
  );
}
