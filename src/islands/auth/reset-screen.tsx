import { useState } from 'react';
import type { Question } from '#client/bot-check/protocol.ts';
import { confirmReset, requestReset } from '#contracts/auth.ts';
import type { Refusal } from '#contracts/call.ts';
import { isLinkBroken, renderedOf } from '#contracts/refused.ts';
import { path } from '#domain/paths.ts';
import { showAddress } from '#stores/current-url.ts';
import { Button } from '#components/ui/button.tsx';
import { CheckField } from '#components/ui/check-field.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Form, FormNotice } from '#islands/shared/form.tsx';
import { useForm } from '#islands/shared/use-form.ts';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import { LinkForm } from './link-form.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';

/** A passkey or a recently added authenticator app; `box` is its field name. */
type WayIn = { id: string; box: string; label: string; hint: string; isKept: boolean };
/** `account` is undefined if the link could not be read. */
type NewPasswordView = {
  at: 'new';
  token: string;
  account: { username: string; waysIn: readonly WayIn[] } | undefined;
};

type Props = {
  view: { at: 'ask'; isBroken: boolean; email: string | undefined; question: Question } | NewPasswordView;
  refusal: Refusal | undefined;
  message: string | undefined;
};

export const ResetScreen = withReader(function ResetScreen(props: Props) {
  const { view, refusal, message } = props;
  const { t, language } = useReader();
  const [request, setRequest] = useState<{ email: string }>();
  return (
    <>
      {message && !request && <Notice kind="ok">{message}</Notice>}
      {request && (
        <>
          <h1>{t('auth:reset.ask_heading')}</h1>
          <Notice kind="ok" takesFocus>
            <p>{t('auth:done.reset_sent')}</p>
            <p>{t('auth:next.sent_to', request)}</p>
          </Notice>
        </>
      )}
      {view.at === 'new' && <NewPasswordForm view={view} refusal={refusal} />}
      {view.at === 'ask' && !request && (
        <LinkForm
          contract={requestReset}
          heading={t('auth:reset.ask_heading')}
          lede={t('auth:reset.ask_lede')}
          broken={view.isBroken ? t('refusals:reset_link_invalid') : undefined}
          submit={t('auth:reset.ask_submit')}
          action={path(language, 'reset')}
          email={view.email}
          refusal={refusal}
          question={view.question}
          onDone={(email) => {
            showAddress(path(language, 'reset', { done: 'reset-sent' }), 'replace');
            setRequest({ email });
          }}
        />
      )}
      <p className="center">
        <a className="link" href={path(language, 'signIn')}>
          {t('auth:reset.back')}
        </a>
      </p>
    </>
  );
});

type NewPasswordFormProps = { view: NewPasswordView; refusal: Refusal | undefined };

function NewPasswordForm({ view, refusal }: NewPasswordFormProps) {
  const { token, account } = view;
  const waysIn = account?.waysIn;
  const { t, language } = useReader();
  const [isBroken, setBroken] = useState(false);
  const form = useForm(confirmReset, {
    rendered: renderedOf(refusal),
    inputOf: ({ password, password_repeat, ...boxes }) => {
      const keep = waysIn?.filter(({ box }) => boxes[box]).map(({ id }) => id);
      return { token, password, password_repeat, ...(keep && { keep }) };
    },
    onDone: () => location.assign(path(language, 'signIn', { done: 'password-saved' })),
    onRefused: (newRefusal) => {
      const isAtLink = isLinkBroken(newRefusal, 'reset_link_invalid');
      setBroken(isAtLink);
      if (isAtLink) form.setNotice(t('refusals:reset_link_invalid'));
      return isAtLink;
    },
  });
  return (
    <>
      <h1>{t('auth:reset.new_heading')}</h1>
      <p className="intro">{t('auth:reset.new_lede')}</p>
      <FormNotice of={form}>
        {isBroken && (
          <a className="link" href={path(language, 'reset')}>
            {t('auth:reset.ask_heading')}
          </a>
        )}
      </FormNotice>
      <Form of={form} id="auth-form" className="stack" action={path(language, 'reset')}>
        <input type="hidden" name="token" value={token} autoComplete="off" />
        <NewPasswordFields
          username={account?.username}
          label={t('auth:reset.password')}
          repeatLabel={t('auth:reset.password_repeat')}
          field={form.field}
        />
        {waysIn && waysIn.length > 0 && (
          <fieldset className="stack tight">
            <legend>{t('auth:reset.ways_in')}</legend>
            <p className="hint">{t('auth:reset.ways_lede')}</p>
            {waysIn.map(({ id, box, label, hint, isKept }) => (
              <CheckField
                key={id}
                label={[label, hint].filter(Boolean).join('. ')}
                defaultChecked={isKept}
                {...form.field(box)}
              />
            ))}
          </fieldset>
        )}
        <Button variant="primary" block aria-busy={form.isBusy || undefined}>
          {t('auth:reset.new_submit')}
        </Button>
      </Form>
    </>
  );
}
