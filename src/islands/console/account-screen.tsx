import { useState } from 'react';
import { endOtherStaffSessions } from '#contracts/console/session.ts';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import { AccountPasskeys } from './account-passkeys.tsx';
import { AccountPassword } from './account-password.tsx';
import type { OwnSession, Passkey, Said, Sent } from './account-props.ts';
import { AccountSessions } from './account-sessions.tsx';
import { useConsole } from './use-console.tsx';

type Props = {
  email: string;
  passkeys: readonly Passkey[];
  sessions: readonly OwnSession[];
  sent: { password?: Sent; sessions?: Sent };
};

export const AccountScreen = withReader(function AccountScreen(props: Props) {
  const { t } = useReader();
  const { ask, confirmation } = useConsole();
  const [sessions, setSessions] = useState(props.sessions);
  const endOthers = async (): Promise<Said> => {
    const left = await ask(endOtherStaffSessions, {});
    if (!left?.success) return { kind: 'bad', text: left?.error.detail ?? t('console:act.broken') };
    setSessions(left.data.items);
    return { kind: 'ok', text: t('console:account.others_ended') };
  };
  const onEndOthers = sessions.length > 1 ? endOthers : undefined;
  return (
    <>
      <AccountPassword email={props.email} ask={ask} sent={props.sent.password ?? {}} onChanged={setSessions} />
      <AccountSessions sessions={sessions} sent={props.sent.sessions ?? {}} ask={ask} onEnded={setSessions} />
      <AccountPasskeys ask={ask} passkeys={props.passkeys} onEndOthers={onEndOthers} />
      {confirmation}
    </>
  );
});
