import { type SubmitEvent, type SubmitEventHandler, useRef, useState } from 'react';
import { call } from '#client/call.ts';
import { markRead, undoMarkRead, type UndoRead } from '#contracts/feed.ts';
import { UNREAD_COUNTED } from '#domain/unread.ts';
import { path } from '#domain/paths.ts';
import type { Translate } from '#i18n/translator.ts';
import { showToast } from '#stores/toast.ts';
import { OwnerField } from '#components/ui/owner-field.tsx';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Pagination } from '#components/ui/pagination.tsx';
import { useChanges } from '#islands/shared/use-changes.ts';
import { useRows } from '#islands/shared/use-rows.ts';
import { WebinarCard } from '#islands/shared/webinar-card.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';
import { PostCard } from './post-card.tsx';
import { askFeed, type FeedView, readUpcoming } from './read-feed.ts';
import { Subscribe } from './subscribe.tsx';
import { Upcoming, useWebinarClock } from './upcoming.tsx';

type Unread = FeedView['unread'];
type Props = {
  start: FeedView;
  unread: Unread;
  link: string;
  onUnread: (unread: Unread) => void;
  /** Something was done here, so what was said before is over. */
  onDone: () => void;
};

const NONE: Unread = { news: 0, webinar: 0 };

/** The posts of one kind and what stands beside them. */
export function FeedList({ start, unread, link, onUnread, onDone }: Props) {
  const { t, language, owner } = useReader();
  const { kind, cursor } = start;
  const isNews = kind === 'news';
  const section = useRef<HTMLElement>(null);
  const [upcoming, setUpcoming] = useState(start.upcoming);
  const [isAllRead, setAllRead] = useState(false);
  const [undo, setUndo] = useState<{ marks: UndoRead; unread: Unread }>();
  const [fault, setFault] = useState<string>();
  const rows = useRows({ start, cursor, ask: askFeed(call, kind) });
  const { items, next } = rows.page;
  const refresh = async () => {
    const [answer, soon] = await Promise.all([rows.refresh(), isNews ? readUpcoming(call) : undefined]);
    if (soon?.success) setUpcoming(soon.data);
    if (!answer) return;
    setAllRead(false);
    onUnread(answer.unread);
  };
  useChanges(['notices'], refresh);
  useWebinarClock([...items, ...upcoming], refresh);

  const markAll = async (event: SubmitEvent) => {
    event.preventDefault();
    setFault(undefined);
    setAllRead(true);
    onUnread(NONE);
    onDone();
    // The button goes with the marks.
    section.current?.focus({ preventScroll: true });
    const answer = await call(markRead, { all: true });
    if (answer?.success) {
      const marks = answer.data.undo;
      setUndo(marks ? { marks, unread } : undefined);
      return showToast(t('feed:all_read'));
    }
    setAllRead(false);
    onUnread(unread);
    setFault(answer?.error.detail || t('common:line_broken'));
  };
  const takeBack = async () => {
    if (!undo) return;
    setFault(undefined);
    const answer = await call(undoMarkRead, undo.marks);
    if (!answer?.success) return setFault(answer?.error.detail || t('common:line_broken'));
    section.current?.focus({ preventScroll: true });
    setUndo(undefined);
    await refresh();
    showToast(unreadText(undo.unread, t));
  };
  const marked = (posts: FeedView['upcoming']) =>
    isAllRead ? posts.map((post) => ({ ...post, is_unread: false })) : posts;
  const at = isNews ? 'feed' : 'webinars';
  return (
    <>
      {fault && <Notice kind="bad">{fault}</Notice>}
      <div className={`stack${upcoming.length > 0 ? ' split' : ''}`}>
        <section
          ref={section}
          className="card flush"
          id="posts"
          tabIndex={-1}
          aria-label={t(isNews ? 'feed:news' : 'feed:webinars')}
        >
          <UnreadHead
            unread={unread}
            action={path(language, at)}
            owner={owner}
            onMarkAll={(event) => void markAll(event)}
          />
          {undo && (
            <div className="card-head">
              <Button variant="plain" onClick={() => void takeBack()}>
                {t('feed:mark_unread')}
              </Button>
            </div>
          )}
          {marked(items).map((post) => {
            const marks = { post, link, isFocused: rows.focusOf(post.id) };
            return isNews ? <PostCard key={post.id} {...marks} /> : <WebinarCard key={post.id} {...marks} />;
          })}
          {items.length === 0 && (
            <EmptyState title={t('common:nothing_here')}>
              <p>{t(isNews ? 'feed:empty_news' : 'feed:empty_webinars')}</p>
            </EmptyState>
          )}
          {rows.isBroken && <Notice kind="bad">{t('team:list.broken')}</Notice>}
          <Pagination
            first={cursor ? { label: t('feed:first_page'), href: path(language, at) } : undefined}
            more={
              next === null
                ? undefined
                : {
                    label: t('feed:show_more'),
                    href: `${path(language, at, { cursor: next })}#posts`,
                    isBusy: rows.isBusy,
                    onClick: rows.onMore,
                  }
            }
          />
        </section>
        {upcoming.length > 0 && <Upcoming webinars={marked(upcoming)} link={link} />}
      </div>
      {!isNews && <Subscribe start={start.calendar} onDone={onDone} />}
    </>
  );
}

type UnreadHeadProps = {
  unread: FeedView['unread'];
  action: string;
  owner: string | undefined;
  onMarkAll: SubmitEventHandler<HTMLFormElement>;
};

/** How many posts are unread, and one step to have none. */
function UnreadHead({ unread, action, owner, onMarkAll }: UnreadHeadProps) {
  const { t } = useReader();
  if (unread.news + unread.webinar === 0) return null;
  return (
    <form method="post" action={action} className="card-head" onSubmit={onMarkAll}>
      <OwnerField owner={owner} />
      <span>{unreadText(unread, t)}</span>
      <Button variant="plain">{t('feed:mark_all')}</Button>
    </form>
  );
}

function unreadText({ news, webinar }: Unread, t: Translate): string {
  const isMore = Math.max(news, webinar) >= UNREAD_COUNTED;
  return isMore
    ? t('feed:unread_over', { max: UNREAD_COUNTED - 1 })
    : t('feed:unread_posts', { count: news + webinar });
}
