import type { Post } from '#contracts/feed.ts';
import { tagOf } from '#domain/languages.ts';
import { path } from '#domain/paths.ts';
import { formatTime } from '#i18n/format.ts';
import { type Reader, whenOf } from '#i18n/reader.ts';
import { leafOf, zoneName } from '#i18n/when.ts';
import { Badge } from '#components/ui/badge.tsx';
import { OwnTime } from './own-time.tsx';
import { ShareMenu } from './share-menu.tsx';
import { WebinarLinks } from './webinar-links.tsx';
import { WebinarState } from './webinar-state.tsx';
import type { WebinarText } from './webinar-texts.ts';
import { useFocusWhen } from './use-rows.ts';

type Props = {
  post: Post;
  link: string;
  level?: 'h2' | 'h3';
  isFocused?: boolean;
  reader: Reader<WebinarText>;
};

/** A webinar on a list, with the day as a leaf of a calendar. */
export function WebinarCard({ post, link, level: Heading = 'h2', isFocused = false, reader }: Props) {
  const { t, language, timeZone } = reader;
  const title = useFocusWhen<HTMLAnchorElement>(isFocused);
  const { webinar } = post;
  if (!webinar) return null;
  const { starts_at: startsAt, state, speaker } = webinar;
  const leaf = leafOf(startsAt, timeZone, language);
  const at = { time: formatTime(startsAt, timeZone), zone: zoneName(timeZone, language) };
  return (
    <article className="stack post event" data-past={state === 'past' ? '' : undefined}>
      {/* A browser may write names of months and zones otherwise than the server did. */}
      <time className="day" dateTime={startsAt} suppressHydrationWarning>
        <b>{leaf.day}</b>
        {leaf.month}
      </time>
      <div className="stack tight">
        <Heading lang={post.is_fallback ? tagOf(post.language) : undefined}>
          <a ref={title} href={path(language, 'post', { id: post.id })}>
            {post.title}
          </a>
        </Heading>
        <p className="kicker">
          <time dateTime={startsAt} suppressHydrationWarning>
            {t('feed:webinar.at', at)}
          </time>{' '}
          <OwnTime startsAt={startsAt} here={whenOf(startsAt, reader)} label={t('feed:webinar.your_time')} />
          {` · ${speaker}`}
        </p>
        {(post.is_unread || state !== 'soon') && (
          <div className="row">
            {state !== 'soon' && <WebinarState state={state} t={t} />}
            {post.is_unread && <Badge kind="info">{t('feed:unread')}</Badge>}
          </div>
        )}
      </div>
      <div className="row">
        <WebinarLinks post={post} reader={reader} />
        <ShareMenu post={post} link={link} t={t} />
      </div>
    </article>
  );
}
