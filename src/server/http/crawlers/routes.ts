import { Hono } from 'hono';
import { listSitemapPart, listSitemapParts } from '#contracts/partner.ts';
import type { Site } from '#contracts/page-context.ts';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config.ts';
import type { Transport } from '../transport.ts';
import type { HttpEnv } from '../request-info.ts';
import { askingOver, photosOver, refused } from './ask.ts';
import { cardRoute } from './card-route.ts';
import { manifest } from './manifest.ts';
import { robots } from './robots.ts';
import { securityTxt } from './security-txt.ts';
import { sitemapIndex, sitemapOfPages, sitemapOfPartners } from './sitemap.ts';
import { answerXml } from './xml.ts';

const DAY_SECONDS = 24 * 60 * 60;
const keptFor = (seconds: number) => ({ 'cache-control': `public, max-age=${seconds}` });

/** What search engines, messengers and phones ask for beside the pages. */
export function crawlerRoutes(transport: Transport, site: Site, config: Config, clock: Clock): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>();
  const asking = askingOver(transport);

  routes.get('/robots.txt', (context) => context.text(robots(site), 200, keptFor(DAY_SECONDS)));
  routes.get('/.well-known/security.txt', (context, next) => {
    const text = securityTxt(config, clock);
    return text ? Promise.resolve(context.text(text, 200, keptFor(DAY_SECONDS))) : next();
  });
  routes.get('/manifest.webmanifest', (context) =>
    context.body(JSON.stringify(manifest(site)), 200, {
      ...keptFor(DAY_SECONDS),
      'content-type': 'application/manifest+json',
    }),
  );
  routes.get('/sitemap.xml', async (context) => {
    const parts = await asking(context)(listSitemapParts, {});
    return parts.success ? answerXml(sitemapIndex(site, parts.data.items)) : refused(parts.error);
  });
  routes.get('/sitemap-pages.xml', () => answerXml(sitemapOfPages(site)));
  routes.get('/:file{sitemap-[0-9]{1,6}\\.xml}', async (context) => {
    const [, part = ''] = /(\d+)/.exec(context.req.param('file')) ?? [];
    const members = await asking(context)(listSitemapPart, { part });
    if (!members.success) return refused(members.error);
    return answerXml(sitemapOfPartners(site, members.data.items));
  });
  routes.get('/partner-cards/:file{[A-Za-z0-9_-]{1,64}\\.png}', cardRoute(asking, photosOver(transport), site));
  return routes;
}
