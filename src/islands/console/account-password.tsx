import { useRef, useState } from 'react';
import type { Call } from '#contracts/call.ts';
import { changeStaffPassword } from '#contracts/console/session.ts';
import { PASSWORD_MAX } from '#domain/password.ts';
import { OwnerField } from '#components/ui/owner-field.tsx';
import { AccountName } from '#components/ui/account-name.tsx';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';
import type { OwnSession, Said, Sent } from './account-props.ts';
import { CodeAsked } from './code-asked.tsx';

const FIELDS = [
  { name: 'old', autoComplete: 'current-password' },
  { name: 'new', autoComplete: 'new-password' },
  { name: 'new_repeat', autoComplete: 'new-password' },
] as const;

type Props = {
  email: string;
  ask: Call;
  sent: Sent;
  /** The sessions that are left. */
  onChanged: (sessions: readonly OwnSession[]) => void;
};

/** Another password, by the old one. Without a script the form asks for the code itself. */
export function AccountPassword({ email, ask, sent, onChanged }: Props) {
  const { t, owner } = useReader();
  const [said, setSaid] = useState<Said | undefined>(sent.said);
  const [errors, setErrors] = useState(sent.errors ?? {});
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const change = async (typed: FormData) => {
    if (isBusy) return;
    setBusy(true);
    setSaid(undefined);
    setErrors({});
    const [old = '', password = '', repeat = ''] = FIELDS.map(({ name }) => String(typed.get(name) ?? ''));
    const answer = await ask(changeStaffPassword, { old, new: password, new_repeat: repeat });
    setBusy(false);
    if (!answer) return setSaid({ kind: 'bad', text: t('console:act.broken') });
    if (answer.success) {
      form.current?.reset();
      onChanged(answer.data.items);
      return setSaid({ kind: 'ok', text: t('console:account.password_changed') });
    }
    const { fields, detail } = answer.error;
    if (!fields) return setSaid({ kind: 'bad', text: detail });
    setErrors(fields);
    const first = FIELDS.find(({ name }) => fields[name])?.name;
    if (first) form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
  };
  return (
    <section className="card stack" aria-labelledby="password">
      <h2 id="password">{t('console:account.password')}</h2>
      <p>{t('console:account.password_text')}</p>
      <div role="status">{said && <Notice kind={said.kind}>{said.text}</Notice>}</div>
      <form
        ref={form}
        method="post"
        className="stack"
        onSubmit={(event) => {
          if (sent.asksCode) return;
          event.preventDefault();
          void change(new FormData(event.currentTarget));
        }}
      >
        <OwnerField owner={owner} />
        <AccountName value={email} />
        {FIELDS.map(({ name, autoComplete }) => (
          <TextField
            key={name}
            {...{ name, autoComplete }}
            type="password"
            maxLength={PASSWORD_MAX}
            label={t(`console:account.password_${name}`)}
            hint={name === 'new' ? t('console:account.password_rules') : undefined}
            errors={errors[name]}
            onClear={() => setErrors((before) => ({ ...before, [name]: undefined }))}
            required
          />
        ))}
        <CodeAsked id="password-code" sent={sent} />
        <p>
          <Button name="act" value="password" variant="primary" aria-busy={isBusy || undefined}>
            {t('console:account.password_submit')}
          </Button>
        </p>
      </form>
    </section>
  );
}
