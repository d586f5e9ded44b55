import { useState } from 'react';
import { call } from '#client/call.ts';
import { listSessions } from '#contracts/settings.ts';
import { path } from '#domain/paths.ts';
import { formatDate, formatTime } from '#i18n/format.ts';
import { Notice } from '#components/ui/notice.tsx';
import type { Rendered } from '#islands/shared/use-form.ts';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import { FactorRows, type Factor } from './factor-rows.tsx';
import { PasswordRow } from './password-row.tsx';
import { PinRow } from './pin-row.tsx';
import { ResultNotices, type ResultTexts } from './result-notices.tsx';
import { type Session, SessionsRow } from './sessions-row.tsx';
import { SettingLink } from './setting-row.tsx';

type Props = {
  result: ResultTexts;
  username: string;
  passwordChangedAt: string | null;
  isPinSet: boolean;
  factor: Factor;
  savedDestinations: number;
  sessions: readonly Session[];
  /** `rendered` is for the password form, `notice` for the sessions. */
  rendered: Rendered;
  notice: string | undefined;
};

export const SecurityScreen = withReader(function SecurityScreen(props: Props) {
  const { username, factor, savedDestinations } = props;
  const { t, language, timeZone } = useReader();
  const { is_on: asksCode, removal_due_at: dueAt } = factor;
  const [sessions, setSessions] = useState(props.sessions);
  const refresh = async (remains: (session: Session) => boolean) => {
    setSessions((before) => before.filter(remains));
    const answer = await call(listSessions, {}, { isUnasked: true });
    if (answer?.success) setSessions(answer.data.items);
  };
  return (
    <>
      <ResultNotices {...props.result} />
      {dueAt && (
        <Notice kind="warn">
          {t('settings:second_factor.removing', {
            date: formatDate(dueAt, timeZone),
            time: formatTime(dueAt, timeZone),
          })}
        </Notice>
      )}
      <ul className="card flush settings">
        <PasswordRow
          rendered={props.rendered}
          changedAt={props.passwordChangedAt}
          {...{ username, asksCode }}
          onChanged={() => void refresh((session) => session.is_this)}
        />
        <PinRow isSet={props.isPinSet} {...{ username, asksCode }} />
        <FactorRows factor={factor} />
        <SettingLink
          name={t('settings:destinations.title')}
          state={
            savedDestinations > 0
              ? t('settings:security.addresses', { count: savedDestinations })
              : t('settings:security.none')
          }
          action={t('settings:security.manage')}
          href={path(language, 'destinations')}
        />
        <SessionsRow sessions={sessions} notice={props.notice} onEnded={(remains) => void refresh(remains)} />
        <SettingLink
          name={t('settings:log.title')}
          state={t('settings:log.lede')}
          action={t('settings:log.open')}
          href={path(language, 'securityLog')}
        />
      </ul>
    </>
  );
});
