import type { Locator, Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { MENU, MENU_BELOW, path } from '#domain/paths.ts';
import { translator } from '#i18n/translator.ts';
import { menuEntries } from '#components/ui/menu-entries.ts';
import { openVisitors, PHONE } from '../support/browser/browser.ts';
import { openStage, signIn } from '../support/app/stage.ts';
import { countLoads, notSee, see, switchLanguage } from './forms.ts';

const site = await openStage();
const visit = await openVisitors(site.origin);
const t = translator('en');

async function openAsAnna(address = '/en/dashboard/profile', options = {}): Promise<Page> {
  const page = await visit(options);
  await signIn(page, site, 'anna');
  await page.goto(address);
  return page;
}

const menuOf = (page: Page) => page.getByRole('navigation', { name: t('common:menu.label') });
const LANGUAGE = t('common:frame.language', { code: 'EN', name: 'English' });

describe('header and menu', () => {
  async function controlsOf(part: Locator): Promise<string[]> {
    const controls = await part
      .getByRole('link')
      .or(part.getByRole('button'))
      .or(part.getByRole('switch'))
      .or(part.getByRole('checkbox'))
      .all();
    return Promise.all(
      controls.map(async (control) => (await control.getAttribute('aria-label')) ?? control.innerText()),
    );
  }

  test('stand in the order of the specification', async () => {
    const page = await openAsAnna();
    const dark = t('common:frame.dark_theme');
    const header = await controlsOf(page.getByRole('banner'));
    const anna = expect.stringContaining('anna');
    expect(header).toEqual([t('common:menu.fold'), 'Atrium', dark, t('notices:button'), anna, LANGUAGE]);
    const entries = [...MENU, ...MENU_BELOW].map((entry) => t(menuEntries[entry].label));
    expect(await controlsOf(menuOf(page))).toEqual([
      t('common:find.title'),
      ...entries,
      t('common:menu.sign_out'),
      `${dark}, ${t('common:menu.label')}`,
    ]);
    expect(await menuOf(page).getByRole('separator').count()).toBe(1);
  });

  test('lead to the profile by logo and username', async () => {
    const page = await openAsAnna('/en/dashboard/team');
    for (const name of ['Atrium', /anna$/]) {
      const link = page.getByRole('banner').getByRole('link', { name });
      expect(await link.getAttribute('href')).toBe('/en/dashboard/profile');
    }
  });

  test.each([...MENU, ...MENU_BELOW])('mark where one is, name the page and lead out: %s', async (entry) => {
    const page = await openAsAnna(path('en', entry), { walks: 'anna' });
    const name = t(menuEntries[entry].label);
    expect(await page.title()).toBe(`${name} / Atrium`);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(name);
    expect(await menuOf(page).locator('[aria-current=page]').allInnerTexts()).toEqual([name]);
    const out = menuOf(page).getByRole('button', { name: t('common:menu.sign_out') });
    expect(await out.count()).toBe(1);
  });

  test('show the webinars as a part of the feed', async () => {
    const page = await openAsAnna('/en/dashboard/feed/webinars', { walks: 'anna' });
    expect(await menuOf(page).locator('[aria-current=page]').allInnerTexts()).toEqual([t('common:menu.feed')]);
  });

  test('fold to icons on a wide screen and keep their names', async () => {
    const page = await openAsAnna();
    const team = menuOf(page).getByRole('link', { name: t('common:menu.team') });
    const before = await team.boundingBox();
    await page.getByRole('checkbox', { name: t('common:menu.fold') }).check({ force: true });
    await expect.poll(async () => (await team.boundingBox())!.width).toBeLessThan(before!.width / 2);
  });
});

describe('the theme', () => {
  const switches = (page: Page) => page.getByRole('switch', { name: t('common:frame.dark_theme') });
  const stateOf = (page: Page) =>
    switches(page).evaluateAll((all) => all.map((one) => one.getAttribute('aria-checked')));
  const themeOf = (page: Page) => page.locator('html').getAttribute('data-theme');

  test.each([true, false])(
    'is switched by either switch and remembered (JavaScript: %s)',
    async (javaScriptEnabled) => {
      const page = await openAsAnna('/en/dashboard/team?line=1', { javaScriptEnabled });
      expect([await themeOf(page), await stateOf(page)]).toEqual(['dark', ['true', 'true']]);
      await switches(page).first().click();
      await expect.poll(() => themeOf(page)).toBe('light');
      await expect.poll(() => stateOf(page)).toEqual(['false', 'false']);
      expect(page.url()).toBe(`${site.origin}/en/dashboard/team?line=1`);
      await page.goto('/en/dashboard/profile');
      expect([await themeOf(page), await stateOf(page)]).toEqual(['light', ['false', 'false']]);
      await switches(page).last().click();
      await expect.poll(() => themeOf(page)).toBe('dark');
    },
  );

  test('changes in place for a guest, and what is typed stays', async () => {
    const page = await visit();
    await page.goto('/en/auth');
    const login = page.getByLabel(t('auth:sign_in.login'), { exact: true });
    await login.fill('anna');
    const loads = countLoads(page);
    await switches(page).click();
    await expect.poll(() => themeOf(page)).toBe('light');
    expect([await stateOf(page), await login.inputValue(), loads()]).toEqual([['false'], 'anna', 0]);
  });

  test('changes in the other open tabs too, at once or when they are touched', async () => {
    const page = await openAsAnna();
    const [awake, asleep] = [await page.context().newPage(), await page.context().newPage()];
    for (const tab of [awake, asleep]) await tab.goto('/en/dashboard/profile');
    await awake.keyboard.press('Shift');
    await awake.locator('.app > astro-island:not([ssr])').waitFor({ state: 'attached' });
    await switches(page).first().click();
    await expect.poll(() => themeOf(awake)).toBe('light');
    expect(await stateOf(awake)).toEqual(['false', 'false']);
    await asleep.keyboard.press('Shift');
    await expect.poll(() => stateOf(asleep)).toEqual(['false', 'false']);
    expect(await themeOf(asleep)).toBe('light');
  });

  test('is remembered on the partner page, which runs no script', async () => {
    const page = await visit();
    await page.goto('/en/partnerlink/anna');
    await switches(page).click();
    await expect.poll(() => themeOf(page)).toBe('light');
    expect(new URL(page.url()).pathname).toBe('/en/partnerlink/anna');
  });
});

describe('the language', () => {
  test.each([true, false])(
    'changes and the address stays, also next time (JavaScript: %s)',
    async (javaScriptEnabled) => {
      const page = await openAsAnna('/en/dashboard/team?line=1&sort=name', { javaScriptEnabled });
      await page.getByRole('button', { name: LANGUAGE }).click();
      await page.getByRole('button', { name: 'Deutsch' }).click();
      await page.waitForURL('**/de/dashboard/team?line=1&sort=name');
      expect(await page.locator('html').getAttribute('lang')).toBe('de');
      await page.goto('/dashboard/finance');
      expect(new URL(page.url()).pathname).toBe('/de/dashboard/finance');
    },
  );

  test('changes at the place that one reads, once', async () => {
    const page = await openAsAnna('/en/dashboard/finance', PHONE);
    const scrolled = () => page.evaluate(() => scrollY);
    await page.evaluate(() => {
      scrollTo(0, 120);
      document.querySelector<HTMLElement>('#languages [lang=de]')?.click();
    });
    await page.waitForURL('**/de/dashboard/finance');
    await expect.poll(scrolled).toBe(120);
    await page.goto('/de/dashboard/team');
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await scrolled()).toBe(0);
  });

  test('can be chosen by keyboard, and the current one is marked', async () => {
    const page = await openAsAnna();
    await page.getByRole('button', { name: LANGUAGE }).focus();
    await page.keyboard.press('Enter');
    const menu = page.getByRole('group', { name: t('common:frame.language_menu') });
    expect(await menu.locator('[aria-current=true]').allInnerTexts()).toEqual(['English']);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/ru/dashboard/profile');
  });
});

test('what is said once is not carried into another language', async () => {
  const page = await visit({ javaScriptEnabled: false });
  await page.goto('/en/auth/sign-in?done=activated');
  await see(page, t('auth:done.activated'));
  await switchLanguage(page, 'Русский');
  await page.waitForURL('**/ru/auth/sign-in');
  await notSee(page, translator('ru')('auth:done.activated'));
});
