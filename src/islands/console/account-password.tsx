import { useState } from 'react';
import type { Call } from '#contracts/call.ts';
import { changeStaffPassword } from '#contracts/console/session.ts';
import { PASSWORD_MAX } from '#domain/password.ts';
import { AccountName } from '#components/ui/account-name.tsx';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { Form, FormNotice } from '#islands/shared/form.tsx';
import { useForm } from '#islands/shared/use-form.ts';
import { useReader } from '#islands/shared/use-reader.tsx';
import { type FormResult, type OwnSession, postToPage } from './account-props.ts';
import { ConfirmationCode } from './confirmation-code.tsx';

const FIELDS = [
  { name: 'old', autoComplete: 'current-password' },
  { name: 'new', autoComplete: 'new-password' },
  { name: 'new_repeat', autoComplete: 'new-password' },
] as const;

type Props = {
  email: string;
  call: Call;
  result: FormResult;
  onChanged: (sessions: readonly OwnSession[]) => void;
};

export function AccountPassword({ email, call, result, onChanged }: Props) {
  const { t } = useReader();
  const [message, setMessage] = useState(result.message);
  const form = useForm(changeStaffPassword, {
    rendered: { errors: result.errors },
    call,
    broken: t('console:act.broken'),
    onSend: () => {
      setMessage(undefined);
      return () => {};
    },
    onDone: ({ items }) => {
      form.hookForm.reset();
      onChanged(items);
      setMessage({ kind: 'ok', text: t('console:account.password_changed') });
    },
  });
  return (
    <section className="card stack" aria-labelledby="password">
      <h2 id="password">{t('console:account.password')}</h2>
      <p>{t('console:account.password_text')}</p>
      <div role="status">{message && <Notice kind={message.kind}>{message.text}</Notice>}</div>
      <FormNotice of={form} />
      <Form of={result.asksCode ? postToPage(form) : form} className="stack">
        <AccountName value={email} />
        {FIELDS.map(({ name, autoComplete }) => (
          <TextField
            key={name}
            type="password"
            autoComplete={autoComplete}
            maxLength={PASSWORD_MAX}
            label={t(`console:account.password_${name}`)}
            hint={name === 'new' ? t('console:account.password_rules') : undefined}
            required
            {...form.field(name)}
          />
        ))}
        <ConfirmationCode id="password-code" result={result} />
        <p>
          <Button name="act" value="password" variant="primary" aria-busy={form.isBusy || undefined}>
            {t('console:account.password_submit')}
          </Button>
        </p>
      </Form>
    </section>
  );
}
