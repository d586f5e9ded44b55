import axeCore, { type RunOnly } from 'axe-core';
import type { Page } from 'playwright';
import { isLong } from '../support/everyday.ts';

const ALL: RunOnly = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] };
/** What a theme, or the other end of a gradient, can do wrong; everything else is as at first. */
const OF_COLOURS: RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

/** What `axeCore.source` leaves in a page. */
declare const axe: typeof axeCore;

/** What axe finds on a page, or in one part of it, in both themes: rule, and where. */
export async function barriersOn(page: Page, part = 'html'): Promise<string[]> {
  const found: string[] = [];
  await page.evaluate(axeCore.source);
  for (const theme of ['dark', 'light'])
    for (const end of ['first', 'last'] as const) {
      await page.evaluate(flatten, { theme, end });
      const isWhole = end === 'first' && (theme === 'dark' || isLong);
      const rules = isWhole ? ALL : OF_COLOURS;
      found.push(...(await page.evaluate(look, { part, rules })).map((barrier) => `${theme} ${barrier}`));
    }
  return found;
}

async function look({ part, rules }: { part: string; rules: RunOnly }): Promise<string[]> {
  const { violations, incomplete } = await axe.run(part, {
    runOnly: rules,
    resultTypes: ['violations', 'incomplete'],
  });
  const unread = incomplete.filter(({ id }) => id === 'color-contrast');
  return [...violations, ...unread].flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} ${target.join(' ')}`));
}

/** A gradient's contrast can't be read, so its colours are: one end of each gradient, then the other. */
function flatten({ theme, end }: { theme: string; end: 'first' | 'last' }): void {
  const [ground, avatar] = { first: ['--glow', '--raised'], last: ['--bg', '--soft'] }[end];
  const sheet = new CSSStyleSheet();
  // A PIN stands over the four cells drawn behind its input, which can't be read either.
  sheet.replaceSync(`
    body { background: var(${ground}) }
    .avatar { background: var(${avatar}) }
    .pin input { background: var(--well) }`);
  document.adoptedStyleSheets = [sheet];
  document.documentElement.setAttribute('data-theme', theme);
}
