import type { AstroGlobal } from 'astro';
import { getPost, markRead } from '#contracts/feed.ts';
import { isOpened } from '#islands/shared/is-opened.server.ts';
import { load } from '#islands/shared/load.server.ts';
import { readProfile } from '#islands/shared/read-profile.server.ts';

export async function loadPost(page: AstroGlobal) {
  const { call } = page.locals;
  const id = page.params['id'] ?? '';
  const loaded = await load(page, { me: readProfile(page), post: call(getPost, { id }) });
  if (loaded instanceof Response) return loaded;
  const me = loaded.me.data;
  const post = loaded.post.data;
  const isReadNow = post.is_unread && isOpened(page);
  if (isReadNow) await call(markRead, { ids: [id] });
  // Reloads the page once when the webinar opens, also without JavaScript.
  const waitSeconds = post.join_in_seconds;
  if (waitSeconds) page.response.headers.set('refresh', String(waitSeconds + 1));
  return { id, post, me: { ...me, unread_posts: me.unread_posts - Number(isReadNow) } };
}
