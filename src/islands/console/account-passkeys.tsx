import { useRef, useState } from 'react';
import type { Call } from '#contracts/call.ts';
import { addPasskey, askToAddPasskey, removePasskey } from '#contracts/console/session.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { createPasskey } from '#client/passkey.ts';
import { whenOf } from '#i18n/reader.ts';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { Form, FormNotice } from '#islands/shared/form.tsx';
import { useForm } from '#islands/shared/use-form.ts';
import { useReader } from '#islands/shared/use-reader.tsx';
import type { Message, Passkey } from './account-props.ts';

type Props = {
  call: Call;
  passkeys: readonly Passkey[];
  /** undefined without other sessions. */
  onEndOthers: (() => Promise<Message>) | undefined;
};

export function AccountPasskeys({ call, passkeys: start, onEndOthers }: Props) {
  const reader = useReader();
  const { t } = reader;
  const [passkeys, setPasskeys] = useState<readonly Passkey[]>(start);
  /** `isChange`: offers to end the other sessions, which may be an intruder's. */
  const [message, setMessage] = useState<Message & { isChange?: true }>();
  const status = useRef<HTMLDivElement>(null);
  const showError = (text: string) => setMessage({ kind: 'bad', text });
  const form = useForm<typeof askToAddPasskey, { name: string }>(askToAddPasskey, {
    call,
    broken: t('console:act.broken'),
    inputOf: () => ({}),
    onDone: (creation, { name }) => void add(creation, name),
  });
  const add = async ({ options, state }: OutputOf<typeof askToAddPasskey>, name: string) => {
    const passkey = await createPasskey(options);
    if (!passkey) return showError(t('console:sign_in.no_passkey'));
    const answer = await call(addPasskey, { name, state, passkey });
    if (!answer) return showError(t('console:act.broken'));
    if (!answer.success) {
      const [fault] = answer.error.fields?.['name'] ?? [];
      return fault
        ? form.hookForm.setError('name', { type: 'server', message: fault })
        : showError(answer.error.detail);
    }
    setPasskeys(answer.data.items);
    setMessage({ kind: 'ok', text: t('console:account.added'), isChange: true });
    return form.hookForm.reset();
  };
  const remove = async (id: string) => {
    const answer = await call(removePasskey, { id });
    if (!answer?.success) return showError(answer?.error.detail ?? t('console:act.broken'));
    setPasskeys(answer.data.items);
    setMessage({ kind: 'ok', text: t('console:account.removed'), isChange: true });
  };
  const endOtherSessions = async (endOthers: () => Promise<Message>) => {
    const outcome = await endOthers();
    setMessage(outcome.kind === 'ok' ? outcome : { ...outcome, isChange: true });
    // The focused button is removed.
    if (outcome.kind === 'ok') status.current?.focus();
  };
  return (
    <section className="card stack" aria-labelledby="passkeys">
      <h2 id="passkeys">{t('console:account.passkeys')}</h2>
      <p>{t('console:account.passkeys_text')}</p>
      <div role="status" ref={status} tabIndex={-1}>
        {message && <Notice kind={message.kind}>{message.text}</Notice>}
      </div>
      {message?.isChange && onEndOthers && (
        <div className="row">
          <span>{t('console:account.end_others_ask')}</span>
          <Button type="button" onClick={() => void endOtherSessions(onEndOthers)}>
            {t('console:account.end_others')}
          </Button>
        </div>
      )}
      {passkeys.length === 0 ? (
        <p className="muted">{t('console:account.none')}</p>
      ) : (
        <ul className="rows">
          {passkeys.map(({ id, name, used_at: usedAt }) => (
            <li key={id} className="row between">
              <span>
                {name}{' '}
                <small className="muted">
                  {usedAt
                    ? t('console:account.last_used', { when: whenOf(usedAt, reader) })
                    : t('console:account.never')}
                </small>
              </span>
              <Button type="button" variant="plain" onClick={() => void remove(id)}>
                {t('console:account.remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <FormNotice of={form} />
      <Form of={form} className="stack">
        <TextField
          label={t('console:account.name')}
          hint={t('console:account.name_hint')}
          maxLength={60}
          required
          {...form.field('name')}
        />
        <p>
          <Button variant="primary" aria-busy={form.isBusy || undefined}>
            {t('console:account.add')}
          </Button>
        </p>
      </Form>
    </section>
  );
}
