import { useRef, useState } from 'react';
import { askForPasskey } from '#contracts/console/session.ts';
import { CODE_MAX } from '#domain/second-factor.ts';
import { call } from '#client/call.ts';
import { showPasskey } from '#client/passkey.ts';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';

type Props = {
  email: string;
  errors: Partial<Record<string, readonly string[]>>;
  /** Set for a browser that has not signed in here before. */
  question: { token: string; words: string } | undefined;
};

/** Plain forms post both ways of signing in; a script only gets the passkey's answer. */
export const SignInForm = withReader(function SignInForm({ email, errors, question }: Props) {
  const { t } = useReader();
  const [notice, setNotice] = useState('');
  const [isBusy, setBusy] = useState(false);
  const passkeyForm = useRef<HTMLFormElement>(null);
  const signInByPasskey = async () => {
    setBusy(true);
    setNotice('');
    const challenge = await call(askForPasskey, {});
    const passkey = challenge?.success ? await showPasskey(challenge.data.options) : undefined;
    setBusy(false);
    const form = passkeyForm.current;
    if (!challenge?.success || !passkey || !form) {
      return setNotice(challenge ? t('console:sign_in.no_passkey') : t('console:act.broken'));
    }
    (form.elements.namedItem('passkey') as HTMLInputElement).value = JSON.stringify(passkey);
    (form.elements.namedItem('passkey_state') as HTMLInputElement).value = challenge.data.state;
    form.submit();
  };
  return (
    <>
      <div role="status">{notice && <Notice kind="bad">{notice}</Notice>}</div>
      <form method="post" className="stack">
        <TextField
          name="email"
          type="email"
          autoComplete="username"
          label={t('console:sign_in.email')}
          defaultValue={email}
          errors={errors['email']}
          required
        />
        <TextField
          name="password"
          type="password"
          autoComplete="current-password"
          label={t('console:sign_in.password')}
          errors={errors['password']}
          required
        />
        <TextField
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={CODE_MAX}
          label={t('console:sign_in.code')}
          hint={t('console:sign_in.code_hint')}
          errors={errors['code']}
          required
        />
        {question && (
          <>
            <TextField
              name="bot_answer"
              inputMode="numeric"
              autoComplete="off"
              maxLength={20}
              label={question.words}
              hint={t('console:sign_in.question_hint')}
              errors={errors['bot_check']}
              required
            />
            <input type="hidden" name="bot_token" value={question.token} autoComplete="off" />
          </>
        )}
        <Button variant="primary" block>
          {t('console:sign_in.submit')}
        </Button>
      </form>
      <form method="post" ref={passkeyForm} className="stack">
        <input type="hidden" name="passkey" />
        <input type="hidden" name="passkey_state" />
        <p className="muted center">{t('console:sign_in.or')}</p>
        <Button type="button" block aria-busy={isBusy || undefined} onClick={() => void signInByPasskey()}>
          {t('console:sign_in.passkey')}
        </Button>
      </form>
    </>
  );
});
