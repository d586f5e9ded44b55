import { formatDate, formatTime } from '#i18n/format.ts';
import { listAllPosts } from '#server/feed/index.ts';
import type { Command } from '../command.ts';
import { limitOf } from '../limit-of.ts';

export const listPosts: Command = {
  kind: 'looks',
  name: 'posts list',
  usage: 'posts list [--limit 1–200]',
  about: 'The newest posts, those that are withdrawn or still to come too',
  async run({ db, clock, config }, { options }) {
    const limit = limitOf(options);
    const now = clock.now();
    const items = (await listAllPosts(db, limit)).map(({ post, title }) => ({
      slug: post.slug,
      kind: post.kind,
      state: post.withdrawnAt ? 'withdrawn' : post.publishedAt > now ? 'to come' : 'published',
      pinned: post.pinnedAt !== null,
      published_at: post.publishedAt.toISOString(),
      id: post.id,
      title,
    }));
    const lines = items.map((item) => line(item, config.timeZone));
    return { words: lines.join('\n') || 'There are no posts. Write a file and use: posts publish', data: { items } };
  },
};

type Item = { slug: string; kind: string; state: string; pinned: boolean; published_at: string; title: string };

function line({ slug, kind, state, pinned, published_at: at, title }: Item, timeZone: string): string {
  return [
    slug.padEnd(32),
    kind.padEnd(8),
    `${formatDate(at, timeZone)} ${formatTime(at, timeZone)}`,
    state.padEnd(10),
    (pinned ? 'pinned' : '').padEnd(6),
    title,
  ].join(' ');
}
