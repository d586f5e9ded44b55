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
import { type OwnSession, type FormResult, sentByPage } from './account-props.ts';
import { CodeAsked } from './code-asked.tsx';

const FIELDS = [
  { name: 'old', autoComplete: 'current-password' },
  { name: 'new', autoComplete: 'new-password' },
  { name: 'new_repeat', autoComplete: 'new-password' },
] as const;

type Props = {
  email: string;
  ask: Call;
  sent: FormResult;
  onChanged: (sessions: readonly OwnSession[]) => void;
};

export function AccountPassword({ email, ask, sent, onChanged }: Props) {
  const { t } = useReader();
  const [said, setSaid] = useState(sent.said);
  const form = useForm(changeStaffPassword, {
    rendered: { errors: sent.errors },
    call: ask,
    broken: t('console:act.broken'),
    onSend: () => {
      setSaid(undefined);
      return () => {};
    },
    onDone: ({ items }) => {
      form.typed.reset();
      onChanged(items);
      setSaid({ kind: 'ok', text: t('console:account.password_changed') });
    },
  });
  return (
    <section className="card stack" aria-labelledby="password">
      <h2 id="password">{t('console:account.password')}</h2>
      <p>{t('console:account.password_text')}</p>
      <div role="status">{said && <Notice kind={said.kind}>{said.text}</Notice>}</div>
      <FormNotice of={form} />
      <Form of={sent.asksCode ? sentByPage(form) : form} className="stack">
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
        <CodeAsked id="password-code" sent={sent} />
        <p>
          <Button name="act" value="password" variant="primary" aria-busy={form.isBusy || undefined}>
            {t('console:account.password_submit')}
          </Button>
        </p>
      </Form>
    </section>
  );
}
