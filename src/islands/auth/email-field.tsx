import type { ComponentProps } from 'react';
import { EMAIL_MAX } from '#domain/email.ts';
import { TextField } from '#components/ui/text-field.tsx';

type Props = Exclude<ComponentProps<typeof TextField>, { isMultiline: true }>;

/** Keyboards of phones show @ and change no letters. */
export function EmailField(props: Props) {
  return (
    <TextField
      type="email"
      maxLength={EMAIL_MAX}
      autoComplete="email"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      required
      {...props}
    />
  );
}
