import { useState } from 'react';
import { endOtherStaffSessions } from '#contracts/console/session.ts';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import { AccountAlerts } from './account-alerts.tsx';
import { AccountPasskeys } from './account-passkeys.tsx';
import { AccountPassword } from './account-password.tsx';
import type { FormResult, Message, OwnAlert, OwnSession, Passkey } from './account-props.ts';
import { AccountSessions } from './account-sessions.tsx';
import { useConsole } from './use-console.tsx';

type Props = {
  email: string;
  passkeys: readonly Passkey[];
  sessions: readonly OwnSession[];
  alerts: readonly OwnAlert[];
  results: { password?: FormResult; sessions?: FormResult; alerts?: FormResult };
};

export const AccountScreen = withReader(function AccountScreen(props: Props) {
  const { t } = useReader();
  const { call, confirmation } = useConsole();
  const [sessions, setSessions] = useState(props.sessions);
  const endOthers = async (): Promise<Message> => {
    const answer = await call(endOtherStaffSessions, {});
    if (!answer?.success) return { kind: 'bad', text: answer?.error.detail ?? t('console:act.broken') };
    setSessions(answer.data.items);
    return { kind: 'ok', text: t('console:account.others_ended') };
  };
  const onEndOthers = sessions.length > 1 ? endOthers : undefined;
  return (
    <>
      <AccountPassword email={props.email} call={call} result={props.results.password ?? {}} onChanged={setSessions} />
      <AccountSessions sessions={sessions} result={props.results.sessions ?? {}} call={call} onEnded={setSessions} />
      <AccountPasskeys call={call} passkeys={props.passkeys} onEndOthers={onEndOthers} />
      <AccountAlerts email={props.email} alerts={props.alerts} result={props.results.alerts ?? {}} call={call} />
      {confirmation}
    </>
  );
});
