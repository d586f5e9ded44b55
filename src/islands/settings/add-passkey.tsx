import { call } from '#client/call.ts';
import { createPasskey } from '#client/passkey.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { savePasskey, startPasskey } from '#contracts/passkeys.ts';
import { path } from '#domain/paths.ts';
import { PASSKEY_NAME_MAX } from '#domain/second-factor.ts';
import { Button } from '#components/ui/button.tsx';
import { CheckField } from '#components/ui/check-field.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { Form, FormNotice } from '#islands/shared/form.tsx';
import { useForm } from '#islands/shared/use-form.ts';
import { useReader } from '#islands/shared/use-reader.tsx';
import { ProofFields } from './proof-fields.tsx';

type Props = {
  username: string;
  asksCode: boolean;
  isFirst: boolean;
  notice: string | undefined;
  onAdded: () => void;
};
type FormValues = { name: string; password: string; code?: string; end_others?: unknown };

export function AddPasskey({ username, asksCode, isFirst, notice, onAdded }: Props) {
  const { t, language } = useReader();
  const form = useForm<typeof startPasskey, FormValues>(startPasskey, {
    rendered: { notice },
    inputOf: ({ password, code }) => ({ password, ...(code !== undefined && { code }) }),
    onDone: (creation, values) => void createAndSave(creation, values),
  });
  const createAndSave = async ({ options, state }: OutputOf<typeof startPasskey>, { name, end_others }: FormValues) => {
    const passkey = await createPasskey(options);
    if (!passkey) return form.setNotice(t('settings:passkeys.failed'));
    const answer = await call(savePasskey, { state, name, passkey, end_others: Boolean(end_others) });
    if (!answer?.success) return form.setNotice(answer?.error.detail || t('common:line_broken'));
    return onAdded();
  };
  return (
    <Form of={form} className="card stack form" action={path(language, 'passkeys')} autoComplete="off">
      <h2>{t('settings:passkeys.add')}</h2>
      <p className="hint">{t('settings:passkeys.add_lede')}</p>
      <FormNotice of={form} />
      <TextField
        label={t('settings:passkeys.name')}
        hint={t('settings:passkeys.name_hint')}
        maxLength={PASSKEY_NAME_MAX}
        {...form.field('name')}
      />
      <ProofFields field={form.field} username={username} asksCode={asksCode} />
      {isFirst && (
        <>
          <CheckField label={t('settings:sessions.end_too')} defaultChecked {...form.field('end_others')} />
          <p className="hint">{t('settings:sessions.end_too_hint')}</p>
        </>
      )}
      <Button name="act" value="add" variant="primary" block aria-busy={form.isBusy}>
        {t('settings:passkeys.add')}
      </Button>
    </Form>
  );
}
