import { useState } from 'react';
import {
  changeStaffRole,
  inviteStaff,
  inviteStaffAgain,
  type StaffChange,
  type StaffPerson,
  switchStaff,
} from '#contracts/console/staff.ts';
import { CONSOLE_LANGUAGES, STAFF_ROLES } from '#domain/staff.ts';
import { whenOf } from '#i18n/reader.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import { ActDialog } from './act-dialog.tsx';
import { useConsole } from './use-console.tsx';

type Props = { people: StaffPerson[] };
type OpenDialog = { act: 'invite' } | { act: 'role' | 'access' | 'again'; person: StaffPerson };

export const StaffScreen = withReader(function StaffScreen({ people: start }: Props) {
  const reader = useReader();
  const { t } = reader;
  const { call, confirmation } = useConsole();
  const [people, setPeople] = useState(start);
  const [dialog, setDialog] = useState<OpenDialog>();
  const [message, setMessage] = useState('');
  const close = () => setDialog(undefined);
  const done =
    (text: (name: string) => string) =>
    ({ outcome, person }: StaffChange) => {
      close();
      setMessage(outcome === 'waiting' || !person ? t('console:staff.waiting') : text(person.name));
      if (!person) return;
      const isKnown = people.some(({ id }) => id === person.id);
      setPeople(
        isKnown ? people.map((item) => (item.id === person.id ? { ...item, ...person } : item)) : [...people, person],
      );
    };
  const roles = STAFF_ROLES.map((role) => ({ value: role, label: t(`console:roles.${role}`) }));
  return (
    <section className="card flush">
      <div className="tools">
        <Button type="button" variant="primary" onClick={() => setDialog({ act: 'invite' })}>
          {t('console:staff.invite')}
        </Button>
      </div>
      <div role="status">{message && <Notice kind="ok">{message}</Notice>}</div>
      <div className="scroll" tabIndex={0} role="region" aria-label={t('console:staff.title')}>
        <table className="grid">
          <caption className="hidden-text">{t('console:staff.title')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('console:staff.name')}</th>
              <th scope="col">{t('console:staff.email')}</th>
              <th scope="col">{t('console:staff.role')}</th>
              <th scope="col">{t('console:staff.state')}</th>
              <th scope="col">{t('console:staff.last_seen')}</th>
              <th scope="col" className="number">
                {t('console:staff.passkeys')}
              </th>
              <td />
            </tr>
          </thead>
          <tbody>
            {people.map((person) => (
              <StaffRow key={person.id} person={person} onOpenDialog={(act) => setDialog({ act, person })} />
            ))}
          </tbody>
        </table>
      </div>
      {dialog?.act === 'invite' && (
        <ActDialog
          title={t('console:staff.invite')}
          command={({ email = '', name = '', role = '', language = '' }) => ({
            words: ['staff', 'add'],
            options: { email: email || '…', name: name || '…', role, language },
          })}
          call={call}
          contract={inviteStaff}
          input={{}}
          onDone={done((name) => t('console:staff.invited', { name }))}
          onClose={close}
          renderFields={({ field }) => (
            <>
              <TextField label={t('console:staff.name')} maxLength={80} required {...field('name')} />
              <TextField type="email" label={t('console:staff.email')} required {...field('email')} />
              <Select label={t('console:staff.role')} value="support" options={roles} {...field('role')} />
              <Select
                label={t('console:staff.language')}
                value={reader.language}
                options={CONSOLE_LANGUAGES.map((code) => ({ value: code, label: t(`console:language.${code}`) }))}
                {...field('language')}
              />
            </>
          )}
        />
      )}
      {dialog?.act === 'role' && (
        <ActDialog
          title={`${t('console:staff.change_role')}: ${dialog.person.name}`}
          command={({ role = dialog.person.role }) => ({ words: ['staff', 'role', dialog.person.email, role] })}
          call={call}
          contract={changeStaffRole}
          input={{ id: String(dialog.person.id) }}
          onDone={done(() => t('console:act.done'))}
          onClose={close}
          renderFields={({ field }) => (
            <Select label={t('console:staff.role')} value={dialog.person.role} options={roles} {...field('role')} />
          )}
        />
      )}
      {dialog?.act === 'access' && (
        <ActDialog
          title={`${t(isOff(dialog.person) ? 'console:staff.enable' : 'console:staff.disable')}: ${dialog.person.name}`}
          isBad={!isOff(dialog.person)}
          command={() => ({ words: ['staff', isOff(dialog.person) ? 'enable' : 'disable', dialog.person.email] })}
          call={call}
          contract={switchStaff}
          input={{ id: String(dialog.person.id), access: isOff(dialog.person) ? 'on' : 'off' }}
          onDone={done(() => t('console:act.done'))}
          onClose={close}
        />
      )}
      {dialog?.act === 'again' && (
        <ActDialog
          title={`${t('console:staff.invite_again')}: ${dialog.person.name}`}
          command={() => ({ words: ['staff', 'invite-again', dialog.person.email] })}
          call={call}
          contract={inviteStaffAgain}
          input={{ id: String(dialog.person.id) }}
          onDone={done((name) => t('console:staff.invited', { name }))}
          onClose={close}
        >
          <p>{t('console:staff.invite_again_text')}</p>
        </ActDialog>
      )}
      {confirmation}
    </section>
  );
});

function isOff({ state }: StaffPerson): boolean {
  return state === 'disabled';
}

const KINDS = { invited: 'info', active: 'ok', disabled: 'off' } as const;

type StaffRowProps = { person: StaffPerson; onOpenDialog: (act: 'role' | 'access' | 'again') => void };

function StaffRow({ person, onOpenDialog }: StaffRowProps) {
  const reader = useReader();
  const { t } = reader;
  return (
    <tr>
      <td>
        {person.name} {person.is_you && <Badge kind="info">{t('console:staff.you')}</Badge>}
      </td>
      <td>{person.email}</td>
      <td>{t(`console:roles.${person.role}`)}</td>
      <td>
        <Badge kind={KINDS[person.state]}>{t(`console:staff.states.${person.state}`)}</Badge>
      </td>
      <td className="nowrap">{person.last_seen_at ? whenOf(person.last_seen_at, reader) : t('console:staff.never')}</td>
      <td className="number">{person.passkeys}</td>
      <td className="acts">
        {!person.is_you && (
          <>
            <Button type="button" onClick={() => onOpenDialog('role')}>
              {t('console:staff.change_role')}
            </Button>{' '}
            <Button type="button" variant="plain" onClick={() => onOpenDialog('again')}>
              {t('console:staff.invite_again')}
            </Button>{' '}
            <Button type="button" variant="plain" onClick={() => onOpenDialog('access')}>
              {t(isOff(person) ? 'console:staff.enable' : 'console:staff.disable')}
            </Button>
          </>
        )}
      </td>
    </tr>
  );
}
