import { type SubmitEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Result } from '#contracts/call.ts';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Question } from '#components/ui/question.tsx';

type Props<Data> = {
  /** Where it is asked without a script. */
  page: string;
  label: string;
  variant?: 'bad' | 'plain' | undefined;
  question: string;
  text: string;
  confirm: string;
  keep: string;
  /** What is said when nobody knows what became of it. */
  broken: string;
  act: () => Promise<Result<Data> | undefined>;
  onDone: (data: Data) => void;
};

/** A button for what can't be taken back: asked where it is pressed; without a script it leads to a page that asks. */
export function AskFirst<Data>(props: Props<Data>) {
  const { page, label, variant, question, text, confirm, keep, broken, act, onDone } = props;
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [no, setNo] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const ask = (event: SubmitEvent) => {
    event.preventDefault();
    setNo(undefined);
    setAsking(true);
  };
  const go = async () => {
    if (isBusy) return;
    setBusy(true);
    const answer = await act();
    setBusy(false);
    if (!answer?.success) return setNo(answer?.error.detail || broken);
    // First the question goes: what it covers can't have the focus. Then it is where it was asked, until that goes, too.
    flushSync(() => setAsking(false));
    form.current?.querySelector('button')?.focus();
    onDone(answer.data);
  };
  return (
    <>
      <form ref={form} action={page} onSubmit={ask}>
        <Button variant={variant}>{label}</Button>
      </form>
      {isAsking && (
        <Question
          title={question}
          text={text}
          confirm={confirm}
          keep={keep}
          isBusy={isBusy}
          notice={no && <Notice kind="bad">{no}</Notice>}
          onConfirm={() => void go()}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
