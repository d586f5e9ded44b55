import { CODE_MAX } from '#domain/second-factor.ts';
import { TextField } from '#components/ui/text-field.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';
import type { Sent } from './account-props.ts';

type Props = { id: string; sent: Sent };

/** The second factor in the form itself, where no script asks for it in a dialog. */
export function CodeAsked({ id, sent: { asksCode, errors } }: Props) {
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
