import { CODE_MAX } from '#domain/second-factor.ts';
import { TextField } from '#components/ui/text-field.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';
import type { FormResult } from './account-props.ts';

type Props = { id: string; result: FormResult };

/** Without scripts there is no confirmation dialog, so the form has the code field. */
export function ConfirmationCode({ id, result: { asksCode, errors } }: Props) {
  const { t } = useReader();
  if (!asksCode) return null;
  return (
    <TextField
      id={id}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={CODE_MAX}
      label={t('console:confirm.code')}
      errors={errors?.['code']}
      required
    />
  );
}
