import { useState } from 'react';
import { endOtherStaffSessions } from '#contracts/console/session.ts';
import type { ReaderProps } from '#i18n/reader.ts';
import { useReader } from '../use-reader.ts';
import { AccountPasskeys } from './account-passkeys.tsx';
import { AccountPassword } from './account-password.tsx';
import type { OwnSession, Passkey, Said, Sent } from './account-props.ts';
import { AccountSessions } from './account-sessions.tsx';
import { ACCOUNT_TEXTS } from './account-texts.ts';
import { useConsole } from './use-console.tsx';

type Props = ReaderProps<(typeof ACCOUNT_TEXTS)[number]> & {
  email: string;
  passkeys: readonly Passkey[];
  sessions: readonly OwnSession[];
  sent: { password?: Sent; sessions?: Sent };
};

/** My password, my sessions, my passkeys. */
export function AccountScreen(props: Props) {
  const reader = useReader(ACCOUNT_TEXTS, props);
  const { t } = reader;
  const { ask, confirmation } = useConsole(t);
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
      <AccountPassword
        email={props.email}
        reader={reader}
        ask={ask}
        sent={props.sent.password ?? {}}
        onChanged={setSessions}
      />
      <AccountSessions reader={reader} sessions={sessions} sent={props.sent.sessions ?? {}} onEndOthers={onEndOthers} />
      <AccountPasskeys reader={reader} ask={ask} passkeys={props.passkeys} onEndOthers={onEndOthers} />
      {confirmation}
    </>
  );
}
