import { sql } from 'drizzle-orm';
import { readRef } from '#domain/identity.ts';
import { refuse, type Refused } from '#domain/refusals.ts';
import { isoDay } from '#i18n/format.ts';
import type { Services } from '#server/api/services.ts';
import type { Caller } from '#server/api/caller.ts';
import { addressKey, consumeRateLimit } from '#server/api/rate-limits.ts';
import { mac } from '#server/base/secrets.ts';

const HOUR_MS = 60 * 60 * 1000;

type View = { ref: string; user_agent: string };

/** Counts a visitor once an hour, even with concurrent requests. Ignores crawlers. */
export async function countPartnerView(
  services: Services,
  { ref, user_agent: userAgent }: View,
  { address }: Pick<Caller, 'address'>,
): Promise<Refused | undefined> {
  const refCode = readRef(ref);
  if (!refCode) return refuse('not_found');
  if (isCrawler(userAgent)) return undefined;
  const rateLimited = await consumeRateLimit(services, 'viewAddress', addressKey(address));
  if (rateLimited) return rateLimited;

  const now = services.clock.now();
  const day = isoDay(now, services.config.timeZone);
  const hour = Math.floor(now.getTime() / HOUR_MS);
  const visitor = visitorOf(services, day, addressKey(address), userAgent);
  await services.db.execute(sql`
    with counted as (
      insert into partner_visits (member_id, hour, visitor)
      select id, ${hour}, ${visitor} from members
      where ref_code = ${refCode} and blocked_at is null and closed_at is null
      on conflict do nothing
      returning member_id
    )
    insert into partner_days (member_id, day, views) select member_id, ${day}, 1 from counted
    on conflict (member_id, day) do update set views = partner_days.views + 1`);
  return undefined;
}

/** The key changes daily, so that a visitor can't be recognised on another day. */
function visitorOf({ secrets }: Services, day: string, address: string, userAgent: string): Buffer {
  return mac(mac(secrets.visitor, day), address, userAgent).subarray(0, 16);
}

/** Programs that identify themselves. Those that pose as browsers count; a limit by address bounds them. */
const CRAWLERS = [
  /(?<!\bcu)bot\b|crawl|spider|slurp|scrap|fetch|archiver|validator|monitor|uptime/i,
  /preview|facebookexternalhit|facebookcatalog|meta-external|^whatsapp\/|^viber|vkshare|skypeuripreview|embedly/i,
  /mediapartners|adsbot|google-inspectiontool|googleother|google-read-aloud|lighthouse|pagespeed|gtmetrix|pingdom/i,
  /^(curl|wget|python|java|go-http|okhttp|axios|node|undici|ruby|php|perl|libwww|apache-http|postmanruntime|got)\b/i,
  /headless|phantomjs|puppeteer|playwright|selenium/i,
];

function isCrawler(userAgent: string): boolean {
  return userAgent.trim() === '' || CRAWLERS.some((pattern) => pattern.test(userAgent));
}
