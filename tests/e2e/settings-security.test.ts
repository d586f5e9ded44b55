import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { translator } from '#i18n/translator.ts';
import { CAST, DEMO_PASSWORD } from '#server/operator/seed/cast.ts';
import { isLong } from '../support/everyday.ts';
import { openVisitors } from '../support/browser/browser.ts';
import { giveMoney } from '../support/people/money.ts';
import { openStage, signIn } from '../support/app/stage.ts';
import { awake } from './awake.ts';
import { confirm, countLoads, errorsAt, field, fill, press, see, send, valuesOf } from './forms.ts';

const rita = { ...CAST[2]!, username: 'rita', language: 'en' } as const;
const people = ['rita', 'nora', 'olga', 'petra', 'sven', 'tess', 'ulla'].map((username) => ({ ...rita, username }));
const site = await openStage({ people: [...CAST, ...people], money: true });
const visit = await openVisitors(site.origin);
const t = translator('en');

const SECURITY = '/en/dashboard/settings/security';
const OLD = t('settings:security.old');
const NEW = t('settings:security.new');
const REPEAT = t('settings:security.repeat');
const SUBMIT = t('settings:security.submit');
const NEW_PASSWORD = 'New-4-horses';

/** A link to a row opens it, also without scripts. */
async function openAs(
  username: string,
  row: 'change-password' | 'change-pin' | 'sessions',
  options = {},
): Promise<Page> {
  const page = await visit(options);
  await signIn(page, site, username);
  await page.goto(`${SECURITY}#${row}`);
  return page;
}

const stateOf = (page: Page, row: string) => page.locator('.setting').filter({ hasText: row }).locator('.state');

async function isSignedIn(page: Page): Promise<boolean> {
  await page.goto('/en/dashboard/profile');
  return new URL(page.url()).pathname === '/en/dashboard/profile';
}

/** The other page hears of the new password, reads the profile, and is refused. */
const OF_A_LOOK_ELSEWHERE = /^401 [^ ]+\/api\/users\/profile\//;

describe('the password', () => {
  test.each([
    ['rita', true],
    ['nora', false],
  ])('is changed by the old one, and %s is signed out elsewhere, scripts: %s', async (username, javaScriptEnabled) => {
    const page = await openAs(username, 'change-password', { javaScriptEnabled });
    const elsewhere = await openAs(username, 'change-password', { expects: OF_A_LOOK_ELSEWHERE });
    await fill(page, { [OLD]: DEMO_PASSWORD, [NEW]: NEW_PASSWORD, [REPEAT]: NEW_PASSWORD });
    const loads = countLoads(page);
    await (javaScriptEnabled ? press : send)(page, SUBMIT);
    await see(page, t('settings:done.password_saved'));
    expect(loads()).toBe(javaScriptEnabled ? 0 : 1);
    expect(await valuesOf(page, OLD, NEW, REPEAT)).toEqual(['', '', '']);
    await stateOf(page, t('settings:security.password'))
      .getByText(/^Changed \d\d\.\d\d\.\d{4}$/)
      .waitFor();
    await expect
      .poll(() => stateOf(page, t('settings:sessions.title')).textContent())
      .toBe(t('settings:security.devices', { count: 1 }));
    expect(await page.locator('details[open]').count()).toBe(0);
    expect(await isSignedIn(elsewhere)).toBe(false);
    expect(await isSignedIn(page)).toBe(true);
  });

  test('is refused where it is wrong, and never rendered again', async () => {
    const page = await openAs('olga', 'change-password', { javaScriptEnabled: false });
    await fill(page, { [OLD]: 'Wrong-1-guess', [NEW]: 'abcdefg', [REPEAT]: 'abcdefh' });
    await send(page, SUBMIT);
    expect(await errorsAt(page, NEW)).toEqual([t('faults:password_digit'), t('faults:password_symbol')]);
    expect(await errorsAt(page, REPEAT)).toEqual([t('faults:passwords_differ')]);
    await fill(page, { [OLD]: 'Wrong-1-guess', [NEW]: NEW_PASSWORD, [REPEAT]: NEW_PASSWORD });
    await send(page, SUBMIT);
    expect(await errorsAt(page, OLD)).toEqual([t('faults:password_wrong')]);
    expect(await valuesOf(page, OLD, NEW, REPEAT)).toEqual(['', '', '']);
    expect(await page.content()).not.toContain('Wrong-1-guess');
  });

  test('has its rules ticked while it is typed', async () => {
    const page = await openAs('olga', 'change-password');
    await page.getByLabel(NEW, { exact: true }).focus();
    await page.waitForFunction(() => !document.querySelector('main astro-island[ssr]'));
    await fill(page, { [NEW]: 'abc4' });
    const ticked = page.locator('.rules .ok');
    await expect.poll(() => ticked.count()).toBe(2);
  });

  test('is checked as it is typed twice, and turned down in place', async () => {
    const page = await openAs('olga', 'change-password', { expects: /^422 / });
    const loads = countLoads(page);
    await field(page, OLD).focus();
    await awake(page);
    await fill(page, { [OLD]: 'Wrong-1-guess', [NEW]: NEW_PASSWORD, [REPEAT]: 'New-4-allServices' });
    await page.getByLabel(OLD, { exact: true }).focus();
    await expect.poll(() => errorsAt(page, REPEAT)).toEqual([t('faults:passwords_differ')]);
    await fill(page, { [REPEAT]: NEW_PASSWORD });
    expect(await errorsAt(page, REPEAT)).toEqual([]);
    await press(page, SUBMIT);
    await expect.poll(() => errorsAt(page, OLD)).toEqual([t('faults:password_wrong')]);
    expect(await valuesOf(page, NEW, REPEAT)).toEqual([NEW_PASSWORD, NEW_PASSWORD]);
    expect(loads()).toBe(0);
  });
});

