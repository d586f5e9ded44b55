import { type RefObject, useEffect, useRef, useState } from 'react';
import { call } from '#client/call.ts';
import { listNotices, type Notice as NoticeOf, readNotices } from '#contracts/notices.ts';
import { path } from '#domain/paths.ts';
import { clearUnreadNotices } from '#stores/session.ts';
import { showToast } from '#stores/toast.ts';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { NoticeRow } from '#islands/shared/notice-row.tsx';
import { useChanges } from '#islands/shared/use-changes.ts';
import { useNewest } from '#islands/shared/use-newest.ts';
import { useReader } from '#islands/shared/use-reader.tsx';

const NOTICES_SHOWN = '5';

/** `panel` takes the focus when it opens, and from the button that disappears. */
type Props = { isOpen: boolean; unread: number; panel: RefObject<HTMLElement | null> };

export function NewestNotices({ isOpen, unread, panel }: Props) {
  const { t, language } = useReader();
  const [notices, setNotices] = useState<readonly NoticeOf[]>();
  const [loadFault, setLoadFault] = useState<string>();
  const [markFault, setMarkFault] = useState<string>();
  const fault = markFault ?? loadFault;
  const begin = useNewest();
  const loadNotices = async () => {
    const isNewest = begin();
    const answer = await call(listNotices, { limit: NOTICES_SHOWN });
    if (!isNewest()) return;
    setLoadFault(answer?.success ? undefined : answer?.error.detail || t('team:list.broken'));
    if (answer?.success) setNotices(answer.data.items);
  };
  const latestLoad = useRef(loadNotices);
  useEffect(() => {
    latestLoad.current = loadNotices;
  });
  useEffect(() => {
    if (!isOpen) return;
    panel.current?.focus();
    void latestLoad.current();
  }, [isOpen, panel]);
  useChanges(['notices'], () => (isOpen ? loadNotices() : undefined));

  const markAll = async () => {
    const before = notices;
    setMarkFault(undefined);
    setNotices(before?.map((notice) => ({ ...notice, is_unread: false })));
    const rollBack = clearUnreadNotices();
    panel.current?.focus();
    const answer = await call(readNotices, { all: true });
    if (answer?.success) return showToast(t('notices:all_read'));
    rollBack();
    setNotices(before);
    setMarkFault(answer?.error.detail || t('common:line_broken'));
  };
  return (
    <>
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
    </>
  );
}
