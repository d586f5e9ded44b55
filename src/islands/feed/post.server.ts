import type { AstroGlobal } from 'astro';
import { getPost, listFeed, markRead } from '#contracts/feed.ts';
import { isOpened } from '#islands/shared/is-opened.server.ts';
import { load } from '#islands/shared/load.server.ts';
import { readProfile } from '#islands/shared/read-profile.server.ts';

/** Other news beside a post. */
const OTHERS = 3;

export async function loadPost(page: AstroGlobal) {
  const { call } = page.locals;
  const id = page.params['id'] ?? '';
  const loaded = await load(page, {
    me: readProfile(page),
    post: call(getPost, { id }),
    news: call(listFeed, { kind: 'news', limit: String(OTHERS + 1) }),
  });
  if (loaded instanceof Response) return loaded;
  const me = loaded.me.data;
  const post = loaded.post.data;
  const isReadNow = post.is_unread && isOpened(page);
  if (isReadNow) await call(markRead, { ids: [id] });
  // Reloads the page once when the webinar opens, also without JavaScript.
  const waitSeconds = post.join_in_seconds;
  if (waitSeconds) page.response.headers.set('refresh', String(waitSeconds + 1));
  const news = loaded.news.data.items.filter((item) => item.id !== id).slice(0, OTHERS);
  return { id, post, news, me: { ...me, unread_posts: me.unread_posts - Number(isReadNow) } };
}
