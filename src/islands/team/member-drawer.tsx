import { type RefObject, useEffect, useRef } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';
import { MemberFacts, WhyHere } from './member-facts.tsx';
import { MemberPath } from './member-path.tsx';
import { nameOf, type Person, personOf } from './persons.ts';
import { useMember } from './use-member.ts';

type Props = {
  username: string;
  persons: readonly Person[];
  list: RefObject<HTMLElement | null>;
  onMove: (username: string) => void;
};

export function MemberDrawer({ username, persons, list, onMove }: Props) {
  const { t, timeZone } = useReader();
  const { member, fault, again } = useMember(username);
  const at = persons.findIndex((one) => one.username === username);
  const person = member ? personOf(member, timeZone) : persons[at];
  const name = person ? nameOf(person, t('common:former_member')) : `@${username}`;
  useTitle(name);
  useFocusBack(list, at);
  const step = (to: number, label: string, look?: string) => (
    <button
      type="button"
      className="btn icon"
      aria-label={label}
      aria-disabled={!persons[to] || undefined}
      onClick={() => persons[to] && onMove(persons[to].username)}
    >
      <Icon name="back" {...(look && { className: look })} />
    </button>
  );
  return (
    <Dialog kind="drawer" title={name} close={t('common:close')} onClose={() => history.back()}>
      {at >= 0 && (
        <div className="row">
          {step(at - 1, t('team:member.previous'))}
          {step(at + 1, t('team:member.next'), 'turned')}
          <small className="muted">
            {at + 1} / {persons.length}
          </small>
        </div>
      )}
      <p className="sr" role="status">
        {name}
      </p>
      {person && <MemberFacts person={person} member={member} />}
      {fault && (
        <Notice kind="bad">
          <p>{fault === 'broken' ? t('team:member.broken') : fault.text}</p>
          {fault === 'broken' && (
            <Button type="button" onClick={again}>
              {t('team:list.again')}
            </Button>
          )}
        </Notice>
      )}
      {member && (
        <>
          <WhyHere member={member} />
          <MemberPath member={member} onOpen={onMove} />
        </>
      )}
      {!member && !fault && <p className="muted">{t('common:frame.loading')}</p>}
    </Dialog>
  );
}

function useTitle(name: string): void {
  useEffect(() => {
    const before = document.title;
    document.title = before.replace(/^.*(?= \/ )/, () => name);
    return () => {
      document.title = before;
    };
  }, [name]);
}

/** Returns the focus to the row of the member shown last. */
function useFocusBack(list: RefObject<HTMLElement | null>, at: number): void {
  const last = useRef(at);
  useEffect(() => {
    last.current = at;
  }, [at]);
  useEffect(() => {
    const first = last.current;
    const rows = list.current;
    return () => {
      const row = rows?.querySelectorAll<HTMLElement>('tbody .user')[last.current];
      row?.focus({ preventScroll: last.current === first });
    };
  }, [list]);
}
