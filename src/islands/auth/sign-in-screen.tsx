import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { PasswordField } from '#components/ui/password-field.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import type { Question } from '#client/bot-check/protocol.ts';
import type { Refusal } from '#contracts/call.ts';
import { path } from '#domain/paths.ts';
import type { ReturnTo } from '#domain/return-address.ts';
import type { ReaderProps } from '#i18n/reader.ts';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import { BotCheck, useBotCheck } from './bot-check.tsx';
import { PasskeyForm } from './passkey-form.tsx';
import { readRefused, RefusedNotice } from './refused.tsx';
import { useSignIn } from './use-sign-in.ts';

type Props = ReaderProps &
  ReturnTo & {
    login: string | undefined;
    /** Account that this browser has just activated. */
    activated: string | undefined;
    refusal?: Refusal | undefined;
    message: string | undefined;
    question: Question;
  };

export const SignInScreen = withReader(function SignInScreen(props: Props) {
  const { login, activated, refusal, message, question, returnTo, isEnded } = props;
  const { t, language } = useReader();
  const { errors, first, notice } = readRefused(refusal, ['login', 'password', 'bot_check']);
  const bot = useBotCheck(question, Boolean(errors['bot_check']?.length));
  const { field, proof, isBusy, formProps } = useSignIn(bot, errors, t('faults:required'));
  const isJustActivated = login === undefined && activated !== undefined;
  const { onClear: clearLogin, ...loginField } = field('login');
  const { onClear: clearPassword, ...passwordField } = field('password');
  return (
    <>
      <h1>{t('auth:sign_in.heading')}</h1>
      {message && <Notice kind="ok">{message}</Notice>}
      {isEnded && (
        <Notice kind="warn">
          <p>{t('auth:ended.text')}</p>
          {/[?&]kept=/.test(returnTo ?? '') && <p>{t('auth:ended.kept')}</p>}
        </Notice>
      )}
      <RefusedNotice rendered={notice}>
        {refusal?.code === 'not_activated' && (
          <a className="link" href={path(language, 'activate')}>
            {t('auth:sign_in.new_link')}
          </a>
        )}
      </RefusedNotice>
      <form
        id="auth-form"
        className="stack"
        action={path(language, 'signInNamed', { return_to: returnTo })}
        {...formProps}
      >
        <TextField
          name="login"
          label={t('auth:sign_in.login')}
          defaultValue={login ?? activated}
          maxLength={254}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          autoFocus={first === 'login'}
          onClear={clearLogin}
          onInput={clearLogin}
          {...loginField}
        />
        <PasswordField
          name="password"
          label={t('auth:sign_in.password')}
          texts={{ show: t('auth:password.show') }}
          autoComplete="current-password"
          required
          autoFocus={first === 'password' || isJustActivated}
          onClear={clearPassword}
          onInput={clearPassword}
          {...passwordField}
        />
        <BotCheck bot={bot} hasFocus={first === 'bot_check'} {...field('bot_check')} />
        <input ref={proof} type="hidden" name="bot_check" autoComplete="off" />
        <Button variant="primary" block aria-busy={isBusy || undefined}>
          {t('auth:sign_in.submit')}
        </Button>
      </form>
      <PasskeyForm action={path(language, 'signInNamed', { return_to: returnTo })} />
      <p className="center">
        <a className="link" href={path(language, 'reset')}>
          {t('auth:sign_in.forgot')}
        </a>
      </p>
    </>
  );
});
