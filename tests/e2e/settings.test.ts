import { eq } from 'drizzle-orm';
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { path } from '#domain/paths.ts';
import { translator } from '#i18n/translator.ts';
import { members, notices } from '#server/db/schema/index.ts';
import { CAST, DEMO_PASSWORD } from '#server/operator/seed/cast.ts';
import { isLong } from '../support/everyday.ts';
import { openVisitors, PHONE } from '../support/browser/browser.ts';
import { giveLink, linkInMailbox, newEmailOf } from '../support/people/links.ts';
import { giveMoney } from '../support/people/money.ts';
import { SEEN_LANGUAGES } from '../support/browser/seen-languages.ts';
import { memberOf, openStage, signIn } from '../support/app/stage.ts';
import { countLoads, errorsAt, field, fill, press, see, send, switchLanguage, valuesOf } from './forms.ts';
import { holdUp } from './hold-up.ts';

const rita = { ...CAST[2]!, username: 'rita', name: 'Rita Alves', language: 'en', inviter: 'ivan' } as const;
const names = ['rita', 'nora', 'olga', 'petra', 'sven', 'tess', 'vera', 'ulla', 'wanda', 'yara', 'zelda'];
/** Has a team and earnings to filter by days. */
const wim = ['wim', 'wims-first-line'].map((username, line) => ({
  ...rita,
  username,
  ...(line && { inviter: 'wim' }),
}));
const people = [...names.map((username) => ({ ...rita, username })), ...wim];
const site = await openStage({ people: [...CAST, ...people] });
const visit = await openVisitors(site.origin);
const t = translator('en');

const NAME = t('settings:general.name');
const EMAIL = t('settings:general.email');
const TELEGRAM = t('profile:contacts.telegram');
const OTHER = t('profile:contacts.other');
const SAVE = t('settings:general.submit');
const PASSWORD = t('settings:general.password');
const CALL = '**/api/users/profile/';

async function openAs(username: string, address: string, options = {}): Promise<Page> {
  const page = await visit(options);
  await signIn(page, site, username);
  await page.goto(address);
  return page;
}

/** Waits until the form is hydrated, which its focus starts. */
async function awake(page: Page): Promise<void> {
  await field(page, NAME).focus();
  await page.waitForFunction(() => !document.querySelector('main astro-island[ssr]'));
}

