import type { TextKey } from '#i18n/text-keys.ts';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import type { Question } from '#client/bot-check/protocol.ts';
import type { requestReset, resendActivation } from '#contracts/auth.ts';
import type { Refusal } from '#contracts/call.ts';
import { EMAIL_MAX } from '#domain/email.ts';
import { useReader } from '#islands/shared/use-reader.tsx';
import { BotCheck } from './bot-check.tsx';
import { readRefused, RefusedNotice } from './refused.tsx';
import { useBotForm } from './use-bot-form.ts';

type Props = {
  contract: typeof requestReset | typeof resendActivation;
  heading: string;
  lede: string;
  /** Said when the reader comes from a link that no longer works. */
  broken: string | undefined;
  submit: string;
  action: string;
  email: string | undefined;
  refusal: Refusal | undefined;
  question: Question;
  onDone: (email: string) => void;
};

/** Asks for an e-mail address and sends a link there: to activate, or to set a new password. */
export function LinkForm(props: Props) {
  const { contract, heading, lede, broken, submit, action, email, refusal, question, onDone } = props;
  const { t } = useReader();
  const rendered = readRefused(refusal, ['email', 'bot_check']);
  const { bot, field, botField, notice, isBusy, formProps } = useBotForm({
    contract,
    question,
    rendered,
    inputOf: (typed) => ({ email: typed['email'] }),
    say: (key, params) => t(key as TextKey, params),
    onDone: (_, typed) => onDone(String(typed['email']).trim()),
  });
  return (
    <>
      <h1>{heading}</h1>
      {broken ? <Notice kind="warn">{broken}</Notice> : <p className="lede">{lede}</p>}
      <RefusedNotice rendered={rendered.notice} notice={notice} />
      <form id="auth-form" className="stack" action={action} {...formProps}>
        <TextField
          type="email"
          label={t('auth:sign_up.email')}
          defaultValue={email}
          maxLength={EMAIL_MAX}
          autoComplete="email"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          required
          autoFocus={rendered.first === 'email' || Boolean(broken)}
          {...field('email')}
        />
        <BotCheck bot={bot} hasFocus={rendered.first === 'bot_check'} {...botField} />
        <Button variant="primary" block aria-busy={isBusy || undefined}>
          {submit}
        </Button>
      </form>
    </>
  );
}
