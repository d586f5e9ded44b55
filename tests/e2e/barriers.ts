import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type axeCore from 'axe-core';
import type { RunOnly } from 'axe-core';
import type { Page } from 'playwright';
import type { Theme } from '#domain/theme.ts';
import { PHONE } from '../support/browser/browser.ts';
import { isLong } from '../support/everyday.ts';

const TAGS: RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};
/** What another theme, or the other end of a gradient, can do wrong; everything else is as at first. */
const OF_COLOURS: RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

const THEMES: Theme[] = ['dark', 'light'];
const ENDS = ['first', 'last'] as const;
/** Every day each theme is seen on one end of its gradients: the one where its letters are harder to read. */
const END_OF = { dark: 'first', light: 'last' } as const;

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

type Look = { part: string; rules: RunOnly };

/** What `AXE` leaves in a page. */
declare const axe: typeof axeCore;

/** What axe finds on a page, or in one part of it: rule, and where. Every day the colours of one theme, if one is named. */
export async function barriersOn(page: Page, part = 'html', coloursOf?: Theme): Promise<string[]> {
  const found: string[] = [];
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  let rules = TAGS;
  // Half of what lies under the frame's edge would be too small to hit there.
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  for (const theme of isLong || !coloursOf ? THEMES : [coloursOf])
    for (const end of isLong ? ENDS : [END_OF[theme]]) {
      await page.evaluate(wear, { theme, end });
      const barriers = await page.evaluate(look, { part, rules });
      found.push(...barriers.map((barrier) => `${theme} ${barrier}`));
      if (!isLong) rules = OF_COLOURS;
    }
  await page.evaluate(() => (document.adoptedStyleSheets = []));
  return found;
}

/** The same, after the window has become that of a phone. */
export async function barriersOnPhone(page: Page, part?: string, coloursOf?: Theme): Promise<string[]> {
  await page.setViewportSize(PHONE.viewport);
  return (await barriersOn(page, part, coloursOf)).map((barrier) => `on a phone: ${barrier}`);
}

/** The theme whose colours are looked at every day on the screen that comes so manieth. */
export const themeInTurn = (index: number): Theme => THEMES[Math.floor(index / 2) % THEMES.length]!;

/** Every day a screen is seen in one of the two windows with the colours of one theme, the next ones otherwise. */
export async function barriersInTurn(page: Page, index: number): Promise<string[]> {
  const theme = themeInTurn(index);
  const isPhone = index % 2 === 1;
  const found = isLong || !isPhone ? await barriersOn(page, 'html', theme) : [];
  if (isLong || isPhone) found.push(...(await barriersOnPhone(page, 'html', theme)));
  return found;
}

async function look({ part, rules }: Look): Promise<string[]> {
  const { violations, incomplete } = await axe.run(part, {
    runOnly: rules,
    resultTypes: ['violations', 'incomplete'],
  });
  const unread = incomplete
    .filter(({ id }) => id === 'color-contrast')
    .map(({ id, nodes }) => ({ id, nodes: nodes.filter(({ target }) => !isCutByEdge(target.join(' '))) }));
  return [...violations, ...unread].flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} ${target.join(' ')}`));

  /** What crosses the edge of a box that is moved sideways can't be read there; it has the colours of its neighbours. */
  function isCutByEdge(selector: string): boolean {
    const element = document.querySelector(selector);
    const box = element?.closest('.scroll, .tabs, .console-menu, .command');
    if (!element || !box || box.scrollWidth <= box.clientWidth) return false;
    const [{ left, right }, edge] = [element.getBoundingClientRect(), box.getBoundingClientRect()];
    return left < edge.left || right > edge.right;
  }
}

/** A gradient's contrast can't be read, so its colours are: one end of each gradient, then the other. */
function wear({ theme, end }: { theme: string; end: 'first' | 'last' }): void {
  document.documentElement.setAttribute('data-theme', theme);
  const [ground, avatar] = { first: ['--glow', '--raised'], last: ['--bg', '--soft'] }[end];
  const sheet = new CSSStyleSheet();
  // A PIN stands over the four cells drawn behind its input, which can't be read either; nor can what is above a page.
  sheet.replaceSync(`
    body { background: var(${ground}) }
    .avatar { background: var(${avatar}) }
    .pin input { background: var(--well) }
    body:has(dialog:modal) { visibility: hidden }
    dialog:modal { visibility: visible }
    :has(> * dialog:modal) { overflow: visible }`);
  document.adoptedStyleSheets = [sheet];
}
