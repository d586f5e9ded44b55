import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { everyday, isLong } from '../support/everyday.ts';
import { signIn } from '../support/app/stage.ts';
import { openScreens } from './open-screens.ts';
import { REFUSED, screensIn } from './screens.ts';

const { site, visit, links } = await openScreens();

const cases = [
  { width: 360, language: 'de' },
  { width: 360, language: 'tamil' },
  { width: 1280, language: 'en' },
] as const;

/**
 * If hydration moves a button, a press on it gets lost. The reduced run checks a third of the screens in Tamil, whose
 * letters are tallest.
 */
test.each(everyday(cases.slice(1, 2), [...cases]))(
  'islands that wake move nothing, at $width px in $language',
  async ({ width, language }) => {
    const page = await visit({ expects: REFUSED });
    await page.setViewportSize({ width, height: 800 });
    const found: string[] = [];
    let woken = 0;
    const screens = screensIn(language, links).filter(({ act }) => !act);
    const own = cases.findIndex((one) => one.language === language);
    for (const { name, address, as } of screens.filter((_, index) => isLong || index % cases.length === own)) {
      // The previous page would still request data of its member.
      await page.goto('about:blank');
      if (as) await signIn(page, site, as);
      await page.goto(address);
      const before = await places(page);
      woken += await wakeAll(page);
      const after = await places(page);
      const moved = before.filter((place) => !after.includes(place));
      if (moved.length > 0) found.push(`${name}: ${moved[0]} among ${moved.length}`);
    }
    expect(found).toEqual([]);
    expect(woken).toBeGreaterThan(0);
  },
);

function places(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, a, summary, input, textarea')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .map((element) => {
        const { left, top } = element.getBoundingClientRect();
        const words = element.getAttribute('aria-label') ?? (element.innerText.trim() || element.getAttribute('name'));
        return `${element.tagName} “${words?.slice(0, 40)}” at ${Math.round(left)}, ${Math.round(top + scrollY)}`;
      }),
  );
}

/** Touches each island outside its controls. Resolves to their number. */
async function wakeAll(page: Page): Promise<number> {
  const asleep = await page.evaluate(() => {
    const islands = document.querySelectorAll('astro-island[client=touch][ssr]');
    for (const island of islands)
      island.firstElementChild?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    return islands.length;
  });
  await page.waitForFunction(() => !document.querySelector('astro-island[client=touch][ssr]'));
  return asleep;
}
