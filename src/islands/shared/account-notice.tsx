import type { MouseEvent } from 'react';
import { Notice } from '#components/ui/notice.tsx';
import { $accountLoss } from '#stores/account.ts';
import { useShared } from './use-shared.ts';

type Props = {
  open: string;
  /** Id of the form that the button posts to this page as a draft. */
  keepForm?: string | undefined;
};

/** Another account, or none, is signed in: the button reloads the page and keeps the input. */
export function AccountNotice({ open: label, keepForm }: Props) {
  const message = useShared($accountLoss);
  if (!message) return null;
  // The form may have been removed after an in-place submit.
  const open = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    if (!currentTarget.form) location.reload();
  };
  return (
    <div className="account-notice" role="alert">
      <Notice kind="warn">
        <p>{message}</p>
        <button
          className="btn"
          form={keepForm}
          formAction={location.pathname + location.search}
          formMethod="post"
          formNoValidate
          name="draft"
          value="1"
          onClick={open}
        >
          {label}
        </button>
      </Notice>
    </div>
  );
}
