import { CODE_MAX } from '#domain/second-factor.ts';
import type { Say } from '#i18n/island-texts.ts';
import { TextField } from '#components/ui/text-field.tsx';
import type { Sent } from './account-props.ts';
import type { SharedText } from './texts.ts';

type Props = { id: string; t: Say<SharedText>; sent: Sent };

/** The second factor in the form itself, where no script asks for it in a dialog. */
export function CodeAsked({ id, t, sent: { asksCode, errors } }: Props) {
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