describe('the general settings', () => {
  test.each([true, false])('are saved and said once, scripts: %s', async (javaScriptEnabled) => {
    const page = await openAs('nora', '/en/dashboard/profile', { javaScriptEnabled });
    await page.goto('/en/dashboard/settings');
    await fill(page, { [NAME]: 'Nora <i>Lindqvist</i>', [TELEGRAM]: '@nora', [OTHER]: 'Malmö,\nafter six' });
    await field(page, t('settings:general.visibility')).selectOption('first_line');
    await field(page, t('settings:general.shows_name')).check();
    await field(page, t('settings:general.week_start')).selectOption('saturday');
    const loads = countLoads(page);
    await (javaScriptEnabled ? press : send)(page, SAVE);
    await see(page, t('settings:done.saved'));
    expect(loads()).toBe(javaScriptEnabled ? 0 : 1);
    expect(await valuesOf(page, NAME, TELEGRAM, OTHER)).toEqual(['Nora <i>Lindqvist</i>', '@nora', 'Malmö, after six']);
    expect(await field(page, t('settings:general.shows_name')).isChecked()).toBe(true);
    expect(await field(page, t('settings:general.visibility')).inputValue()).toBe('first_line');
    expect(await field(page, t('settings:general.week_start')).inputValue()).toBe('saturday');
    // Without unsaved changes, the browser does not ask.
    await page.goto('/en/dashboard/profile');
    await page.getByRole('heading', { name: 'Nora <i>Lindqvist</i>' }).waitFor();
  });

  test('give every calendar its first day, and without them the language does', async () => {
    await giveMoney(site.services, 'wim', 20_000_000n);
    const page = await openAs('wim', '/en/dashboard/settings');
    const firstDays = async () => {
      const days: (string | null)[] = [];
      for (const address of ['/en/dashboard/finance', '/en/dashboard/team', '/hindi/dashboard/finance']) {
        await page.goto(address);
        await page
          .locator('.filters details')
          .evaluateAll((all) => all.forEach((fold) => fold.setAttribute('open', '')));
        await page.locator('button[popovertarget$="-days"]:not([popovertargetaction])').click();
        days.push(await page.getByRole('grid').getByRole('columnheader').first().getAttribute('aria-label'));
      }
      return days;
    };
    expect(await firstDays()).toEqual(['Monday', 'Monday', 'रविवार']);
    await page.goto('/en/dashboard/settings');
    await awake(page);
    await field(page, t('settings:general.week_start')).selectOption('saturday');
    await press(page, SAVE);
    await see(page, t('settings:done.saved'));
    expect(await firstDays()).toEqual(['Saturday', 'Saturday', 'शनिवार']);
  });

  test('are told what is wrong where it is, before and after they are sent', async () => {
    const page = await openAs('tess', '/en/dashboard/settings', { expects: /^422 / });
    const loads = countLoads(page);
    await awake(page);
    await fill(page, { [EMAIL]: 'tess at demo' });
    await field(page, NAME).focus();
    await expect.poll(() => errorsAt(page, EMAIL)).toEqual([t('faults:email_invalid')]);
    await fill(page, { [EMAIL]: 'tess.new@demo.example', [NAME]: 'Tess', [PASSWORD]: 'Wrong-1-guess' });
    await press(page, SAVE);
    await expect.poll(() => errorsAt(page, PASSWORD)).toEqual([t('faults:password_wrong')]);
    expect(await field(page, PASSWORD).evaluate((one) => one === document.activeElement)).toBe(true);
    expect(await valuesOf(page, NAME, EMAIL)).toEqual(['Tess', 'tess.new@demo.example']);
    expect((await memberOf(site, 'tess')).name).toBe('Rita Alves');
    expect(loads()).toBe(0);
  });

  test('outlive a cut line, which is said once, and are saved once by trying again', async () => {
    const page = await openAs('ulla', '/en/dashboard/settings', { expects: /did not come through/ });
    const saves: string[] = [];
    // The server saves, but the response is lost.
    await page.route(CALL, async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      saves.push((await route.fetch()).statusText());
      return route.abort();
    });
    await fill(page, { [NAME]: 'Ulla', [EMAIL]: 'ulla.new@demo.example', [PASSWORD]: DEMO_PASSWORD });
    await press(page, SAVE);
    await see(page, t('common:line_broken'));
    expect(await page.getByText(t('common:line_broken'), { exact: true }).count()).toBe(1);
    expect(await valuesOf(page, NAME, EMAIL, PASSWORD)).toEqual(['Ulla', 'ulla.new@demo.example', DEMO_PASSWORD]);
    await page.unroute(CALL);
    await press(page, SAVE);
    await see(page, t('settings:general.waiting', { address: 'ulla.new@demo.example', current: 'ulla@demo.example' }));
    expect(await page.getByText(t('common:line_broken'), { exact: true }).count()).toBe(0);
    const { id, name } = await memberOf(site, 'ulla');
    expect(name).toBe('Ulla');
    const told = await site.services.db.select().from(notices).where(eq(notices.memberId, id));
    expect(told.filter(({ kind }) => kind === 'email-changing')).toHaveLength(1);
    expect(saves).toHaveLength(1);
  });

  test('wait for a line that broke before the form was awake, and are saved in place', async () => {
    const page = await openAs('yara', '/en/dashboard/profile', {
      isNew: true,
      expects: /Error hydrating|ERR_INTERNET_DISCONNECTED/,
    });
    // With `saveData` the form's script loads at the first touch.
    await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
    await page.goto('/en/dashboard/settings');
    const loads = countLoads(page);
    await page.context().setOffline(true);
    const failed = page.waitForEvent('console', (message) => message.text().includes('general-screen'));
    await fill(page, { [NAME]: 'Yara' });
    await press(page, SAVE);
    await failed;
    expect(await valuesOf(page, NAME)).toEqual(['Yara']);
    await page.context().setOffline(false);
    await see(page, t('settings:done.saved'));
    expect(loads()).toBe(0);
    expect((await memberOf(site, 'yara')).name).toBe('Yara');
  });

  test.runIf(isLong)('are said to be saved by a frame that comes alive only afterwards', async () => {
    const page = await openAs('zelda', '/en/dashboard/profile');
    const letFrameCome = await holdUp(page, '**/frame.*.js');
    await page.goto('/en/dashboard/settings');
    await fill(page, { [NAME]: 'Zelda' });
    await press(page, SAVE);
    await expect.poll(async () => (await memberOf(site, 'zelda')).name).toBe('Zelda');
    await page.waitForFunction(() => !document.querySelector('main astro-island[ssr]'));
    letFrameCome();
    await see(page, t('settings:done.saved'));
  });

  test('go along unsaved when the language is changed, without a question', async () => {
    const page = await openAs('vera', '/en/dashboard/settings');
    const german = translator('de');
    const questions: string[] = [];
    page.on('dialog', (dialog) => {
      questions.push(dialog.type());
      void dialog.accept();
    });
    await fill(page, { [NAME]: 'Vera tippt', [TELEGRAM]: '@vera' });
    await switchLanguage(page, 'Deutsch');
    await page.waitForURL('**/de/dashboard/settings');
    expect(await valuesOf(page, german('settings:general.name'), TELEGRAM)).toEqual(['Vera tippt', '@vera']);
    expect(questions).toEqual([]);
    expect((await memberOf(site, 'vera')).name).toBe('Rita Alves');
  });

  test('that are unsaved are asked about before a tab is left for another', async () => {
    const page = await openAs('wanda', '/en/dashboard/settings');
    await awake(page);
    const asked = page.waitForEvent('dialog');
    await fill(page, { [NAME]: 'Wanda' });
    const pressed = page.getByRole('link', { name: t('settings:security.tab') }).click();
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await pressed;
    expect(await valuesOf(page, NAME)).toEqual(['Wanda']);
    expect(new URL(page.url()).pathname).toBe('/en/dashboard/settings');
  });

  test.each([true, false])('ask for the password with another e-mail, scripts: %s', async (javaScriptEnabled) => {
    const page = await openAs('wanda', '/en/dashboard/settings', { javaScriptEnabled });
    expect(await field(page, PASSWORD).isVisible()).toBe(!javaScriptEnabled);
    await fill(page, { [EMAIL]: 'wanda.new@demo.example' });
    await field(page, PASSWORD).waitFor();
    await fill(page, { [EMAIL]: ' Wanda@demo.example' });
    await field(page, PASSWORD).waitFor({ state: javaScriptEnabled ? 'hidden' : 'visible' });
  });

  test('are rendered again with what was typed when something is wrong', async () => {
    const page = await openAs('olga', '/en/dashboard/settings', { javaScriptEnabled: false });
    await field(page, TELEGRAM).evaluate((input) => input.removeAttribute('maxlength'));
    await fill(page, { [NAME]: 'Olga', [EMAIL]: 'olga at demo', [TELEGRAM]: 'x'.repeat(201) });
    await field(page, t('settings:general.in_sitemap')).check();
    const answered = page.waitForResponse((response) => response.request().method() === 'POST');
    await send(page, SAVE);
    expect((await answered).status()).toBe(422);
    expect(await errorsAt(page, EMAIL)).toEqual([t('faults:email_invalid')]);
    expect(await errorsAt(page, TELEGRAM)).toEqual([t('faults:too_long', { max: 200 })]);
    expect(await valuesOf(page, NAME, EMAIL)).toEqual(['Olga', 'olga at demo']);
    expect(await field(page, t('settings:general.in_sitemap')).isChecked()).toBe(true);
    expect((await memberOf(site, 'olga')).name).toBe('Rita Alves');
  });

  test('are two tabs', async () => {
    const page = await openAs('rita', '/en/dashboard/settings');
    await page.getByRole('link', { name: t('settings:security.tab') }).click();
    await page.waitForURL('**/settings/security');
    await page.getByRole('link', { name: t('settings:general.tab') }).click();
    await page.waitForURL('**/settings');
  });

  test('are not for guests', async () => {
    const page = await visit();
    for (const rest of ['', '/security']) {
      await page.goto(`/en/dashboard/settings${rest}`);
      expect(new URL(page.url()).pathname).toBe('/en/auth');
    }
  });
});