describe('the PIN', () => {
  test('that is set is changed by support', async () => {
    const page = await openAs('anna', 'change-pin');
    await see(page, t('settings:security.pin_set'));
    expect(
      await page
        .getByRole('main')
        .getByRole('link', { name: t('finance:way_out.support') })
        .count(),
    ).toBe(1);
  });

  const [PIN, PIN_REPEAT] = [t('finance:pin.label'), t('finance:pin.repeat')];
  const PIN_PASSWORD = t('finance:pin.password');
  const right = { [PIN]: '4826', [PIN_REPEAT]: '4826', [PIN_PASSWORD]: DEMO_PASSWORD };

  test('is set in place, once, and unlocks withdrawals; the other tab is told', async () => {
    await giveMoney(site.services, 'ulla', 50_000_000n);
    const page = await openAs('ulla', 'change-pin', { expects: /^4\d\d / });
    const other = await page.context().newPage();
    await other.goto(`${SECURITY}#change-pin`);
    const loads = countLoads(page);
    await fill(page, { ...right, [PIN_REPEAT]: '4827' });
    await press(page, t('finance:pin.submit'));
    await expect.poll(() => errorsAt(page, PIN_REPEAT)).toEqual([t('faults:pins_differ')]);
    await fill(page, right);
    await press(page, t('finance:pin.submit'));
    await see(page, t('finance:done.pin_set'));
    await see(page, t('settings:security.pin_set'));
    expect(await stateOf(page, t('settings:security.pin')).textContent()).toBe(t('settings:security.set'));
    expect(await page.getByLabel(PIN, { exact: true }).count()).toBe(0);
    expect(loads()).toBe(0);
    await page.getByRole('link', { name: t('common:menu.finance') }).click();
    await page.getByLabel(t('finance:withdraw.destination')).waitFor();
    await fill(other, right);
    await press(other, t('finance:pin.submit'));
    await see(other, t('settings:security.pin_set'));
  });

  test('that is turned down without scripts is never rendered again', async () => {
    const page = await openAs('olga', 'change-pin', { javaScriptEnabled: false });
    await fill(page, { [PIN]: '1111', [PIN_REPEAT]: '1112', [PIN_PASSWORD]: 'Wrong-1' });
    await send(page, t('finance:pin.submit'));
    expect(await errorsAt(page, PIN)).toEqual([t('faults:pin_obvious')]);
    expect(await valuesOf(page, PIN, PIN_REPEAT, PIN_PASSWORD)).toEqual(['', '', '']);
  });
});

