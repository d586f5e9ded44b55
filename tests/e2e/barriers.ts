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
/** Rules that depend on the theme or the gradient; others give the same result as before. */
const OF_COLOURS: RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

const THEMES: Theme[] = ['dark', 'light'];
const ENDS = ['first', 'last'] as const;
/** In the reduced run each theme is checked at the end of its gradients with less contrast. */
const END_OF = { dark: 'first', light: 'last' } as const;

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

type Look = { part: string; rules: RunOnly };

/** Global of the `AXE` script. */
declare const axe: typeof axeCore;

/**
 * Accessibility violations on a page or a part, each with rule and place. `coloursOf` limits the reduced run to one
 * theme.
 */
export async function barriersOn(page: Page, part = 'html', coloursOf?: Theme): Promise<string[]> {
  const found: string[] = [];
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  let rules = TAGS;
  // At other positions, a target could be half covered by the frame and count as too small.
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

/** Resizes the window to a phone first. */
export async function barriersOnPhone(page: Page, part?: string, coloursOf?: Theme): Promise<string[]> {
  await page.setViewportSize(PHONE.viewport);
  return (await barriersOn(page, part, coloursOf)).map((barrier) => `on a phone: ${barrier}`);
}

/** Theme that the reduced run checks on the screen with this index. */
export const themeInTurn = (index: number): Theme => THEMES[Math.floor(index / 2) % THEMES.length]!;

/** The reduced run alternates between desktop and phone, and between the themes. */
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

  /** The contrast of text that a scrolling box cuts off can't be read; its neighbours have the same colours. */
  function isCutByEdge(selector: string): boolean {
    const element = document.querySelector(selector);
    const box = element?.closest('.scroll, .tabs, .console-menu, .command');
    if (!element || !box || box.scrollWidth <= box.clientWidth) return false;
    const [{ left, right }, edge] = [element.getBoundingClientRect(), box.getBoundingClientRect()];
    return left < edge.left || right > edge.right;
  }
}

/** axe can't read the contrast on a gradient, so plain colours replace it: one end, then the other. */
function wear({ theme, end }: { theme: string; end: 'first' | 'last' }): void {
  document.documentElement.setAttribute('data-theme', theme);
  const [ground, avatar] = { first: ['--glow', '--raised'], last: ['--bg', '--soft'] }[end];
  const sheet = new CSSStyleSheet();
  // axe can't read a PIN either, whose four cells are behind the input, nor text above a page.
  sheet.replaceSync(`
    body { background: var(${ground}) }
    .avatar { background: var(${avatar}) }
    .pin input { background: var(--well) }
    body:has(dialog:modal) { visibility: hidden }
    dialog:modal { visibility: visible }
    :has(> * dialog:modal) { overflow: visible }`);
  document.adoptedStyleSheets = [sheet];
}