describe('a new e-mail', () => {
  test('is written to, waits, and counts once its button is pressed, by whoever reads the e-mail', async () => {
    const page = await openAs('petra', '/en/dashboard/settings', { expects: /^422 / });
    const [current, address] = ['petra@demo.example', 'petra.new@demo.example'];
    await fill(page, { [EMAIL]: address });
    await press(page, SAVE);
    await expect.poll(() => errorsAt(page, PASSWORD)).toEqual([t('faults:required')]);
    expect(await valuesOf(page, EMAIL)).toEqual([address]);
    await fill(page, { [PASSWORD]: DEMO_PASSWORD });
    await press(page, SAVE);
    await see(page, t('settings:general.waiting', { address, current }));
    expect(await valuesOf(page, EMAIL)).toEqual([address]);

    const phone = await visit({ ...PHONE, javaScriptEnabled: false });
    await phone.goto(await linkInMailbox(phone, address));
    expect((await memberOf(site, 'petra')).email).toBe(current);
    await send(phone, t('settings:email.submit'));
    await see(phone, t('settings:done.email_confirmed'));
    expect((await memberOf(site, 'petra')).email).toBe(address);
    await page.goto('/en/dashboard/settings');
    expect(await page.getByText(current).count()).toBe(0);
  });

  test.runIf(isLong)('is confirmed by somebody who is signed in, too', async () => {
    const page = await openAs('sven', `/en/auth/email?token=${await giveLink(site, 'sven', 'email')}`);
    await press(page, t('settings:email.submit'));
    await see(page, t('settings:done.email_confirmed'));
    await page.getByRole('link', { name: t('settings:email.to_settings') }).click();
    expect(await valuesOf(page, EMAIL)).toEqual([newEmailOf('sven')]);
  });

  test.each([
    ['used', () => giveLink(site, 'rita', 'email', 'used')],
    ['expired', () => giveLink(site, 'rita', 'email', 'expired')],
    ['made to reset', () => giveLink(site, 'rita', 'reset')],
    ['made up', () => Promise.resolve('nobody-ever-got-this')],
  ])('is not confirmed by a link that is %s', async (_, token) => {
    const page = await visit({ javaScriptEnabled: false, walks: 'from link to link' });
    await page.goto(`/en/auth/email?token=${await token()}`);
    await send(page, t('settings:email.submit'));
    await see(page, t('refusals:email_link_invalid'));
    expect(await page.getByRole('button', { name: t('settings:email.submit') }).count()).toBe(0);
  });
});

