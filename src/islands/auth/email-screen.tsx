import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import type { Refusal } from '#contracts/call.ts';
import { isLinkBroken } from '#contracts/refused.ts';
import { confirmEmail } from '#contracts/settings.ts';
import { path } from '#domain/paths.ts';
import { showAddress } from '#stores/current-url.ts';
import { Form, FormNotice } from '#islands/shared/form.tsx';
import { useForm } from '#islands/shared/use-form.ts';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';

type Props = {
  token: string;
  at: 'asked' | 'done' | 'broken';
  refusal: Refusal | undefined;
};

/** A button, because mail scanners open links. */
export const EmailScreen = withReader(function EmailScreen(props: Props) {
  const { token, refusal } = props;
  const { t, language } = useReader();
  const [at, setAt] = useState(props.at);
  const form = useForm(confirmEmail, {
    rendered: { notice: refusal?.detail },
    inputOf: () => ({ token }),
    onDone: () => {
      showAddress(path(language, 'confirmEmail', { done: 'email-confirmed' }), 'replace');
      setAt('done');
    },
    onRefused: (newRefusal) => {
      const isBroken = isLinkBroken(newRefusal, 'email_link_invalid');
      if (isBroken) setAt('broken');
      return isBroken;
    },
  });
  const isFresh = at !== props.at;
  return (
    <>
      <h1>{t(at === 'asked' ? 'settings:email.heading' : 'settings:email.title')}</h1>
      {at === 'done' && (
        <Notice kind="ok" takesFocus={isFresh}>
          {t('settings:done.email_confirmed')}
        </Notice>
      )}
      {at === 'broken' && (
        <Notice kind="warn" takesFocus={isFresh}>
          {t('refusals:email_link_invalid')}
        </Notice>
      )}
      {at === 'asked' && (
        <>
          <FormNotice of={form} />
          <p className="intro">{t('settings:email.lede')}</p>
          <Form of={form} id="auth-form" action={path(language, 'confirmEmail')}>
            <input type="hidden" name="token" value={token} autoComplete="off" />
            <Button variant="primary" block aria-busy={form.isBusy || undefined}>
              {t('settings:email.submit')}
            </Button>
          </Form>
        </>
      )}
      <p className="center">
        <a className="link" href={path(language, 'settings')}>
          {t('settings:email.to_settings')}
        </a>
      </p>
    </>
  );
});
