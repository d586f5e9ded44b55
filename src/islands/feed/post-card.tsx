import type { Post } from '#contracts/feed.ts';
import { tagOf } from '#domain/languages.ts';
import { path } from '#domain/paths.ts';
import type { Reader } from '#i18n/reader.ts';
import { Button } from '#components/ui/button.tsx';
import { ShareMenu } from '../share-menu.tsx';
import { useFocusWhen } from '../use-rows.ts';
import { PostMarks } from './post-marks.tsx';
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
