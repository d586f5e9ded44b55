import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import type { Question } from '#client/bot-check/protocol.ts';
import { signUp } from '#contracts/auth.ts';
import type { Refusal } from '#contracts/call.ts';
import { EMAIL_MAX, normaliseUsername } from '#domain/identity.ts';
import { path } from '#domain/paths.ts';
import type { Reader } from '#i18n/reader.ts';
import { BotCheck } from './bot-check.tsx';
import type { Inviter } from './inviter-card.tsx';
import { InviterPicker } from './inviter-picker.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import { readRefused, RefusedNotice } from './refused.tsx';
import type { SignUpText } from './texts.ts';
import { useBotForm } from './use-bot-form.ts';

const FIELDS = ['ref', 'email', 'username', 'password', 'password_repeat', 'bot_check'] as const;

type Props = {
  code: string;
  card: Inviter | undefined;
  isUnknown: boolean;
  remembered: string | undefined;
  typed: { email: string; username: string } | undefined;
  refusal: Refusal | undefined;
  question: Question;
  reader: Reader<SignUpText>;
  onDone: (guest: { email: string; username: string }) => void;
};

export function SignUpForm({ code, card, isUnknown, remembered, typed, refusal, question, reader, onDone }: Props) {
  const { t, language } = reader;
  const drawn = readRefused(refusal, FIELDS);
  const errors = isUnknown ? { ref: [t('faults:inviter_unknown')], ...drawn.errors } : drawn.errors;
  const { bot, form, field, botField, notice, isBusy, formProps } = useBotForm({
    contract: signUp,
    question,
    drawn: { ...drawn, errors },
    inputOf: ({ ref = '', email, username, password, password_repeat }) => {
      return { ref: ref.trim(), email, username, password, password_repeat };
    },
    say: (key, params) => t(key as SignUpText, params),
    onDone: ({ email }, { username }) => onDone({ email, username: normaliseUsername(username) }),
  });
  return (
    <>
      <h1>{t('auth:sign_up.heading')}</h1>
      <RefusedNotice drawn={drawn.notice} notice={notice} />
      <form id="auth-form" className="stack" action={path(language, 'signUp')} {...formProps}>
        <InviterPicker
          code={code}
          card={card}
          remembered={remembered}
          field={field('ref')}
          codeTyped={() => form.getValues('ref')}
          focusCode={() => form.setFocus('ref')}
          hasFocus={drawn.first === 'ref'}
          t={t}
        />
        <TextField
          type="email"
          label={t('auth:sign_up.email')}
          hint={t('auth:sign_up.email_hint')}
          defaultValue={typed?.email}
          maxLength={EMAIL_MAX}
          autoComplete="email"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          required
          autoFocus={drawn.first === 'email'}
          {...field('email')}
        />
        <TextField
          label={t('auth:sign_up.username')}
          hint={t('auth:sign_up.username_hint')}
          defaultValue={typed?.username}
          maxLength={32}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          autoFocus={drawn.first === 'username'}
          {...field('username')}
        />
        <NewPasswordFields
          label={t('auth:sign_up.password')}
          repeatLabel={t('auth:sign_up.password_repeat')}
          field={field}
          first={drawn.first}
          t={t}
        />
        <BotCheck bot={bot} hasFocus={drawn.first === 'bot_check'} t={t} {...botField} />
        <Button variant="primary" block aria-busy={isBusy || undefined}>
          {t('auth:sign_up.submit')}
        </Button>
      </form>
      <p className="hint">
        <a className="link" href={path(language, 'disclosure')}>
          {t('partner:disclosure.title')}
        </a>
      </p>
    </>
  );
}
