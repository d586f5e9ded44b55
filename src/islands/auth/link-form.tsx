import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import type { Question } from '#client/bot-check/protocol.ts';
import type { requestReset, resendActivation } from '#contracts/auth.ts';
import type { Refusal } from '#contracts/call.ts';
import { renderedOf } from '#contracts/refused.ts';
import { Form, FormNotice } from '#islands/shared/form.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';
import { BotCheck } from './bot-check.tsx';
import { EmailField } from './email-field.tsx';
import { useBotForm } from './use-bot-form.ts';

type Props = {
  contract: typeof requestReset | typeof resendActivation;
  heading: string;
  lede: string;
  broken: string | undefined;
  submit: string;
  action: string;
  email: string | undefined;
  refusal: Refusal | undefined;
  question: Question;
  onDone: (email: string) => void;
};

export function LinkForm(props: Props) {
  const { contract, heading, lede, broken, submit, action, email, refusal, question, onDone } = props;
  const { t } = useReader();
  const { bot, botField, ...form } = useBotForm(contract, {
    question,
    rendered: renderedOf(refusal),
    inputOf: (values) => ({ email: values['email'] }),
    onDone: (_, values) => onDone(String(values['email']).trim()),
  });
  const emailField = form.field('email');
  return (
    <>
      <h1>{heading}</h1>
      {broken ? <Notice kind="warn">{broken}</Notice> : <p className="intro">{lede}</p>}
      <FormNotice of={form} />
      <Form of={form} id="auth-form" className="stack" action={action}>
        <EmailField
          label={t('auth:sign_up.email')}
          defaultValue={email}
          {...emailField}
          autoFocus={emailField.autoFocus || Boolean(broken)}
        />
        <BotCheck bot={bot} {...botField} />
        <Button variant="primary" block aria-busy={form.isBusy || undefined}>
          {submit}
        </Button>
      </Form>
    </>
  );
}
