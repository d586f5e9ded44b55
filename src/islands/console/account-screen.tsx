import { useState } from 'react';
import { addPasskey, askToAddPasskey, type listPasskeys, removePasskey } from '#contracts/console/session.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { createPasskey } from '#client/passkey.ts';
import { type ReaderProps, whenOf } from '#i18n/reader.ts';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { useReader } from '../use-reader.ts';
import { ACCOUNT_TEXTS } from './account-texts.ts';
import { useConsole } from './use-console.tsx';

type Passkey = OutputOf<typeof listPasskeys>['items'][number];
type Props = ReaderProps<(typeof ACCOUNT_TEXTS)[number]> & { passkeys: Passkey[] };
type Said = { kind: 'ok' | 'bad'; text: string };

/** My passkeys: the browser makes one, the server keeps its public half. */
export function AccountScreen({ passkeys: start, ...props }: Props) {
  const reader = useReader(ACCOUNT_TEXTS, props);
  const { t } = reader;
  const { ask, confirmation } = useConsole(t);
  const [passkeys, setPasskeys] = useState(start);
  const [said, setSaid] = useState<Said>();
  const [errors, setErrors] = useState<readonly string[]>([]);
  const bad = (text: string) => setSaid({ kind: 'bad', text });
  const add = async (form: HTMLFormElement) => {
    const name = String(new FormData(form).get('name') ?? '');
    const asked = await ask(askToAddPasskey, {});
    if (!asked?.success) return bad(asked?.error.detail ?? t('console:act.broken'));
    const passkey = await createPasskey(asked.data.options);
    if (!passkey) return bad(t('console:sign_in.no_passkey'));
    const added = await ask(addPasskey, { name, state: asked.data.state, passkey });
    if (!added) return bad(t('console:act.broken'));
    if (!added.success) {
      setErrors(added.error.fields?.['name'] ?? []);
      return bad(added.error.detail);
    }
    setPasskeys(added.data.items);
    setSaid({ kind: 'ok', text: t('console:account.added') });
    form.reset();
  };
  const remove = async (id: string) => {
    const left = await ask(removePasskey, { id });
    if (!left?.success) return bad(left?.error.detail ?? t('console:act.broken'));
    setPasskeys(left.data.items);
    setSaid({ kind: 'ok', text: t('console:account.removed') });
  };
  return (
    <section className="card stack" aria-labelledby="passkeys">
      <h2 id="passkeys">{t('console:account.passkeys')}</h2>
      <p>{t('console:account.passkeys_text')}</p>
      <div role="status">{said && <Notice kind={said.kind}>{said.text}</Notice>}</div>
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
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void add(event.currentTarget);
        }}
      >
        <TextField
          name="name"
          label={t('console:account.name')}
          hint={t('console:account.name_hint')}
          maxLength={60}
          errors={errors}
          onClear={() => setErrors([])}
          required
        />
        <p>
          <Button variant="primary">{t('console:account.add')}</Button>
        </p>
      </form>
      {confirmation}
    </section>
  );
}
