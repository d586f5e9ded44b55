import { type SubmitEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Call } from '#contracts/call.ts';
import type { Contract, InputOf, OutputOf } from '#contracts/contract.ts';
import { Button } from '#components/ui/button.tsx';
import { Question } from '#components/ui/question.tsx';
import { FormNotice } from './form.tsx';
import { useForm } from './use-form.ts';
import { useReader } from './use-reader.tsx';

type Props<C extends Contract> = {
  contract: C;
  input: InputOf<C>;
  call?: Call;
  page: string;
  label: string;
  variant?: 'bad' | 'plain' | undefined;
  question: string;
  text: string;
  confirm: string;
  onDone: (data: OutputOf<C>) => void;
};

/** Asks before an irreversible call. Without scripts the button opens `page`, which asks. */
export function AskFirst<C extends Contract>(props: Props<C>) {
  const { contract, input, call, page, label, variant, question, text, confirm, onDone } = props;
  const { t } = useReader();
  const [isAsking, setAsking] = useState(false);
  const button = useRef<HTMLFormElement>(null);
  const form = useForm(contract, {
    ...(call && { call }),
    inputOf: () => input as Record<string, unknown>,
    onDone: (data) => {
      // The dialog closes first: elements behind a modal can't take the focus.
      flushSync(() => setAsking(false));
      button.current?.querySelector('button')?.focus();
      onDone(data);
    },
  });
  const ask = (event: SubmitEvent) => {
    event.preventDefault();
    form.setNotice(undefined);
    setAsking(true);
  };
  return (
    <>
      <form ref={button} action={page} onSubmit={ask}>
        <Button variant={variant}>{label}</Button>
      </form>
      {isAsking && (
        <Question
          title={question}
          text={text}
          confirm={confirm}
          keep={t('common:keep')}
          isBusy={form.isBusy}
          notice={<FormNotice of={form} />}
          onConfirm={() => void form.send()}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
