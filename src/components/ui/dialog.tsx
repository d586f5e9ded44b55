import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef } from 'react';
import { Icon } from './icon.tsx';

type Props = {
  title: string;
  close: string;
  kind?: 'dialog' | 'drawer';
  onClose: () => void;
  children: ReactNode;
};

export function Dialog({ title, close, kind = 'dialog', onClose, children }: Props) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const closeBeside = ({ target }: SyntheticEvent) => {
    if (target === dialog.current) dialog.current?.close();
  };
  return (
    <dialog
      ref={dialog}
      className={`popover ${kind}`}
      aria-labelledby={id}
      onClose={closedItself(onClose)}
      onClick={closeBeside}
    >
      <div className="stack">
        <div className="row between sheet-head">
          <h2 id={id} className="grow">
            {title}
          </h2>
          <button type="button" className="btn plain square" aria-label={close} onClick={() => dialog.current?.close()}>
            <Icon name="close" />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}

/** React bubbles `close`: a question that closes over a sheet would close the sheet too. */
export function closedItself(onClose: () => void) {
  return ({ target, currentTarget }: SyntheticEvent) => {
    if (target === currentTarget) onClose();
  };
}
