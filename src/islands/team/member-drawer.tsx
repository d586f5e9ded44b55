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
  const { member, fault, retry } = useMember(username);
  const index = persons.findIndex((row) => row.username === username);
  const person = member ? personOf(member, timeZone) : persons[index];
  const name = person ? nameOf(person, t('common:former_member')) : `@${username}`;
  useTitle(name);
  useFocusBack(list, username);
  const stepButton = (to: number, label: string, iconClass?: string) => (
    <button
      type="button"
      className="btn square"
      aria-label={label}
      aria-disabled={!persons[to] || undefined}
      onClick={() => persons[to] && onMove(persons[to].username)}
    >
      <Icon name="back" {...(iconClass && { className: iconClass })} />
    </button>
  );
  return (
    <Dialog kind="drawer" title={name} close={t('common:close')} onClose={() => history.back()}>
      {index >= 0 && (
        <div className="row">
          {stepButton(index - 1, t('team:member.previous'))}
          {stepButton(index + 1, t('team:member.next'), 'turned')}
          <small className="muted">
            {index + 1} / {persons.length}
          </small>
        </div>
      )}
      <p className="hidden-text" role="status">
        {name}
      </p>
      {person && <MemberFacts person={person} member={member} />}
      {fault && (
        <Notice kind="bad">
          <p>{fault === 'broken' ? t('team:member.broken') : fault.text}</p>
          {fault === 'broken' && (
            <Button type="button" onClick={retry}>
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

/** Returns the focus to the row of the member shown last, or in a tree to their item. */
function useFocusBack(list: RefObject<HTMLElement | null>, username: string): void {
  const last = useRef(username);
  useEffect(() => {
    last.current = username;
  }, [username]);
  useEffect(() => {
    const first = last.current;
    const rows = list.current;
    return () => {
      const link = rows?.querySelector<HTMLElement>(`.user[href$="/${last.current}"]`);
      const row = link?.closest<HTMLElement>('[role=treeitem]') ?? link;
      row?.focus({ preventScroll: last.current === first });
    };
  }, [list]);
}
