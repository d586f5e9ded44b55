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
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLFormElement>(null);
  const form = useForm(contract, {
    ...(call && { call }),
    inputOf: () => input as Record<string, unknown>,
    onDone: (data) => {
      // The dialog closes first: elements behind a modal can't take the focus.
      flushSync(() => setOpen(false));
      button.current?.querySelector('button')?.focus();
      onDone(data);
    },
  });
  const openQuestion = (event: SubmitEvent) => {
    event.preventDefault();
    form.setNotice(undefined);
    setOpen(true);
  };
  return (
    <>
      <form ref={button} action={page} onSubmit={openQuestion}>
        <Button variant={variant}>{label}</Button>
      </form>
      {isOpen && (
        <Question
          title={question}
          text={text}
          confirm={confirm}
          keep={t('common:keep')}
          isBusy={form.isBusy}
          notice={<FormNotice of={form} />}
          onConfirm={() => void form.send()}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
