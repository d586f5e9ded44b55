import { useState } from 'react';
import { call } from '#client/call.ts';
import { listSessions } from '#contracts/settings.ts';
import type { ReaderProps } from '#i18n/reader.ts';
import { useReader } from '../use-reader.ts';
import type { Drawn } from './drawn.ts';
import { PasswordForm } from './password-form.tsx';
import { PinCard } from './pin-card.tsx';
import { Said, type SaidTexts } from './said.tsx';
import type { Session } from './session-row.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { SECURITY_TEXTS, type SecurityText } from './texts.ts';

type Props = ReaderProps<SecurityText> & {
  said: SaidTexts;
  isPinSet: boolean;
  sessions: readonly Session[];
  /** What a change of the password was refused for, and the end of a session. */
  drawn: Drawn;
  notice: string | undefined;
};

/** Password, PIN, and where a member is signed in. */
export function SecurityScreen(props: Props) {
  const reader = useReader(SECURITY_TEXTS, props);
  const [sessions, setSessions] = useState(props.sessions);
  /** Those that are left at once, then as the server has them. */
  const refresh = async (isLeft: (session: Session) => boolean) => {
    setSessions((before) => before.filter(isLeft));
    const answer = await call(listSessions, {}, { isUnasked: true });
    if (answer?.success) setSessions(answer.data.items);
  };
  return (
    <>
      <Said {...props.said} />
      <div className="stack halves">
        <PasswordForm drawn={props.drawn} reader={reader} onChanged={() => void refresh((one) => one.is_this)} />
        <PinCard isSet={props.isPinSet} reader={reader} />
      </div>
      <SessionsCard
        sessions={sessions}
        notice={props.notice}
        reader={reader}
        onEnded={(isLeft) => void refresh(isLeft)}
      />
    </>
  );
}
