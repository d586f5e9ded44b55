import { useEffect } from 'react';
import { call } from '#client/call.ts';
import { getStaffSession } from '#contracts/console/session.ts';
import { updateAccountLoss } from '#stores/account.ts';
import { AccountNotice } from '#islands/shared/account-notice.tsx';

type Props = { open: string };

export function StaffNotice({ open }: Props) {
  useEffect(() => {
    const checkSession = async () => {
      if (document.hidden) return;
      updateAccountLoss(await call(getStaffSession, {}, { isUnasked: true }));
    };
    const listen = () => void checkSession();
    document.addEventListener('visibilitychange', listen);
    return () => document.removeEventListener('visibilitychange', listen);
  }, []);
  return <AccountNotice open={open} />;
}
