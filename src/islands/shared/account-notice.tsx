import type { MouseEvent } from 'react';
import { Notice } from '#components/ui/notice.tsx';
import { $accountLoss } from '#stores/account.ts';
import { useShared } from './use-shared.ts';

type Props = {
  /** Label of the button. */
  open: string;
  /** The form whose words come along. */
  keepForm?: string | undefined;
};

/** Says that another account is signed in, or none, and opens the page again with what was typed. */
export function AccountNotice({ open: label, keepForm }: Props) {
  const words = useShared($accountLoss);
  if (!words) return null;
  // A form that was sent in place may be gone by now.
  const open = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    if (!currentTarget.form) location.reload();
  };
  return (
    <div className="account-notice" role="alert">
      <Notice kind="warn">
        <p>{words}</p>
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
