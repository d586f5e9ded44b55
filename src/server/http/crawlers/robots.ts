import { PAGES } from '#domain/paths.ts';
import type { Site } from '#contracts/page-context.ts';

const OPEN = [
  'partnerlink/',
  PAGES.disclosure.pattern,
  PAGES.transparency.pattern,
  PAGES.seals.pattern,
  'legal/',
  `${PAGES.signIn.pattern}$`,
  `${PAGES.signInNamed.pattern}$`,
  `${PAGES.signUp.pattern}$`,
];
const CLOSED = ['/api/', '/dev/', `/*/${PAGES.dashboard.pattern}`, `/*/${PAGES.signIn.pattern}/`];

/** Only guest pages are open: members' pages and forms with tokens in the path are not for search. */
export function robots({ origin }: Pick<Site, 'origin'>): string {
  return [
    'User-agent: *',
    ...OPEN.map((path) => `Allow: /*/${path}`),
    ...CLOSED.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n');
}
