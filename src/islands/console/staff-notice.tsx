import { useEffect } from 'react';
import { call } from '#client/call.ts';
import { getStaffSession } from '#contracts/console/session.ts';
import { accountChecked } from '#stores/account.ts';
import { AccountNotice } from '#islands/shared/account-notice.tsx';

type Props = { open: string };

export function StaffNotice({ open }: Props) {
  useEffect(() => {
    const look = async () => {
      if (document.hidden) return;
      accountChecked(await call(getStaffSession, {}, { isUnasked: true }));
    };
    const listen = () => void look();
    document.addEventListener('visibilitychange', listen);
    return () => document.removeEventListener('visibilitychange', listen);
  }, []);
  return <AccountNotice open={open} />;
}
