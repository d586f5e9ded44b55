import { eq } from 'drizzle-orm';
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '#domain/languages.ts';
import { path } from '#domain/paths.ts';
import { translator } from '#i18n/translator.ts';
import { members } from '#server/db/schema/index.ts';
import { CAST, DEMO_PASSWORD } from '#server/db/seed/cast.ts';
import { openVisitors, PHONE } from '../support/browser.ts';
import { giveLink, linkInMailbox, newEmailOf } from '../support/links.ts';
import { memberOf, openStage, signIn } from '../support/stage.ts';
import { errorsAt, field, fill, see, send, valuesOf } from './forms.ts';

const rita = { ...CAST[2]!, username: 'rita', name: 'Rita Alves', language: 'en', inviter: 'ivan' } as const;
const people = ['rita', 'nora', 'olga', 'petra', 'sven'].map((username) => ({ ...rita, username }));
const site = await openStage({ people: [...CAST, ...people] });
const visit = await openVisitors(site.origin);
const t = translator('en');

const NAME = t('settings:general.name');
const EMAIL = t('settings:general.email');
const TELEGRAM = t('profile:contacts.telegram');
const OTHER = t('profile:contacts.other');
const SAVE = t('settings:general.submit');

async function openAs(username: string, address: string, options = {}): Promise<Page> {
  const page = await visit(options);
  await signIn(page, site, username);
  await page.goto(address);
  return page;
}

describe('the general settings', () => {
  test.each([true, false])('are saved and said once, scripts: %s', async (javaScriptEnabled) => {
    const page = await openAs('nora', '/en/dashboard/profile', { javaScriptEnabled });
    await page.goto('/en/dashboard/settings');
    await fill(page, { [NAME]: 'Nora <i>Lindqvist</i>', [TELEGRAM]: '@nora', [OTHER]: 'Malmö,\nafter six' });
    await field(page, t('settings:general.visibility')).selectOption('first_line');
    await field(page, t('settings:general.shows_name')).check();
    await send(page, SAVE);
    await see(page, t('settings:done.saved'));
    expect(await valuesOf(page, NAME, TELEGRAM, OTHER)).toEqual(['Nora <i>Lindqvist</i>', '@nora', 'Malmö, after six']);
    expect(await field(page, t('settings:general.shows_name')).isChecked()).toBe(true);
    expect(await field(page, t('settings:general.visibility')).inputValue()).toBe('first_line');
  });

  test('are drawn again with what was typed when something is wrong', async () => {
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
  test('is written to, waits, and counts once its button is pressed, by whoever reads the letter', async () => {
    const page = await openAs('petra', '/en/dashboard/settings');
    const [current, address] = ['petra@demo.example', 'petra.new@demo.example'];
    await fill(page, { [EMAIL]: address });
    await send(page, SAVE);
    expect(await errorsAt(page, t('settings:general.password'))).toEqual([t('faults:required')]);
    expect(await valuesOf(page, EMAIL)).toEqual([address]);
    await fill(page, { [t('settings:general.password')]: DEMO_PASSWORD });
    await send(page, SAVE);
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

  test('is confirmed by somebody who is signed in, too', async () => {
    const page = await openAs('sven', `/en/auth/email?token=${await giveLink(site, 'sven', 'email')}`);
    await send(page, t('settings:email.submit'));
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
    const page = await visit({ javaScriptEnabled: false });
    await page.goto(`/en/auth/email?token=${await token()}`);
    await send(page, t('settings:email.submit'));
    await see(page, t('refusals:email_link_invalid'));
    expect(await page.getByRole('button', { name: t('settings:email.submit') }).count()).toBe(0);
  });
});

describe('contacts', () => {
  const contacts = { telegram: '@shared', phone: '', other: '<b>after six</b>' };
  const share = (username: string, contactsVisibility: 'nobody' | 'first_line') =>
    site.house.db.update(members).set({ contacts, contactsVisibility }).where(eq(members.username, username));

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

test.each(LANGUAGES)('both pages are drawn in $name', async ({ segment }) => {
  const page = await openAs('anna', path(segment, 'settings'), { ...PHONE, viewport: { width: 320, height: 640 } });
  const words = translator(segment);
  await page.getByRole('button', { name: words('settings:general.submit'), exact: true }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.goto(path(segment, 'settingsSecurity'));
  await page.getByRole('heading', { name: words('settings:sessions.title'), exact: true }).waitFor();
  await see(page, words('settings:sessions.this'));
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});
