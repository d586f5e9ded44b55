import { type MouseEvent, useState } from 'react';
import { call } from '#client/call.ts';
import { removePasskey } from '#contracts/passkeys.ts';
import { getSecondFactor } from '#contracts/second-factor.ts';
import { path } from '#domain/paths.ts';
import { formatDate } from '#i18n/format.ts';
import { showToast } from '#stores/toast.ts';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Form, FormNotice } from '#islands/shared/form.tsx';
import { isPlainClick } from '#islands/shared/in-place.ts';
import { type Rendered, useForm } from '#islands/shared/use-form.ts';
import { useKeptFocus } from '#islands/shared/use-kept-focus.ts';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import { AddPasskey } from './add-passkey.tsx';
import type { Factor } from './factor-rows.tsx';
import { ProofFields } from './proof-fields.tsx';
import { ResultNotices } from './result-notices.tsx';

type Passkey = Factor['passkeys'][number];
type Props = {
  factor: Factor;
  username: string;
  done: string | undefined;
  removalId: string | undefined;
  removal: Rendered;
  notice: string | undefined;
};

export const PasskeysScreen = withReader(function PasskeysScreen(props: Props) {
  const { username, removal, notice } = props;
  const { t } = useReader();
  const [factor, setFactor] = useState(props.factor);
  const [done, setDone] = useState(props.done);
  const [removalId, setRemovalId] = useState(props.removalId);
  const [adds, setAdds] = useState(0);
  const { box, keep } = useKeptFocus<HTMLDivElement>();
  const { passkeys, is_on: asksCode } = factor;
  const showRemoval = (id: string | undefined) => {
    keep();
    setRemovalId(id);
  };
  const refresh = async (message: string) => {
    setDone(undefined);
    showToast(message);
    const answer = await call(getSecondFactor);
    if (answer?.success) setFactor(answer.data);
  };
  const passkeyToRemove = passkeys.find(({ id }) => id === removalId);
  if (passkeyToRemove) {
    return (
      <div ref={box} tabIndex={-1}>
        <RemovalForm
          passkey={passkeyToRemove}
          rendered={removalId === props.removalId ? removal : {}}
          {...{ username, asksCode }}
          onKept={() => showRemoval(undefined)}
          onRemoved={() => {
            showRemoval(undefined);
            setFactor({ ...factor, passkeys: passkeys.filter(({ id }) => id !== passkeyToRemove.id) });
            void refresh(t('settings:done.passkey_removed'));
          }}
        />
      </div>
    );
  }
  return (
    <div ref={box} tabIndex={-1}>
      <ResultNotices done={done} />
      <p className="intro">{t('settings:passkeys.lede')}</p>
      <div className="stack halves">
        <PasskeyList passkeys={passkeys} onRemove={showRemoval} />
        <AddPasskey
          key={adds}
          {...{ username, asksCode }}
          isFirst={passkeys.length === 0}
          notice={adds === 0 ? notice : undefined}
          onAdded={() => {
            keep();
            setAdds(adds + 1);
            void refresh(t('settings:done.passkey_saved'));
          }}
        />
      </div>
    </div>
  );
});

type ListProps = { passkeys: readonly Passkey[]; onRemove: (id: string) => void };

function PasskeyList({ passkeys, onRemove }: ListProps) {
  const { t, language, timeZone } = useReader();
  if (passkeys.length === 0) return <EmptyState title={t('settings:passkeys.none')} />;
  const remove = (id: string) => (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    onRemove(id);
  };
  return (
    <section className="card flush">
      <ul className="rows">
        {passkeys.map(({ id, name, created_at: addedAt, used_at: usedAt }) => (
          <li key={id}>
            <div className="grow">
              <b>{name || t('settings:sessions.unknown')}</b>
              <p className="hint">
                {[
                  t('settings:passkeys.added', { date: formatDate(addedAt, timeZone) }),
                  usedAt && t('settings:passkeys.used', { date: formatDate(usedAt, timeZone) }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
            <Button
              href={path(language, 'passkeys', { remove: id })}
              aria-label={t('settings:passkeys.remove_named', { name })}
              onClick={remove(id)}
            >
              {t('settings:passkeys.remove')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

type RemovalFormProps = {
  passkey: Passkey;
  username: string;
  asksCode: boolean;
  rendered: Rendered;
  onKept: () => void;
  onRemoved: () => void;
};

function RemovalForm({ passkey, username, asksCode, rendered, onKept, onRemoved }: RemovalFormProps) {
  const { t, language } = useReader();
  const { id, name } = passkey;
  const form = useForm<typeof removePasskey, { password: string; code?: string }>(removePasskey, {
    rendered,
    inputOf: (values) => ({ ...values, id }),
    onDone: onRemoved,
  });
  const keep = (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    onKept();
  };
  return (
    <Form of={form} className="card stack form" action={path(language, 'passkeys')} autoComplete="off">
      <h2>{t('settings:passkeys.remove_named', { name: name || t('settings:sessions.unknown') })}</h2>
      <FormNotice of={form} />
      <input type="hidden" name="id" value={id} autoComplete="off" />
      <ProofFields field={form.field} username={username} asksCode={asksCode} />
      <Button name="act" value="remove" variant="bad" block aria-busy={form.isBusy}>
        {t('settings:passkeys.remove')}
      </Button>
      <Button href={path(language, 'passkeys')} block onClick={keep}>
        {t('common:keep')}
      </Button>
    </Form>
  );
}
