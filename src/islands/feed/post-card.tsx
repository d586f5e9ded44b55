import type { Post } from '#contracts/feed.ts';
import { tagOf } from '#domain/languages.ts';
import { path } from '#domain/paths.ts';
import { formatDate } from '#i18n/format.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { ShareMenu } from '#islands/shared/share-menu.tsx';
import { useFocusWhen } from '#islands/shared/use-rows.ts';
import { WebinarState } from '#islands/shared/webinar-card.tsx';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';

type Props = { post: Post; link: string; isFocused: boolean };

export function PostCard({ post, link, isFocused }: Props) {
  const { t, language } = useReader();
  const title = useFocusWhen<HTMLAnchorElement>(isFocused);
  const address = path(language, 'post', { id: post.id });
  const lang = post.is_fallback ? tagOf(post.language) : undefined;
  return (
    <article className="stack post">
      <PostMarks post={post} />
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
        <ShareMenu post={post} link={link} />
      </div>
    </article>
  );
}

type PostMarksProps = { post: Post };

function PostMarks({ post }: PostMarksProps) {
  const { t, timeZone } = useReader();
  return (
    <div className="row kicker">
      <span>
        <time dateTime={post.published_at}>{formatDate(post.published_at, timeZone)}</time>
        {` · ${t(`feed:category.${post.category}`)}`}
        {post.is_fallback && ` · ${t('feed:in_russian')}`}
      </span>
      {post.webinar && <WebinarState state={post.webinar.state} />}
      {post.is_pinned && <Badge>{t('feed:pinned')}</Badge>}
      {post.is_unread && <Badge kind="info">{t('feed:unread')}</Badge>}
    </div>
  );
}

export const PostPageMarks = withReader(PostMarks);
