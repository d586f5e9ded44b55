import { type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { call } from '#client/call.ts';
import { listNotices, type Notice as NoticeOf, readNotices } from '#contracts/notices.ts';
import { UNREAD_COUNTED } from '#domain/unread.ts';
import { formatUnread } from '#i18n/format.ts';
import { path } from '#domain/paths.ts';
import { clearUnreadNotices } from '#stores/session.ts';
import { showToast } from '#stores/toast.ts';
import { Button } from '#components/ui/button.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { keyOf } from '#components/ui/key-of.ts';
import { Notice } from '#components/ui/notice.tsx';
import { useIsAwake } from '#components/ui/use-is-awake.ts';
import { leaves } from '#components/ui/use-popover.ts';
import { isPlainClick } from '#islands/shared/in-place.ts';
import { NoticeRow } from '#islands/shared/notice-row.tsx';
import { useChanges } from '#islands/shared/use-changes.ts';
import { useReader } from '#islands/shared/use-reader.tsx';

export function NoticesButton({ unread }: { unread: number }) {
  const { t, language } = useReader();
  const panel = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const isAwake = useIsAwake();
  /** Set if this press closes the panel, so that it isn't opened again. */
  const wasOpen = useRef(false);
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    if (!isPlainClick(event) || !panel.current?.showPopover) return;
    event.preventDefault();
    if (wasOpen.current) panel.current.hidePopover();
    else panel.current.showPopover({ source: event.currentTarget });
    wasOpen.current = false;
  };
  const label = unread > 0 ? t('notices:button_unread', { count: unread }) : t('notices:button');
  return (
    <>
      <a
        className="btn plain square notices-button"
        href={path(language, 'notices')}
        aria-label={unread < UNREAD_COUNTED ? label : t('notices:button_over', { max: UNREAD_COUNTED - 1 })}
        aria-haspopup="dialog"
        data-in-place
        aria-expanded={isAwake ? isOpen : undefined}
        data-count={unread > 0 ? formatUnread(unread) : undefined}
        onPointerDown={() => {
          wasOpen.current = isOpen;
        }}
        onClick={open}
        onKeyDown={(event) => {
          if (keyOf(event) !== ' ') return;
          event.preventDefault();
          event.currentTarget.click();
        }}
      >
        <Icon name="bell" />
      </a>
      {isAwake && <NoticesPanel ref={panel} isOpen={isOpen} unread={unread} onToggle={setOpen} />}
    </>
  );
}

const NOTICES_SHOWN = '5';

type Props = {
  ref: RefObject<HTMLDivElement | null>;
  isOpen: boolean;
  unread: number;
  onToggle: (isOpen: boolean) => void;
};

function NoticesPanel({ ref, isOpen, unread, onToggle }: Props) {
  const { t, language } = useReader();
  const [notices, setNotices] = useState<readonly NoticeOf[]>();
  const [fault, setFault] = useState<string>();
  const latestRequest = useRef(0);
  const loadNotices = async () => {
    const request = (latestRequest.current += 1);
    setFault(undefined);
    const answer = await call(listNotices, { limit: NOTICES_SHOWN });
    if (request !== latestRequest.current) return;
    if (answer?.success) setNotices(answer.data.items);
    else setFault(answer?.error.detail || t('team:list.broken'));
  };
  const latestLoad = useRef(loadNotices);
  useEffect(() => {
    latestLoad.current = loadNotices;
  });
  useEffect(() => {
    if (!isOpen) return;
    ref.current?.focus();
    void latestLoad.current();
  }, [isOpen, ref]);
  useChanges(['notices'], () => (isOpen ? loadNotices() : undefined));

  const markAll = async () => {
    const before = notices;
    setFault(undefined);
    setNotices(before?.map((notice) => ({ ...notice, is_unread: false })));
    const rollBack = clearUnreadNotices();
    ref.current?.focus();
    const answer = await call(readNotices, { all: true });
    if (answer?.success) return showToast(t('notices:all_read'));
    rollBack();
    setNotices(before);
    setFault(answer?.error.detail || t('common:line_broken'));
  };
  return (
    <div
      ref={ref}
      className="popover near notices-panel"
      popover=""
      role="dialog"
      tabIndex={-1}
      aria-label={t('notices:title')}
      aria-busy={notices ? undefined : true}
      onToggle={({ newState }) => onToggle(newState === 'open')}
      onBlur={(event) => leaves(event) && event.currentTarget.hidePopover()}
    >
      <div className="row between">
        <b>{t('notices:title')}</b>
        {unread > 0 && (
          <Button type="button" variant="plain" onClick={() => void markAll()}>
            {t('notices:mark_all')}
          </Button>
        )}
      </div>
      {fault && <Notice kind="bad">{fault}</Notice>}
      {notices?.length === 0 && <p className="hint">{t('notices:empty')}</p>}
      {notices && notices.length > 0 && (
        <ul className="rows">
          {notices.map((notice) => (
            <NoticeRow key={notice.id} notice={notice} />
          ))}
        </ul>
      )}
      <Button href={path(language, 'notices')} block>
        {t('notices:see_all')}
      </Button>
    </div>
  );
}
