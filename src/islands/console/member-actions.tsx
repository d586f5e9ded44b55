import { useState } from 'react';
import type { Call } from '#contracts/call.ts';
import {
  changeAccess,
  changeCareerStatus,
  clearMemberPin,
  endMemberSessions,
  type MemberCard,
  permitExport,
  resumeMemberWithdrawals,
  sendWaitingMail,
} from '#contracts/console/members.ts';
import { CAREER_STATUSES } from '#domain/career-status.ts';
import { Button } from '#components/ui/button.tsx';
import { Select } from '#components/ui/select.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';
import { ActDialog } from './act-dialog.tsx';

type Act = 'block' | 'unblock' | 'status' | 'clear_pin' | 'resume' | 'sign_out' | 'send_link' | 'export';

type Props = {
  call: Call;
  member: MemberCard;
  canChange: boolean;
  canExport: boolean;
  onDone: (message: string, member?: MemberCard) => void;
};

export function MemberActions({ call, member, canChange, canExport, onDone }: Props) {
  const { t } = useReader();
  const [act, setAct] = useState<Act>();
  const { username, state } = member;
  const close = () => setAct(undefined);
  const done = (changed: MemberCard) => {
    close();
    onDone(t('console:act.done'), changed);
  };
  const acts = actsFor(member, { canChange, canExport });
  if (acts.length === 0) return null;
  return (
    <>
      <div className="row">
        {acts.map((name) => (
          <Button key={name} type="button" variant={name === 'block' ? 'bad' : undefined} onClick={() => setAct(name)}>
            {t(`console_members:card.${name}`)}
          </Button>
        ))}
      </div>
      {(act === 'block' || act === 'unblock') && (
        <ActDialog
          title={t(`console_members:card.${act}`)}
          isBad={act === 'block'}
          command={() => ({ words: ['members', act, username] })}
          call={call}
          contract={changeAccess}
          input={{ username, access: act === 'block' ? 'off' : 'on' }}
          onDone={done}
          onClose={close}
        >
          <p>{t(`console_members:card.${act}_text`, { username })}</p>
        </ActDialog>
      )}
      {act === 'status' && (
        <ActDialog
          title={t('console_members:card.status')}
          command={({ career_status: status = member.career_status ?? '' }) => ({
            words: ['members', 'status', username, status],
          })}
          call={call}
          contract={changeCareerStatus}
          input={{ username }}
          onDone={done}
          onClose={close}
          renderFields={({ field }) => (
            <Select
              label={t('console_members:members.career_status')}
              value={member.career_status ?? 'none'}
              options={CAREER_STATUSES.map((value) => ({ value, label: t(`common:career_status.${value}`) }))}
              {...field('career_status')}
            />
          )}
        />
      )}
      {act === 'clear_pin' && (
        <ActDialog
          title={t('console_members:card.clear_pin')}
          isBad
          command={() => ({ words: ['members', 'clear-pin', username] })}
          call={call}
          contract={clearMemberPin}
          input={{ username }}
          onDone={done}
          onClose={close}
        >
          <p>{t('console_members:card.clear_pin_text', { username })}</p>
        </ActDialog>
      )}
      {act === 'resume' && (
        <ActDialog
          title={t('console_members:card.resume')}
          isBad
          command={() => ({ words: ['members', 'resume-withdrawals', username] })}
          call={call}
          contract={resumeMemberWithdrawals}
          input={{ username }}
          onDone={done}
          onClose={close}
        >
          <p>{t('console_members:card.resume_text', { username })}</p>
        </ActDialog>
      )}
      {act === 'sign_out' && (
        <ActDialog
          title={t('console_members:card.sign_out')}
          command={() => ({ words: ['members', 'end-sessions', username] })}
          call={call}
          contract={endMemberSessions}
          input={{ username }}
          onDone={done}
          onClose={close}
        >
          <p>{t('console_members:card.sign_out_text', { username })}</p>
        </ActDialog>
      )}
      {act === 'send_link' && (
        <ActDialog
          title={t('console_members:card.send_link')}
          command={() => ({ words: ['members', 'send-link', username] })}
          call={call}
          contract={sendWaitingMail}
          input={{ username }}
          onDone={done}
          onClose={close}
        >
          <p>
            {t('console_members:card.send_link_text', {
              email: state === 'waiting' ? member.email : (member.new_email ?? ''),
            })}
          </p>
        </ActDialog>
      )}
      {act === 'export' && (
        <ActDialog
          title={t('console_members:card.export')}
          command={() => ({ words: ['members', 'export', username, `${username}.zip`] })}
          call={call}
          contract={permitExport}
          input={{ username }}
          onDone={({ address }) => {
            close();
            onDone(t('console_members:card.export_started'));
            location.assign(address);
          }}
          onClose={close}
        >
          <p>{t('console_members:card.export_text', { username })}</p>
        </ActDialog>
      )}
    </>
  );
}

function actsFor(
  { state, pin, sessions, waiting_mail: waitingMail, withdrawals_stopped_at: stoppedAt }: MemberCard,
  { canChange, canExport }: { canChange: boolean; canExport: boolean },
): Act[] {
  const isMember = state === 'open' || state === 'blocked';
  const offers: [Act, boolean][] = [
    ['send_link', canChange && waitingMail !== null],
    ['status', canChange && isMember],
    ['clear_pin', canChange && isMember && pin !== 'none'],
    ['resume', canChange && isMember && stoppedAt !== null],
    ['sign_out', canChange && isMember && sessions.length > 0],
    ['block', canChange && state === 'open'],
    ['unblock', canChange && state === 'blocked'],
    ['export', canExport && isMember],
  ];
  return offers.filter(([, isOffered]) => isOffered).map(([act]) => act);
}
