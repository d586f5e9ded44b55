import { consoleContracts } from '#contracts/console/index.ts';
import { contracts } from '#contracts/index.ts';
import { CONSOLE_PAGES, CONSOLE_ROOT } from '#domain/console-paths.ts';
import { isLanguage } from '#domain/languages.ts';
import { fitsPattern, PAGES } from '#domain/paths.ts';

const OTHERS = ['/', '/healthz', '/readyz', '/robots.txt', '/sitemap.xml', '/manifest.webmanifest'];
const FOLDERS = new Set(['api', 'operator', 'photos', 'seal', 'partner-cards', 'dev', '_astro', 'icons', 'demo']);
/** Logged as they are: the build made these names. */
const BUILT_FILE = /^\/(_astro|icons|demo)\/[\w.-]{1,100}$/;

const patterns = [
  ...OTHERS,
  ...[...contracts, ...consoleContracts].map(({ path }) => path),
  ...Object.values(CONSOLE_PAGES).map(({ pattern }) => `${CONSOLE_ROOT}/${pattern}`.replace(/\/$/, '')),
  '/{language}',
  ...Object.values(PAGES).map(({ pattern }) => `/{language}/${pattern}`),
  // Pages without a language redirect to the page with one.
  ...Object.values(PAGES).map(({ pattern }) => `/${pattern}`),
].map((pattern) => ({ pattern, words: wordsOf(pattern) }));

const exact = new Set<string>(patterns.map(({ pattern }) => pattern));
const byLength = Map.groupBy(patterns, ({ words }) => words.length);

/** For logs and traces: a page or call pattern, a folder, or `/*`. Paths may contain names or any other input. */
export function routePattern(path: string): string {
  if (exact.has(path) || BUILT_FILE.test(path)) return path;
  const words = wordsOf(path);
  const match = byLength.get(words.length)?.find((pattern) => fitsPattern(words, pattern.words));
  if (match) return match.pattern;
  const [folder = ''] = words;
  return FOLDERS.has(folder) ? `/${folder}/*` : '/*';
}

function wordsOf(path: string): string[] {
  const [first, ...rest] = path.split('/').filter(Boolean);
  if (first === undefined) return [];
  return [isLanguage(first) || first === '{language}' ? 'language' : first, ...rest];
}
