import type { AstroGlobal } from 'astro';
import { getSeatReason } from '#contracts/places.ts';
import { readPlatform } from '#domain/places.ts';
import { load } from '#islands/shared/load.server.ts';
import { readProfile } from '#islands/shared/read-profile.server.ts';
import { boardPages } from './platforms.ts';

export async function loadSeat(page: AstroGlobal) {
  const platform = readPlatform(page.params['platform']);
  if (!platform) return new Response(null, { status: 404 });
  const place = page.params['place'] ?? '';
  const reason = page.locals.call(getSeatReason, { platform, place });
  const loaded = await load(page, { me: readProfile(page), reason });
  if (loaded instanceof Response) return loaded;
  return { platform, at: boardPages[platform], me: loaded.me.data, reason: loaded.reason.data };
}