describe('sessions', () => {
  test.each([
    ['petra', true],
    ['sven', false],
  ])('of %s: one that was left open is ended, scripts: %s', async (username, javaScriptEnabled) => {
    // After an event, a page reads the profile and the first steps once more and is refused.
    const left = await visit({ expects: /^401 [^ ]+\/api\/users\/(profile|first-steps)\// });
    await left.goto('/en/auth');
    await fill(left, { [t('auth:sign_in.login')]: username, [t('auth:sign_in.password')]: DEMO_PASSWORD });
    await send(left, t('auth:sign_in.submit'));
    await left.waitForURL('**/dashboard/profile');

    const page = await openAs(username, 'sessions', { javaScriptEnabled });
    await see(page, 'Chrome, Linux');
    const row = page.locator('.rows li').filter({ hasText: 'Chrome, Linux' });
    await row
      .getByText('127.0.0.0/24')
      .or(row.getByText(/10\.\d+\.\d+\.0\/24/))
      .waitFor();
    await see(page, new RegExp(`^${t('settings:sessions.now')}`));
    expect(await stateOf(page, t('settings:sessions.title')).textContent()).toBe(
      t('settings:security.devices', { count: 2 }),
    );
    const loads = countLoads(page);
    await (javaScriptEnabled
      ? row.getByRole('button').click()
      : Promise.all([page.waitForEvent('load'), row.getByRole('button').click()]));
    await see(page, t('settings:done.session_ended'));
    expect(loads()).toBe(javaScriptEnabled ? 0 : 1);
    expect(await page.getByText('Chrome, Linux').count()).toBe(0);
    expect(await isSignedIn(left)).toBe(false);
    expect(await isSignedIn(page)).toBe(true);
  });

  test('all others are ended with one button', async () => {
    const refused = { expects: /^401 [^ ]+\/api\/users\/profile\// };
    const others = [await openAs('tess', 'sessions', refused), await openAs('tess', 'sessions', refused)];
    const page = await openAs('tess', 'sessions', { javaScriptEnabled: false });
    await confirm(page, t('settings:sessions.end_others'));
    await see(page, t('settings:done.others_ended'));
    expect(await stateOf(page, t('settings:sessions.title')).textContent()).toBe(
      t('settings:security.devices', { count: 1 }),
    );
    for (const other of others) expect(await isSignedIn(other)).toBe(false);
  });

  test.runIf(isLong)('that is gone meanwhile is said to be gone', async () => {
    const page = await openAs('olga', 'sessions', { javaScriptEnabled: false });
    await openAs('olga', 'sessions');
    await page.reload();
    const ids = page.locator('input[name=id]');
    for (const id of await ids.all()) await id.evaluate((input: HTMLInputElement) => (input.value = 'nobodys'));
    await Promise.all([page.waitForEvent('load'), page.locator('.rows').getByRole('button').first().click()]);
    await see(page, t('refusals:not_found'));
  });

  test.runIf(isLong)('that another tab has ended may be ended again, and leave the list', async () => {
    await openAs('nora', 'sessions');
    const page = await visit();
    await signIn(page, site, 'nora');
    await page.goto(`${SECURITY}#sessions`);
    const other = await page.context().newPage();
    await other.goto(`${SECURITY}#sessions`);
    const [here, there] = [page, other].map((one) => one.locator('.rows').getByRole('button').first());
    await there!.click();
    await see(other, t('settings:done.session_ended'));
    const before = await page.locator('.rows').getByRole('button').count();
    await here!.click();
    await see(page, t('settings:done.session_ended'));
    await expect.poll(() => page.locator('.rows').getByRole('button').count()).toBe(before - 1);
  });
});
