import type { AstroGlobal } from 'astro';
import { listNotices, readNotices } from '#contracts/notices.ts';
import { isoDay } from '#i18n/format.ts';
import { path } from '#domain/paths.ts';
import { doneIn } from '#islands/shared/done.server.ts';
import { formAction } from '#islands/shared/form-action.server.ts';
import { isOpened } from '#islands/shared/is-opened.server.ts';
import { readProfile } from '#islands/shared/read-profile.server.ts';
import { respondToRefusal } from '#islands/shared/respond-to-refusal.server.ts';
import { FILTERS, readShow } from './filters.ts';
import { loadPages } from '#islands/shared/use-rows.ts';

const allRead = formAction({
  contract: readNotices,
  fields: [],
  input: () => ({ all: true as const }),
  done: ({ language }) => path(language, 'notices', { done: 'all-read' }),
});

export async function loadNotices(page: AstroGlobal) {
  const { call, now, site } = page.locals;
  const posted = await allRead(page);
  if (posted instanceof Response) return posted;
  if (posted.refusal) return respondToRefusal(page, posted.refusal);
  const show = readShow(page.url);
  const { answer, cursor } = await loadPages((query) => call(listNotices, { ...query, ...FILTERS[show] }), page.url);
  if (!answer.success) return respondToRefusal(page, answer.error);
  const { items, next } = answer.data;
  const unread = items.filter((notice) => notice.is_unread).map(({ id }) => id);
  if (unread.length > 0 && isOpened(page)) await call(readNotices, { ids: unread.slice(0, 100) });
  // Read after marking, so the header counts only the other unread notices.
  const me = await readProfile(page);
  if (!me.success) return respondToRefusal(page, me.error);
  const screen = {
    start: {
      next,
      items: items.map(({ id, kind, text, body, about, at, is_unread }) => ({
        id,
        kind,
        text,
        body,
        about,
        at,
        is_unread,
      })),
    },
    cursor,
    show,
    today: isoDay(now, site.timeZone),
    unread: me.data.unread_notices,
    done: doneIn(page.url) === 'all-read' ? ('notices:all_read' as const) : undefined,
  };
  return { me: me.data, screen };
}
