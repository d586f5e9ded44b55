import type { Post } from '#contracts/feed.ts';
import { tagOf } from '#domain/languages.ts';
import { path } from '#domain/paths.ts';
import { formatDate } from '#i18n/format.ts';
import type { Reader } from '#i18n/reader.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { ShareMenu } from '../share-menu.tsx';
import { useFocusWhen } from '../use-rows.ts';
import { WebinarState } from '../webinar-card.tsx';
import type { Text } from './texts.ts';

type Props = { post: Post; link: string; isFocused: boolean; reader: Reader<Text> };

export function PostCard({ post, link, isFocused, reader }: Props) {
  const { t, language } = reader;
  const title = useFocusWhen<HTMLAnchorElement>(isFocused);
  const address = path(language, 'post', { id: post.id });
  const lang = post.is_fallback ? tagOf(post.language) : undefined;
  return (
    <article className="stack post">
      <PostMarks post={post} reader={reader} />
      <h2 lang={lang}>
        <a ref={title} href={address}>
          {post.title}
        </a>
      </h2>
      <p lang={lang}>{post.excerpt}</p>
      <div className="row">
        <Button href={address} variant="plain">
          {t('feed:read')}
        </Button>
        <ShareMenu post={post} link={link} t={t} />
      </div>
    </article>
  );
}

/** When and about what, and what else there is to know of a post before it is read. */
type PostMarksProps = { post: Post; reader: Pick<Reader<Text>, 't' | 'timeZone'> };

export function PostMarks({ post, reader }: PostMarksProps) {
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
