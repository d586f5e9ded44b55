import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from './button.tsx';
import { closedItself } from './dialog.tsx';

type Props = {
  title: string;
  text: string;
  confirm: string;
  keep: string;
  isBusy?: boolean;
  notice?: ReactNode;
  onConfirm: () => void;
  onClose: () => void;
};

/** The cancel button comes first, so that `showModal` focuses it. */
export function Question({ title, text, confirm, keep, isBusy = false, notice, onConfirm, onClose }: Props) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      className="popover dialog"
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onClose={closedItself(onClose)}
    >
      <div className="stack">
        <h2 id={`${id}-title`}>{title}</h2>
        <p className="muted" id={`${id}-text`}>
          {text}
        </p>
        {notice}
        <div className="row at-end">
          <Button type="button" variant="plain" onClick={() => dialog.current?.close()}>
            {keep}
          </Button>
          <Button type="button" variant="bad" aria-busy={isBusy} onClick={onConfirm}>
            {confirm}
          </Button>
        </div>
      </div>
    </dialog>
  );
}
