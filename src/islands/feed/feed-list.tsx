import { useRef, useState } from 'react';
import { call } from '#client/call.ts';
import { markRead, undoMarkRead, type UndoRead } from '#contracts/feed.ts';
import { UNREAD_COUNTED } from '#domain/unread.ts';
import { path } from '#domain/paths.ts';
import type { Translate } from '#i18n/translator.ts';
import { showToast } from '#stores/toast.ts';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Pagination } from '#components/ui/pagination.tsx';
import { Form, FormNotice } from '#islands/shared/form.tsx';
import { type FormState, useForm } from '#islands/shared/use-form.ts';
import { useChanges } from '#islands/shared/use-changes.ts';
import { useRows } from '#islands/shared/use-rows.ts';
import { WebinarCard } from '#islands/shared/webinar-card.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';
import { PostCard } from './post-card.tsx';
import { type FeedView, readUpcoming, requestFeed } from './read-feed.ts';
import { Subscribe } from './subscribe.tsx';
import { Upcoming, useWebinarClock } from './upcoming.tsx';

type Unread = FeedView['unread'];
type Props = {
  start: FeedView;
  /** Changes that `start` includes. */
  seen: number;
  unread: Unread;
  link: string;
  onUnread: (unread: Unread) => void;
  onDone: () => void;
};

const NONE: Unread = { news: 0, webinar: 0 };

export function FeedList({ start, seen, unread, link, onUnread, onDone }: Props) {
  const { t, language } = useReader();
  const { kind, cursor } = start;
  const isNews = kind === 'news';
  const section = useRef<HTMLElement>(null);
  const [upcoming, setUpcoming] = useState(start.upcoming);
  const [isAllRead, setAllRead] = useState(false);
  const [undo, setUndo] = useState<{ marks: UndoRead; unread: Unread }>();
  const rows = useRows({ start, cursor, load: requestFeed(call, kind) });
  const { items, next } = rows.page;
  const refresh = async () => {
    const [answer, upcomingAnswer] = await Promise.all([rows.refresh(), isNews ? readUpcoming(call) : undefined]);
    if (upcomingAnswer?.success) setUpcoming(upcomingAnswer.data);
    if (!answer) return;
    setAllRead(false);
    onUnread(answer.unread);
  };
  useChanges(['notices'], refresh, seen);
  useWebinarClock([...items, ...upcoming], refresh);

  const marking = useForm(markRead, {
    inputOf: () => ({ all: true }),
    onSend: () => {
      setAllRead(true);
      onUnread(NONE);
      onDone();
      // The button disappears with the marks.
      section.current?.focus({ preventScroll: true });
      return () => {
        setAllRead(false);
        onUnread(unread);
      };
    },
    onDone: ({ undo: marks }) => {
      setUndo(marks ? { marks, unread } : undefined);
      showToast(t('feed:all_read'));
    },
  });
  const undoing = useForm(undoMarkRead, {
    inputOf: () => ({ ...undo?.marks }),
    onDone: () => {
      section.current?.focus({ preventScroll: true });
      setUndo(undefined);
      void refresh();
      if (undo) showToast(unreadText(undo.unread, t));
    },
  });
  const withMarks = (posts: FeedView['upcoming']) =>
    isAllRead ? posts.map((post) => ({ ...post, is_unread: false })) : posts;
  const at = isNews ? 'feed' : 'webinars';
  return (
    <>
      <FormNotice of={marking} />
      <FormNotice of={undoing} />
      <div className={`stack${!isNews || upcoming.length > 0 ? ' split' : ''}`}>
        <section
          ref={section}
          className="card flush"
          id="posts"
          tabIndex={-1}
          aria-label={t(isNews ? 'feed:news' : 'feed:webinars')}
        >
          <UnreadHead unread={unread} form={marking} action={path(language, at)} />
          {undo && (
            <div className="card-head">
              <Button variant="plain" onClick={() => void undoing.send()}>
                {t('feed:mark_unread')}
              </Button>
            </div>
          )}
          {withMarks(items).map((post) => {
            const card = { post, link, isFocused: rows.focusOf(post.id) };
            return isNews ? <PostCard key={post.id} {...card} /> : <WebinarCard key={post.id} {...card} />;
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
        {upcoming.length > 0 && <Upcoming webinars={withMarks(upcoming)} link={link} />}
        {!isNews && <Subscribe start={start.calendar} onDone={onDone} />}
      </div>
    </>
  );
}

type UnreadHeadProps = {
  unread: FeedView['unread'];
  form: FormState;
  action: string;
};

function UnreadHead({ unread, form, action }: UnreadHeadProps) {
  const { t } = useReader();
  if (unread.news + unread.webinar === 0) return null;
  return (
    <Form of={form} action={action} className="card-head">
      <span>{unreadText(unread, t)}</span>
      <Button variant="plain">{t('feed:mark_all')}</Button>
    </Form>
  );
}

function unreadText({ news, webinar }: Unread, t: Translate): string {
  const isMore = Math.max(news, webinar) >= UNREAD_COUNTED;
  return isMore
    ? t('feed:unread_over', { max: UNREAD_COUNTED - 1 })
    : t('feed:unread_posts', { count: news + webinar });
}
