import { CodeField } from '#components/ui/code-field.tsx';
import { PinField } from '#components/ui/pin-field.tsx';
import type { FormState } from './use-form.ts';
import { useReader } from './use-reader.tsx';

type Props = {
  by: 'code' | 'pin';
  field: (name: 'code' | 'pin') => ReturnType<FormState['field']>;
};

/** Second-factor code, or the PIN of a member without a second factor. */
export function ChangeProof({ by, field }: Props) {
  const { t } = useReader();
  return by === 'code' ? (
    <CodeField
      label={t('settings:second_factor.code')}
      hint={t('settings:second_factor.code_hint')}
      required
      {...field('code')}
    />
  ) : (
    <PinField label={t('finance:pin.label')} hint={t('finance:pin.hint')} required {...field('pin')} />
  );
}
