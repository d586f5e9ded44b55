import { useRef, useState } from 'react';
import { call } from '#client/call.ts';
import { listNotices, readNotices } from '#contracts/notices.ts';
import { path } from '#domain/paths.ts';
import { $session, clearUnreadNotices } from '#stores/session.ts';
import { showToast } from '#stores/toast.ts';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Form, FormNotice } from '#islands/shared/form.tsx';
import type { ShownNotice } from '#islands/shared/notice-row.tsx';
import { type RowsPage, useRows } from '#islands/shared/use-rows.ts';
import { useChanges } from '#islands/shared/use-changes.ts';
import { useForm } from '#islands/shared/use-form.ts';
import { useNewest } from '#islands/shared/use-newest.ts';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import { useShared } from '#islands/shared/use-shared.ts';
import { FILTERS, type Show } from './filters.ts';
import { NoticeFilters } from './notice-filters.tsx';
import { NoticeList } from './notice-list.tsx';

type Props = {
  start: RowsPage<ShownNotice>;
  cursor: string | undefined;
  show: Show;
  today: string;
  /** Unread notices besides those shown here. */
  unread: number;
  done: 'notices:all_read' | undefined;
};

export const NoticesScreen = withReader(function NoticesScreen(props: Props) {
  const [view, setView] = useState({ start: props.start, cursor: props.cursor, show: props.show, seen: 0, version: 0 });
  const { version } = view;
  const begin = useNewest();
  return (
    <NoticesOf
      key={version}
      {...view}
      today={props.today}
      unread={props.unread}
      done={version === 0 ? props.done : undefined}
      begin={begin}
      onView={(next) => {
        setView({ ...next, version: version + 1 });
        void markShown(next.start.items);
      }}
    />
  );
});

type View = Pick<Props, 'start' | 'cursor' | 'show'> & { seen: number };

type OfView = { begin: () => () => boolean; onView: (view: View) => void };

function NoticesOf({ begin, onView, seen, ...props }: Props & View & OfView) {
  const { t, language } = useReader();
  const { start, cursor, show, today } = props;
  const section = useRef<HTMLElement>(null);
  const unread = useShared($session)?.unread_notices ?? props.unread;
  const [done, setDone] = useState(props.done);
  const [isAllRead, setAllRead] = useState(false);
  const rows = useRows<ShownNotice, RowsPage<ShownNotice>>({
    start,
    cursor,
    load: (query) => call(listNotices, { ...query, ...FILTERS[show] }),
    onShown: (notices) => void markShown(notices),
  });
  const { items } = rows.page;
  useChanges(
    ['notices'],
    async () => {
      if (await rows.refresh()) setAllRead(false);
    },
    seen,
  );
  const marking = useForm(readNotices, {
    inputOf: () => ({ all: true }),
    onSend: () => {
      setDone(undefined);
      setAllRead(true);
      const undo = clearUnreadNotices();
      // The button disappears with the marks.
      section.current?.focus({ preventScroll: true });
      return () => {
        undo();
        setAllRead(false);
      };
    },
    onDone: () => showToast(t('notices:all_read')),
  });
  const visibleNotices = isAllRead ? items.map((notice) => ({ ...notice, is_unread: false })) : items;
  return (
    <>
      {done && <Notice kind="ok">{t(done)}</Notice>}
      <FormNotice of={marking} />
      <NoticeFilters show={show} notices={visibleNotices} begin={begin} onView={onView} />
      <section ref={section} className="card flush" tabIndex={-1} aria-label={t('notices:title')}>
        <div className="card-head">
          <Form of={marking} action={path(language, 'notices')}>
            {unread > 0 && !isAllRead && <Button>{t('notices:mark_all')}</Button>}
          </Form>
          <Button href={path(language, 'settingsNotices')} variant="plain" icon="mail">
            {t('notices:choose')}
          </Button>
        </div>
        <NoticeList rows={rows} notices={visibleNotices} cursor={cursor} show={show} today={today} />
      </section>
    </>
  );
}

/** Limit of ids per call. */
const AT_ONCE_MAX = 100;

/** The rows keep their unread marks on this page; the header counts the rest. */
async function markShown(notices: readonly ShownNotice[]): Promise<void> {
  const ids = notices.flatMap(({ id, is_unread: isUnread }) => (isUnread ? [id] : [])).slice(0, AT_ONCE_MAX);
  if (ids.length === 0) return;
  await call(readNotices, { ids }, { isUnasked: true });
}
