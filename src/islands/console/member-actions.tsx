import { useState } from 'react';
import type { Call } from '#contracts/call.ts';
import type { MemberCard } from '#contracts/console/member-card.ts';
import {
  changeAccess,
  changeCareerStatus,
  clearMemberPin,
  endMemberSessions,
  permitExport,
  removeMemberFactor,
  resumeMemberWithdrawals,
  sendWaitingMail,
} from '#contracts/console/members.ts';
import { CAREER_STATUSES } from '#domain/career-status.ts';
import { microsOf } from '#domain/money.ts';
import type { Ability } from '#domain/staff.ts';
import { Button } from '#components/ui/button.tsx';
import { Select } from '#components/ui/select.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';
import { ActDialog } from './act-dialog.tsx';
import { PayOutDialog } from './pay-out-dialog.tsx';

/** Changes that need nothing but a reason. */
const SIMPLE = {
  clear_pin: { contract: clearMemberPin, command: 'clear-pin', isBad: true },
  remove_factor: { contract: removeMemberFactor, command: 'remove-second-factor', isBad: true },
  resume: { contract: resumeMemberWithdrawals, command: 'resume-withdrawals', isBad: true },
  sign_out: { contract: endMemberSessions, command: 'end-sessions', isBad: false },
} as const;

type SimpleAct = keyof typeof SIMPLE;
type Act = SimpleAct | 'block' | 'unblock' | 'status' | 'pay_out' | 'send_link' | 'export';

type Props = {
  call: Call;
  member: MemberCard;
  abilities: readonly Ability[];
  onDone: (message: string, member?: MemberCard) => void;
};

export function MemberActions({ call, member, abilities, onDone }: Props) {
  const { t } = useReader();
  const [act, setAct] = useState<Act>();
  const { username, state } = member;
  const close = () => setAct(undefined);
  const done = (changed: MemberCard) => {
    close();
    onDone(t('console:act.done'), changed);
  };
  const acts = actsFor(member, abilities);
  const simple = act && isSimple(act) ? act : undefined;
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
      {simple && (
        <ActDialog
          title={t(`console_members:card.${simple}`)}
          isBad={SIMPLE[simple].isBad}
          command={() => ({ words: ['members', SIMPLE[simple].command, username] })}
          call={call}
          contract={SIMPLE[simple].contract}
          input={{ username }}
          onDone={done}
          onClose={close}
        >
          <p>{t(`console_members:card.${simple}_text`, { username })}</p>
        </ActDialog>
      )}
      {act === 'pay_out' && <PayOutDialog {...{ call, member }} onDone={done} onClose={close} />}
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

function isSimple(act: Act): act is SimpleAct {
  return Object.hasOwn(SIMPLE, act);
}

function actsFor(member: MemberCard, abilities: readonly Ability[]): Act[] {
  const { state, pin, factor, sessions, balance } = member;
  const canChange = abilities.includes('members.change');
  const isMember = state === 'open' || state === 'blocked';
  const isOwed = state === 'closed' && microsOf(balance.available) > 0n;
  const offers: [Act, boolean][] = [
    ['send_link', canChange && member.waiting_mail !== null],
    ['status', canChange && isMember],
    ['clear_pin', canChange && isMember && pin !== 'none'],
    ['remove_factor', canChange && isMember && factor.on_since !== null && factor.removal_due_at === null],
    ['resume', canChange && isMember && member.withdrawals_stopped_at !== null],
    ['sign_out', canChange && isMember && sessions.length > 0],
    ['block', canChange && state === 'open'],
    ['unblock', canChange && state === 'blocked'],
    ['pay_out', abilities.includes('withdrawals.decide') && isOwed],
    ['export', abilities.includes('members.export') && isMember],
  ];
  return offers.filter(([, isOffered]) => isOffered).map(([act]) => act);
}
