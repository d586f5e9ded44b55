import { type MouseEvent, useEffect, useState } from 'react';
import type { PostKind } from '#domain/feed.ts';
import { path } from '#domain/paths.ts';
import { formatUnread } from '#i18n/format.ts';
import { $partnersLink, $session, setUnreadPosts } from '#stores/session.ts';
import { Notice } from '#components/ui/notice.tsx';
import { Tabs } from '#components/ui/tabs.tsx';
import { isPlainClick } from '#islands/shared/in-place.ts';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import { useShared } from '#islands/shared/use-shared.ts';
import { FeedList } from './feed-list.tsx';
import type { FeedView } from './read-feed.ts';
import { useFeedView } from './use-feed-view.ts';

type Props = {
  start: FeedView;
  link: string;
  done: 'feed:all_read' | 'feed:calendar.done' | undefined;
};

export const FeedScreen = withReader(function FeedScreen(props: Props) {
  const reader = useReader();
  const { t, language } = reader;
  const link = useShared($partnersLink) ?? props.link;
  const [unread, setUnread] = useState(props.start.unread);
  const [done, setDone] = useState(props.done);
  const count = unread.news + unread.webinar;
  const isKnown = useShared($session) !== undefined;
  useEffect(() => {
    if (isKnown) setUnreadPosts(count);
  }, [count, isKnown]);
  const { view, version, seen, isBusy, isBroken, open } = useFeedView(props.start, reader, (next) => {
    setUnread(next.unread);
    setDone(undefined);
  });
  const tab = (kind: PostKind, label: string) => ({
    label,
    href: path(language, kind === 'news' ? 'feed' : 'webinars'),
    isCurrent: view.kind === kind,
    note: unread[kind] > 0 ? formatUnread(unread[kind]) : undefined,
  });
  const openInPlace = (event: MouseEvent<HTMLAnchorElement>) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    void open(event.currentTarget.href);
  };
  return (
    <>
      {done && <Notice kind="ok">{t(done)}</Notice>}
      <Tabs
        label={t('feed:title')}
        items={[tab('news', t('feed:news')), tab('webinar', t('feed:webinars'))]}
        onClick={openInPlace}
      />
      {isBroken && <Notice kind="bad">{t('team:list.broken')}</Notice>}
      <div className="stack" aria-busy={isBusy || undefined}>
        <FeedList
          key={version}
          start={view}
          seen={seen}
          unread={unread}
          link={link}
          onUnread={setUnread}
          onDone={() => setDone(undefined)}
        />
      </div>
    </>
  );
});
