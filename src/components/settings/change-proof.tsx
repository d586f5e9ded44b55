import type { OutputOf } from '#contracts/contract.ts';
import type { getDestinations } from '#contracts/destinations.ts';
import type { FieldErrors } from '#contracts/refused.ts';
import type { Translate } from '#i18n/translator.ts';
import { CodeField } from '#components/ui/code-field.tsx';
import { PinField } from '#components/ui/pin-field.tsx';

type Props = { by: OutputOf<typeof getDestinations>['proof']; t: Translate; errors: FieldErrors };

/** What a member shows before money may go somewhere else: a code of the second factor, or without one the PIN. */
export function ChangeProof({ by, t, errors }: Props) {
  const isWrong = (name: string) => Boolean(errors[name]?.length);
  return by === 'code' ? (
    <CodeField
      name="code"
      label={t('settings:second_factor.code')}
      hint={t('settings:second_factor.code_hint')}
      required
      autoFocus={isWrong('code')}
      errors={errors['code']}
    />
  ) : (
    <PinField
      name="pin"
      label={t('finance:pin.label')}
      hint={t('finance:pin.hint')}
      required
      autoFocus={isWrong('pin')}
      errors={errors['pin']}
    />
  );
}
