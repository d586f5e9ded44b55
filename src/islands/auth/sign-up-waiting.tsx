import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { correctSignUp } from '#contracts/auth.ts';
import type { Refusal } from '#contracts/call.ts';
import { renderedOf } from '#contracts/refused.ts';
import { path } from '#domain/paths.ts';
import { $ref } from '#stores/ref.ts';
import { Form, FormNotice } from '#islands/shared/form.tsx';
import { useForm } from '#islands/shared/use-form.ts';
import { useReader } from '#islands/shared/use-reader.tsx';
import { EmailField } from './email-field.tsx';
import { NextSteps } from './next-steps.tsx';

type Props = {
  /** undefined if this browser can't correct it. */
  signUp: { username: string; email: string } | undefined;
  /** An address that was refused or not sent yet. */
  typed?: string | undefined;
  refusal?: Refusal | undefined;
  isFresh?: boolean;
  hasMailbox: boolean;
};

export function SignUpWaiting({ signUp, typed, refusal, isFresh = false, hasMailbox }: Props) {
  const { t } = useReader();
  const [corrected, setCorrected] = useState<string>();
  return (
    <NextSteps
      message={t('auth:done.registered')}
      email={corrected ?? signUp?.email}
      isFresh={isFresh || corrected !== undefined}
      hasMailbox={hasMailbox}
    >
      {(signUp ?? refusal) && (
        <EmailForm
          key={corrected}
          username={signUp?.username}
          typed={corrected ? undefined : typed}
          refusal={corrected ? undefined : refusal}
          onDone={setCorrected}
        />
      )}
    </NextSteps>
  );
}

type EmailFormProps = Pick<Props, 'typed' | 'refusal'> & {
  username: string | undefined;
  onDone: (email: string) => void;
};

function EmailForm({ username, typed, refusal, onDone }: EmailFormProps) {
  const { t, language } = useReader();
  const [code, setCode] = useState(refusal?.code);
  const form = useForm(correctSignUp, {
    rendered: renderedOf(refusal),
    inputOf: ({ email }) => ({ email }),
    onDone: ({ email }) => onDone(email),
    onRefused: (newRefusal) => {
      setCode(newRefusal.code);
      return false;
    },
  });
  return (
    <details className="fold" open={refusal !== undefined || Boolean(typed)}>
      <summary>{t('auth:next.wrong')}</summary>
      <Form of={form} id="auth-form" className="stack" action={path(language, 'activate', { done: 'registered' })}>
        <FormNotice of={form}>
          {code === 'sign_up_over' && (
            <a className="link" href={path(language, 'signUp', { ref: $ref.get() })}>
              {t('auth:sign_up.submit')}
            </a>
          )}
        </FormNotice>
        <input type="hidden" name="correct" value="1" autoComplete="off" />
        <EmailField
          label={t('auth:next.right')}
          hint={username && t('auth:next.kept', { username })}
          defaultValue={typed}
          {...form.field('email')}
        />
        <Button block aria-busy={form.isBusy || undefined}>
          {t('auth:next.correct')}
        </Button>
      </Form>
    </details>
  );
}
