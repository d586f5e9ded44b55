import { Hono } from 'hono';
import { listSitemapPart, listSitemapParts } from '#contracts/partner.ts';
import type { Site } from '#contracts/page-context.ts';
import type { Clock } from '#server/base/clock.ts';
import type { Config } from '#server/base/config.ts';
import { path } from '#domain/paths.ts';
import { readCookies } from '#server/http/front/cookies.ts';
import { weakEtag } from '#server/http/front/etag.ts';
import { notFound } from '#server/http/front/not-found.ts';
import type { Transport } from '#server/http/calls/transport.ts';
import type { HttpEnv } from '#server/api/request-info.ts';
import { apiCallsOver, photosOver, refused } from './ask.ts';
import { cardRoute } from './card-route.ts';
import { manifest } from './manifest.ts';
import { robots } from './robots.ts';
import { securityTxt } from './security-txt.ts';
import { sitemapIndex, sitemapOfPages, sitemapOfPartners } from './sitemap.ts';
import { answerXml } from './xml.ts';

const DAY_SECONDS = 24 * 60 * 60;

function answerText(text: string, type = 'text/plain; charset=UTF-8'): Response {
  const headers = { 'content-type': type, 'cache-control': `public, max-age=${DAY_SECONDS}`, etag: weakEtag(text) };
  return new Response(text, { headers });
}

export function crawlerRoutes(transport: Transport, site: Site, config: Config, clock: Clock): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>();
  const apiCallFor = apiCallsOver(transport);

  routes.get('/robots.txt', () => answerText(robots(site)));
  routes.get('/.well-known/security.txt', () => {
    const text = securityTxt(config, clock);
    return text ? answerText(text) : notFound();
  });
  // https://w3c.github.io/webappsec-change-password-url/
  routes.get('/.well-known/change-password', (context) => {
    const chosen = readCookies(context.req.header('cookie'), config)('lang');
    const language = site.languages.offered.find((offered) => offered === chosen) ?? context.env.language;
    const page = path(language, 'settingsSecurity');
    return context.redirect(`${page}#change-password`, 302);
  });
  routes.all('/.well-known/*', notFound);
  routes.get('/manifest.webmanifest', () => answerText(JSON.stringify(manifest(site)), 'application/manifest+json'));
  routes.get('/sitemap.xml', async (context) => {
    const parts = await apiCallFor(context)(listSitemapParts, {});
    if (!parts.success) return refused(parts.error);
    const pieces = [...sitemapIndex(site, parts.data.items)];
    return answerXml(pieces, weakEtag(...pieces));
  });
  routes.get('/sitemap-pages.xml', () => {
    const pieces = [...sitemapOfPages(site)];
    return answerXml(pieces, weakEtag(...pieces));
  });
  routes.get('/:file{sitemap-[0-9]{1,6}\\.xml}', async (context) => {
    const [, part = ''] = /(\d+)/.exec(context.req.param('file')) ?? [];
    const members = await apiCallFor(context)(listSitemapPart, { part });
    if (!members.success) return refused(members.error);
    const { items } = members.data;
    // The codes and one rendered entry determine all 40 MB of XML.
    const firstEntries = sitemapOfPartners(site, items.slice(0, 1));
    return answerXml(sitemapOfPartners(site, items), weakEtag(...firstEntries, ...items.map(({ ref }) => ref)));
  });
  routes.get('/partner-cards/:file{[A-Za-z0-9_-]{1,64}\\.png}', cardRoute(apiCallFor, photosOver(transport), config));
  return routes;
}
