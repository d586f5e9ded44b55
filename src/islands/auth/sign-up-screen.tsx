import { useState } from 'react';
import type { Question } from '#client/bot-check/protocol.ts';
import { signUp } from '#contracts/auth.ts';
import type { Refusal } from '#contracts/call.ts';
import { renderedOf } from '#contracts/refused.ts';
import { normaliseUsername } from '#domain/identity.ts';
import { path } from '#domain/paths.ts';
import { showAddress } from '#stores/current-url.ts';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { DisclosureLine } from '#components/ui/disclosure-line.tsx';
import { Form, FormNotice } from '#islands/shared/form.tsx';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import { type Agreement, AgreementFields, type Choices, useAgreement } from './agreement-fields.tsx';
import { BotCheck } from './bot-check.tsx';
import { EmailField } from './email-field.tsx';
import { type Inviter, InviterPicker } from './inviter-picker.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import { SignUpWaiting } from './sign-up-waiting.tsx';
import { useBotForm } from './use-bot-form.ts';

type Props = {
  code: string;
  card: Inviter | undefined;
  isUnknown: boolean;
  remembered: string | undefined;
  defaults: { email: string; username: string } | undefined;
  refusal: Refusal | undefined;
  agreement: Agreement;
  choices: Choices | undefined;
  question: Question;
  disclosed: string | null;
  hasMailbox: boolean;
};

export const SignUpScreen = withReader(function SignUpScreen(props: Props) {
  const { hasMailbox, ...form } = props;
  const { language } = useReader();
  const [guest, setGuest] = useState<{ email: string; username: string }>();
  if (!guest) {
    return (
      <SignUpForm
        {...form}
        onDone={(newGuest) => {
          // A reload then repeats the message, not the request.
          showAddress(path(language, 'activate', { done: 'registered' }), 'replace');
          setGuest(newGuest);
        }}
      />
    );
  }
  return <SignUpWaiting signUp={guest} isFresh hasMailbox={hasMailbox} />;
});

type SignUpFormProps = {
  code: string;
  card: Inviter | undefined;
  isUnknown: boolean;
  remembered: string | undefined;
  defaults: { email: string; username: string } | undefined;
  refusal: Refusal | undefined;
  agreement: Agreement;
  choices: Choices | undefined;
  question: Question;
  disclosed: string | null;
  onDone: (guest: { email: string; username: string }) => void;
};

function SignUpForm(props: SignUpFormProps) {
  const { code, card, isUnknown, remembered, defaults, refusal, question, disclosed, onDone } = props;
  const { t, language } = useReader();
  const { agreement, refresh } = useAgreement(props.agreement);
  const rendered = renderedOf(refusal);
  const errors = isUnknown ? { ref: [t('faults:inviter_unknown')], ...rendered.errors } : rendered.errors;
  const { bot, botField, ...form } = useBotForm(signUp, {
    question,
    rendered: { ...rendered, errors },
    inputOf: ({ ref = '', email, username, password, password_repeat, agreed, shows_upline }) => {
      const choices = { agreed: agreed || '', shows_upline: Boolean(shows_upline) };
      return { ref: ref.trim(), email, username, password, password_repeat, ...choices };
    },
    onRefused: ({ fields }) => {
      if (!fields?.['agreed']) return false;
      form.hookForm.setValue('agreed', '');
      void refresh();
      return false;
    },
    onDone: ({ email }, { username }) => onDone({ email, username: normaliseUsername(username) }),
  });
  return (
    <>
      <h1>{t('auth:sign_up.heading')}</h1>
      <FormNotice of={form} />
      <Form of={form} id="auth-form" className="stack" action={path(language, 'signUp')}>
        <InviterPicker
          code={code}
          card={card}
          remembered={remembered}
          field={form.field('ref')}
          readTypedCode={() => form.hookForm.getValues('ref')}
          focusCode={() => form.hookForm.setFocus('ref')}
        />
        <EmailField
          label={t('auth:sign_up.email')}
          hint={t('auth:sign_up.email_hint')}
          defaultValue={defaults?.email}
          {...form.field('email')}
        />
        <TextField
          label={t('auth:sign_up.username')}
          hint={t('auth:sign_up.username_hint')}
          defaultValue={defaults?.username}
          maxLength={32}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          {...form.field('username')}
        />
        <NewPasswordFields
          label={t('auth:sign_up.password')}
          repeatLabel={t('auth:sign_up.password_repeat')}
          field={form.field}
        />
        <AgreementFields agreement={agreement} choices={props.choices} field={form.field} />
        <BotCheck bot={bot} {...botField} />
        {disclosed && <DisclosureLine text={disclosed} t={t} language={language} />}
        <Button variant="primary" block aria-busy={form.isBusy || undefined}>
          {t('auth:sign_up.submit')}
        </Button>
      </Form>
    </>
  );
}