describe('contacts', () => {
  const contacts = { telegram: '@shared', phone: '', other: '<b>after six</b>' };
  const share = (username: string, contactsVisibility: 'nobody' | 'first_line') =>
    site.services.db.update(members).set({ contacts, contactsVisibility }).where(eq(members.username, username));

  test('stand on the card of who shares them, for who invited them', async () => {
    await share('rita', 'first_line');
    const page = await openAs('ivan', '/en/dashboard/team/rita');
    await see(page, '@shared');
    await see(page, '<b>after six</b>');
    await page.context().clearCookies();
    await signIn(page, site, 'anna');
    await page.goto('/en/dashboard/team/rita');
    await see(page, t('team:member.contacts_hidden'));
    expect(await page.getByText('@shared').count()).toBe(0);
  });

  test('of who invited me stand on my profile, if they say so', async () => {
    await share('ivan', 'first_line');
    const page = await openAs('rita', '/en/dashboard/profile');
    await see(page, '@shared');
    await share('ivan', 'nobody');
    await page.reload();
    expect(await page.getByText('@shared').count()).toBe(0);
  });
});

test.runIf(isLong).each(SEEN_LANGUAGES)('both pages are rendered in $name', async ({ segment }) => {
  const page = await openAs('anna', path(segment, 'settings'), { ...PHONE, viewport: { width: 320, height: 640 } });
  const words = translator(segment);
  await page.getByRole('button', { name: words('settings:general.submit'), exact: true }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.goto(`${path(segment, 'settingsSecurity')}#sessions`);
  await see(page, words('settings:sessions.this'));
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});
