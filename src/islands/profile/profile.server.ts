import type { AstroGlobal } from 'astro';
import { listFeed } from '#contracts/feed.ts';
import { listRegistrations } from '#contracts/profile.ts';
import { findUpcoming } from '#islands/shared/find-upcoming.ts';
import { load } from '#islands/shared/load.server.ts';
import { readProfile } from '#islands/shared/read-profile.server.ts';

/** Sends the island only the fields that it shows. */
export async function loadOwnProfile(page: AstroGlobal) {
  const { call, site } = page.locals;
  const loaded = await load(page, {
    me: readProfile(page),
    registrations: call(listRegistrations),
    news: call(listFeed, { kind: 'news', limit: '3' }),
    upcoming: findUpcoming(call, 2),
  });
  if (loaded instanceof Response) return loaded;
  const me = loaded.me.data;
  const screen = {
    productName: site.productName,
    me: {
      username: me.username,
      name: me.name,
      photo: me.photo,
      career_status: me.career_status,
      is_former: me.is_former,
      active: me.active,
      registered_at: me.registered_at,
      partner_link: me.partner_link,
      inviter: me.inviter,
      inviter_contacts: me.inviter_contacts,
      joined_by: me.joined_by,
    },
    registrations: loaded.registrations.data.items.map(
      ({ username, name, photo, is_former, registered_at, active }) => ({
        username,
        name,
        photo,
        is_former,
        registered_at,
        active,
      }),
    ),
    news: loaded.news.data.items.map(({ id, title, language, is_fallback, published_at }) => ({
      id,
      title,
      language,
      is_fallback,
      published_at,
    })),
    upcoming: loaded.upcoming.data,
  };
  return { me, screen };
}
