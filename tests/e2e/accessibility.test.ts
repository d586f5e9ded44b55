import { sql } from 'drizzle-orm';
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { translator } from '#i18n/translator.ts';
import { PHONE } from '../support/browser.ts';
import { everyday } from '../support/everyday.ts';
import { signIn } from '../support/stage.ts';
import { barriersOn } from './barriers.ts';
import { send } from './forms.ts';
import { questionIn } from './question.ts';
import { openScreens } from './open-screens.ts';
import { openMenu, REFUSED, screensIn } from './screens.ts';

const { site, visit, links } = await openScreens();
const t = translator('en');

const screens = screensIn('en', links);

describe('nobody is shut out of', () => {
  test.each(screens)('$name', async ({ address, as, act }) => {
    const page = await visit({ expects: REFUSED });
    if (as) await signIn(page, site, as);
    await page.goto(address);
    await act?.(page);
    expect(await barriersOn(page)).toEqual([]);
  });

  test.each(screens.filter(({ name }) => everyday(name === 'feed', name.startsWith('feed'))))(
    '$name in the light',
    async ({ address, as, act }) => {
      const page = await visit();
      await page.context().addCookies([{ name: 'theme', value: 'light', url: site.origin }]);
      if (as) await signIn(page, site, as);
      await page.goto(address);
      await act?.(page);
      expect(await page.locator('html').getAttribute('data-theme')).toBe('light');
      expect(await barriersOn(page)).toEqual([]);
    },
  );

  test('the open menu of a phone', async () => {
    const page = await visit(PHONE);
    await signIn(page, site, 'anna');
    // axe knows no top layer: what lies behind the drawer must not lie over it in the order of the page.
    await page.goto('/en/dashboard/support');
    await openMenu(page, 'en');
    expect(await barriersOn(page)).toEqual([]);
  });

  test('sign-up where no script has come and the question stands', async () => {
    const page = await visit({ ...PHONE, expects: /ERR_FAILED|Failed to fetch/ });
    await page.route('**/*.js', (route) => route.abort());
    await page.goto('/en/auth/sign-up');
    await send(page, t('auth:sign_up.submit'));
    await page.getByRole('textbox', { name: questionIn(t) }).waitFor();
    expect(await barriersOn(page)).toEqual([]);
  });

  test('the page that says that something broke', async () => {
    await site.services.db.execute(sql`alter table members rename to members_elsewhere`);
    const page = await visit({ expects: /^50\d / });
    const answer = await page.goto('/en/partnerlink/anna');
    await site.services.db.execute(sql`alter table members_elsewhere rename to members`);
    expect(answer?.status()).toBe(500);
    expect(await barriersOn(page)).toEqual([]);
  });
});

describe('by keyboard alone', () => {
  /** What Tab reaches, in order; each has to show that it has the focus. */
  async function walk(page: Page): Promise<string[]> {
    const stops: string[] = [];
    for (;;) {
      await page.keyboard.press('Tab');
      const stop = await page.evaluate(() => {
        const element = document.activeElement as HTMLElement;
        const box = element.closest('.input, label') ?? element;
        const isMarked = [element, box].some((one) => {
          const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
          return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
        });
        const name = element.getAttribute('aria-label') ?? (element as HTMLInputElement).labels?.[0]?.innerText;
        return element === document.body ? undefined : { name: (name ?? element.innerText).trim(), isMarked };
      });
      if (!stop) return stops;
      stops.push(stop.isMarked ? stop.name : `${stop.name} (no visible focus)`);
      if (stops.length > 60) throw new Error(`Tab does not come to an end: ${stops.join(', ')}`);
    }
  }

  test('sign-in is walked from the skip link to the button', async () => {
    const page = await visit();
    await page.goto('/en/auth');
    // Whoever walks faster than the first touch wakes the form does not meet what only a script can do.
    await page.locator('#auth-form').dispatchEvent('pointerdown');
    await page.getByRole('button', { name: t('auth:password.show') }).waitFor();
    expect(await walk(page)).toEqual([
      t('common:frame.skip'),
      'Atrium',
      t('common:frame.dark_theme'),
      t('common:frame.language', { code: 'EN', name: 'English' }),
      t('common:frame.sign_in'),
      t('common:frame.sign_up'),
      t('auth:sign_in.login'),
      t('auth:sign_in.password'),
      t('auth:password.show'),
      expect.stringContaining(t('auth:bot.human')),
      t('auth:sign_in.submit'),
      t('auth:passkey.sign_in'),
      t('auth:sign_in.forgot'),
    ]);
  });

  test('the profile is walked through header, menu and page', async () => {
    const page = await visit();
    await signIn(page, site, 'anna');
    await page.goto('/en/dashboard/profile');
    const stops = await walk(page);
    const inOrder = [
      t('common:frame.skip'),
      t('common:menu.fold'),
      'Atrium',
      t('common:frame.language', { code: 'EN', name: 'English' }),
      t('common:menu.profile'),
      t('common:menu.settings'),
      t('common:menu.sign_out'),
      t('profile:open_site'),
      t('profile:registrations.whole_team'),
      t('profile:feed.open'),
    ];
    expect(stops.filter((stop) => inOrder.includes(stop))).toEqual(inOrder);
    expect(stops.filter((stop) => stop.includes('no visible focus'))).toEqual([]);
  });

  test('the skip link leads past header and menu', async () => {
    const page = await visit();
    await signIn(page, site, 'anna');
    await page.goto('/en/dashboard/profile');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
  });
});
