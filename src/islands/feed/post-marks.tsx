import type { Post } from '#contracts/feed.ts';
import { formatDate } from '#i18n/format.ts';
import type { Reader } from '#i18n/reader.ts';
import { Badge } from '#components/ui/badge.tsx';
import { WebinarState } from '../webinar-card.tsx';
import type { Text } from './texts.ts';

/** When and about what, and what else there is to know of a post before it is read. */
type Props = { post: Post; reader: Pick<Reader<Text>, 't' | 'timeZone'> };

export function PostMarks({ post, reader }: Props) {
  const { t, timeZone } = reader;
  return (
    <div className="row kicker">
      <span>
        <time dateTime={post.published_at}>{formatDate(post.published_at, timeZone)}</time>
        {` · ${t(`feed:category.${post.category}`)}`}
      </span>
      {post.webinar && <WebinarState state={post.webinar.state} t={t} />}
      {post.is_pinned && <Badge>{t('feed:pinned')}</Badge>}
      {post.is_unread && <Badge kind="info">{t('feed:unread')}</Badge>}
    </div>
  );
}
