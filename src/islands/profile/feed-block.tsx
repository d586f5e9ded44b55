import type { Post } from '#contracts/feed.ts';
import { tagOf } from '#domain/languages.ts';
import { path } from '#domain/paths.ts';
import { formatDate } from '#i18n/format.ts';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { WebinarCard } from '#islands/shared/webinar-card.tsx';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';

export type FeedBlockProps = {
  news: readonly Pick<Post, 'id' | 'title' | 'language' | 'is_fallback' | 'published_at'>[];
  upcoming: readonly Post[];
  link: string;
};

export function FeedBlock({ news, upcoming, link }: FeedBlockProps) {
  const { t, language, timeZone } = useReader();
  return (
    <section className="card flush">
      <div className="card-head">
        <h2>{t('profile:feed.title')}</h2>
        <Button href={path(language, 'feed')} variant="plain">
          {t('profile:feed.open')}
        </Button>
      </div>
      {upcoming.map((post) => (
        <WebinarCard key={post.id} post={post} link={link} level="h3" />
      ))}
      {news.length > 0 && (
        <ul className="rows">
          {news.map((post) => (
            <li key={post.id}>
              <a className="stack tight news" href={path(language, 'post', { id: post.id })}>
                <span lang={post.is_fallback ? tagOf(post.language) : undefined}>{post.title}</span>
                <small className="muted">
                  <time dateTime={post.published_at}>{formatDate(post.published_at, timeZone)}</time>
                  {post.is_fallback && ` · ${t('feed:in_russian')}`}
                </small>
              </a>
            </li>
          ))}
        </ul>
      )}
      {upcoming.length + news.length === 0 && (
        <EmptyState title={t('common:nothing_here')}>
          <p>{t('profile:feed.empty')}</p>
        </EmptyState>
      )}
    </section>
  );
}

/** Not hydrated. */
export const FeedBeside = withReader(FeedBlock);
