import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { consolePath } from '#domain/console-paths.ts';
import { path } from '#domain/paths.ts';
import { translator } from '#i18n/translator.ts';
import { PHONE } from '../support/browser/browser.ts';
import { signIn } from '../support/app/stage.ts';
import { seedStaff } from '#server/operator/seed/staff.ts';
import { walk } from './keyboard.ts';
import { openScreens } from './open-screens.ts';
import { openMenu, REFUSED, screensIn } from './screens.ts';
import { signInStaff, untilAlive } from './staff.ts';

const { site, visit, links } = await openScreens();
await site.services.transaction((tx) => seedStaff(tx, site.services));
const t = translator('en');

const screens = screensIn('en', links);

describe.each(['dark', 'light'] as const)('with forced colours on a %s ground', (colorScheme) => {
  const reader = { forcedColors: 'active', colorScheme, expects: REFUSED } as const;

  test.each(screens)('$name shows its drawings, its buttons and where one is', async ({ address, as, act }) => {
    const page = await visit(reader);
    if (as) await signIn(page, site, as);
    await page.goto(address);
    await act?.(page);
    expect(await page.evaluate(unseen)).toEqual([]);
  });

  test.each(['overview', 'members', 'reports'] as const)('%s of the console does so, too', async (name) => {
    const page = await visit(reader);
    await signInStaff(page, site, 'oscar');
    await page.goto(consolePath(name));
    await untilAlive(page);
    expect(await page.evaluate(unseen)).toEqual([]);
  });

  test.each([
    ['anna', 'finance'],
    ['root', 'settingsSecurity'],
  ] as const)('what has the focus shows it to %s at %s', async (username, name) => {
    const page = await visit(reader);
    await signIn(page, site, username);
    await page.goto(path('en', name));
    expect((await walk(page)).filter((stop) => stop.includes('no visible focus'))).toEqual([]);
  });
});

/** Elements that can't be seen in forced colours. Runs in the browser. */
function unseen(): string[] {
  const isSeen = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && element.clientWidth !== 1;
  const seen = (selector: string) => [...document.querySelectorAll(selector)].filter((element) => isSeen(element));
  const nameOf = (element: Element) => `${element.tagName.toLowerCase()}.${element.getAttribute('class')}`;
  const ground = getComputedStyle(document.body).backgroundColor;
  const hasEdge = ({ borderBlockEndWidth, outlineStyle }: CSSStyleDeclaration) =>
    borderBlockEndWidth !== '0px' || outlineStyle !== 'none';
  return [
    ...seen('svg.icon')
      .filter((icon) => getComputedStyle(icon).color === ground)
      .map((icon) => `${nameOf(icon)} has the colour of the ground`),
    ...seen('svg.icon:not(.switch *)')
      .filter((icon) => getComputedStyle(icon).backgroundImage !== 'none')
      .map((icon) => `${nameOf(icon)} lies on a ground of its own`),
    // An input may have its edge on its box; a PIN has the edges of its cells.
    ...seen('input:not([type=hidden], [type=file], [type=range], [type=checkbox], .pin *), select, textarea')
      .filter((input) => ![input, input.parentElement!].some((box) => hasEdge(getComputedStyle(box))))
      .map((input) => `${(input as HTMLInputElement).name} has no edge`),
    ...seen(':is(a, button)[aria-current]')
      .filter(
        (one) => ![one, ...one.querySelectorAll('*')].some((part) => getComputedStyle(part).outlineStyle !== 'none'),
      )
      .map((one) => `${one.textContent?.trim()} does not show that it is the current one`),
  ];
}

describe('who wants no motion', () => {
  /** Records animations and transitions with a duration above zero. */
  async function watchMotion(page: Page): Promise<() => Promise<string[]>> {
    await page.addInitScript(() => {
      const moved: string[] = [];
      Object.assign(window, { moved });
      for (const kind of ['transitionrun', 'animationstart'])
        addEventListener(kind, ({ target }) => {
          for (const animation of (target as Element).getAnimations())
            if (Number(animation.effect?.getComputedTiming().duration) > 0)
              moved.push((target as Element).outerHTML.slice(0, 80));
        });
    });
    return () => page.evaluate(() => (window as unknown as { moved: string[] }).moved);
  }

  test.each([{}, PHONE])('sees none, whatever opens, in a window like %j', async (options) => {
    const page = await visit({ ...options, reducedMotion: 'reduce' });
    const motion = await watchMotion(page);
    await signIn(page, site, 'anna');
    await page.goto(path('en', 'licenses'));
    await page
      .getByRole('link', { name: t('places:choose') })
      .first()
      .click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('[popovertarget=languages]').click();
    await page.keyboard.press('Escape');
    if ('hasTouch' in options) await openMenu(page, 'en');
    await page
      .getByRole('switch', { name: t('common:frame.dark_theme') })
      .last()
      .click();
    expect(await motion()).toEqual([]);
  });

  test('would see some otherwise', async () => {
    const page = await visit({ ...PHONE, reducedMotion: 'no-preference' });
    const motion = await watchMotion(page);
    await signIn(page, site, 'anna');
    await page.goto(path('en', 'licenses'));
    await openMenu(page, 'en');
    await expect.poll(async () => (await motion()).length).toBeGreaterThan(0);
  });
});
