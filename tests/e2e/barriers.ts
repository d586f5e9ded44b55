import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe finds, in both themes: rule, and where. */
export async function barriersOn(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const theme of ['dark', 'light'])
    for (const end of ['first', 'last'] as const) {
      await page.evaluate(flatten, { theme, end });
      const { violations, incomplete } = await new AxeBuilder({ page }).withTags(RULES).setLegacyMode().analyze();
      const unread = incomplete.filter(({ id }) => id === 'color-contrast');
      for (const { id, nodes } of [...violations, ...unread])
        found.push(...nodes.map(({ target }) => `${theme} ${id} ${target.join(' ')}`));
    }
  return found;
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
