import type { Page } from 'puppeteer-core';
import { describe, expect, test } from 'vitest';
import { path } from '#domain/paths.ts';
import { translator } from '#i18n/translator.ts';
import { DEMO_PASSWORD } from '#server/operator/seed/cast.ts';
import { findFirefox, openFirefox } from '../support/browser/firefox.ts';
import { DEMO_PIN, giveMoney, WALLET } from '../support/people/money.ts';
import { sessionCookies } from '../support/app/stage.ts';
import { openScreens } from './open-screens.ts';
import { screensIn } from './screens.ts';

const executablePath = findFirefox();
if (!executablePath) console.warn('Firefox is not installed, so no page is seen in it; set FIREFOX_PATH to one.');

describe.skipIf(!executablePath)('in Firefox', async () => {
  const { site, links } = await openScreens();
  const visit = await openFirefox(executablePath ?? '');
  const t = translator('en');

  async function signIn(page: Page, username: string): Promise<void> {
    const cookies = await sessionCookies(site, username);
    const { hostname: domain } = new URL(site.origin);
    await page.browserContext().setCookie(...cookies.map((one) => ({ ...one, domain, path: '/', httpOnly: true })));
  }

  async function open(page: Page, address: string): Promise<void> {
    await page.goto(site.origin + address);
  }

  const named = (name: string, role: string) => `::-p-aria([name="${name}"][role="${role}"])`;
  const press = (page: Page, name: string, role = 'button') => page.locator(named(name, role)).click();
  const fill = (page: Page, name: string, value: string) => page.locator(`main [name=${name}]`).fill(value);
  const arrive = (page: Page, address: RegExp) => expect.poll(() => page.url()).toMatch(address);
  const see = (page: Page, text: string) =>
    expect.poll(() => page.evaluate(() => document.body.innerText)).toContain(text);

  test.each(['en', 'ru', 'tamil'] as const)('every screen opens without a complaint in %s', async (language) => {
    const page = await visit();
    for (const { address, as } of addresses(screensIn(language, links))) {
      if (as) await signIn(page, as);
      await open(page, address);
      expect(await page.$eval('h1', (heading) => heading.textContent?.trim()), address).not.toBe('');
    }
  });

  test('a member signs in, withdraws, looks at the team, asks support and signs out', async () => {
    await giveMoney(site.services, 'ivan', 500_000_000n);
    const page = await visit();
    await open(page, '/en/auth');
    await fill(page, 'login', 'ivan');
    await fill(page, 'password', DEMO_PASSWORD);
    await press(page, t('auth:sign_in.submit'));
    await arrive(page, /\/en\/dashboard\/profile$/);

    await open(page, path('en', 'finance'));
    await fill(page, 'destination', WALLET);
    await fill(page, 'amount', '20');
    await press(page, t('finance:withdraw.go_on'));
    await see(page, t('finance:withdraw.check'));
    await fill(page, 'pin', DEMO_PIN);
    await press(page, t('finance:withdraw.send'));
    await see(page, t('finance:done.sent'));

    await open(page, path('en', 'team'));
    await page.locator('form.filters summary').click();
    await page.locator('select[name=status]').click();
    await page.locator('.ts-dropdown [data-value=gold_director]').click();
    await page.keyboard.press('Escape');
    await arrive(page, /status=gold_director/);
    await page.locator('form.filters fieldset > button').click();
    await press(page, t('common:date.previous'));
    for (const day of ['10', '12']) await page.locator(`.-day-:not(.-other-month-)[data-date="${day}"]`).click();
    await press(page, t('common:date.apply'));
    await arrive(page, /registered_from=[\d-]+-10&registered_to=[\d-]+-12/);

    await open(page, path('en', 'support'));
    await page.select('main [name=topic]', 'other');
    await fill(page, 'message', 'Does it work in Firefox?');
    await press(page, t('support:form.submit'));
    await see(page, t('support:done.title'));

    await press(page, t('common:frame.dark_theme'), 'switch');
    await expect.poll(() => page.$eval('html', (html) => html.dataset['theme'])).toBe('light');
    await page.locator('[popovertarget=languages]').click();
    await page.locator('#languages [lang=de]').click();
    await arrive(page, /\/de\/dashboard\/support/);
    await page.locator('.nav form .item').click();
    await arrive(page, /\/de\/auth/);
  });
});

/** Each address once per viewer. */
function addresses<T extends { address: string; as?: string }>(screens: T[]): T[] {
  return [...new Map(screens.map((screen) => [screen.address + screen.as, screen])).values()];
}
