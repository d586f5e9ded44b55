import type { AstroGlobal } from 'astro';
import { listFeed } from '#contracts/feed.ts';
import { dismissFirstSteps, getFirstSteps, listRegistrations } from '#contracts/profile.ts';
import { path } from '#domain/paths.ts';
import { doneIn } from '#islands/shared/done.server.ts';
import { findUpcoming } from '#islands/shared/find-upcoming.ts';
import { formAction } from '#islands/shared/form-action.server.ts';
import { load } from '#islands/shared/load.server.ts';
import { readProfile } from '#islands/shared/read-profile.server.ts';
import { respondToRefusal } from '#islands/shared/respond-to-refusal.server.ts';

const dismissal = formAction({
  contract: dismissFirstSteps,
  fields: [],
  done: ({ language }) => path(language, 'profile', { done: 'steps' }),
});

/** Sends the island only the fields that it shows. */
export async function loadOwnProfile(page: AstroGlobal) {
  const { call, site } = page.locals;
  const posted = await dismissal(page);
  if (posted instanceof Response) return posted;
  if (posted.refusal) return respondToRefusal(page, posted.refusal);
  const loaded = await load(page, {
    me: readProfile(page),
    registrations: call(listRegistrations),
    news: call(listFeed, { kind: 'news', limit: '3' }),
    upcoming: findUpcoming(call, 2),
    firstSteps: call(getFirstSteps),
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
      missing_for_active: me.missing_for_active,
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
    done: doneIn(page.url) === 'steps' ? ('profile:first_steps.hidden' as const) : undefined,
  };
  return { me, screen, steps: loaded.firstSteps.data.steps };
}
