import { describe, expect, test } from 'vitest';
import { translator } from '#i18n/translator.ts';
import { CAST, DEMO_PASSWORD } from '#server/seed/cast.ts';
import { openVisitors } from '../support/browser.ts';
import { codeOf } from '../support/factor.ts';
import { linkInMailbox } from '../support/links.ts';
import { openStage, signIn } from '../support/stage.ts';
import { awake } from './awake.ts';
import { see, valuesOf } from './forms.ts';
import { enterAt, focusOn, reach, typeAt, walk } from './keyboard.ts';

/**
 * By keyboard alone, and never without a focus that can be seen. Other files do the same with a withdrawal, the team's
 * order and cards, notices, photos, selects, calendars, and the work of the console.
 */
const rita = { ...CAST[2]!, username: 'rita', language: 'en' } as const;
const site = await openStage({ people: [...CAST, rita], money: true });
const visit = await openVisitors(site.origin);
const t = translator('en');

describe('the order of stops', () => {
  test('leads through sign-in from the skip link to the button', async () => {
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

  test('leads through header, menu and page of the profile', async () => {
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

  test('may leave out header and menu by the skip link', async () => {
    const page = await visit();
    await signIn(page, site, 'anna');
    await page.goto('/en/dashboard/profile');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
  });
});

test('a guest signs up through a link, activates the account and signs in', async () => {
  const page = await visit();
  await page.goto('/en/partnerlink/anna');
  await enterAt(page, t('partner:join'));
  await page.waitForURL('**/auth/sign-up');
  await typeAt(page, {
    [t('auth:sign_up.email')]: 'keys@demo.example',
    [t('auth:sign_up.username')]: 'keys',
    [t('auth:sign_up.password')]: DEMO_PASSWORD,
    [t('auth:sign_up.password_repeat')]: DEMO_PASSWORD,
  });
  await page.keyboard.press('Enter');
  await see(page, t('auth:done.registered'));
  await page.goto(await linkInMailbox(page, 'keys@demo.example'));
  await enterAt(page, t('auth:activate.submit'));
  await see(page, t('auth:done.activated'));
  await typeAt(page, { [t('auth:sign_in.login')]: 'keys', [t('auth:sign_in.password')]: DEMO_PASSWORD });
  await page.keyboard.press('Enter');
  await page.waitForURL('**/en/dashboard/profile');
});

test('a member sets up a second factor, signs out, and signs in with it', async () => {
  const page = await visit();
  await signIn(page, site, 'rita');
  await page.goto('/en/dashboard/settings/security');
  await enterAt(page, t('settings:second_factor.set_up'));
  await page.getByLabel(t('settings:second_factor.first_code')).waitFor();
  const secret = (await page.locator('p.mono').textContent()) ?? '';
  await typeAt(page, {
    [t('settings:second_factor.password')]: DEMO_PASSWORD,
    [t('settings:second_factor.first_code')]: codeOf(secret, new Date()),
  });
  await page.keyboard.press('Enter');
  await see(page, t('settings:second_factor.codes_lede'));
  const [code = ''] = await page.locator('ul.mono li').allTextContents();
  await enterAt(page, t('common:menu.sign_out'));
  await page.waitForURL('**/en/auth**');
  await typeAt(page, { [t('auth:sign_in.login')]: 'rita', [t('auth:sign_in.password')]: DEMO_PASSWORD });
  await page.keyboard.press('Enter');
  await page.waitForURL('**/en/auth/code**');
  await typeAt(page, { [t('auth:code.label')]: code });
  await page.keyboard.press('Enter');
  await page.waitForURL('**/en/dashboard/profile');
});

test('a member requests a place', async () => {
  const page = await visit();
  await signIn(page, site, 'marie');
  await page.goto('/en/dashboard/licenses');
  await enterAt(page, new RegExp(`^${t('places:choose')}`));
  await page.getByRole('dialog').waitFor();
  await enterAt(page, t('places:request.submit'));
  await page.waitForURL(/finance\/transactions\/[0-9a-f-]{36}/);
});

test('a member asks support, and keeps the focus when the answer has come', async () => {
  const page = await visit();
  await signIn(page, site, 'ivan');
  await page.goto('/en/dashboard/support');
  await reach(page, t('support:form.topic'));
  await page.keyboard.press('ArrowDown');
  await awake(page);
  await typeAt(page, { [t('support:form.message')]: 'Is it all there by keys?' });
  await enterAt(page, t('support:form.submit'));
  await see(page, t('support:done.title'));
  await expect.poll(() => focusOn(page)).toBeDefined();
});

test('a member saves settings, and the focus stays', async () => {
  const page = await visit();
  await signIn(page, site, 'priya');
  await page.goto('/en/dashboard/settings');
  await reach(page, t('profile:contacts.telegram'));
  await page.keyboard.type('@priya_keys');
  await enterAt(page, t('settings:general.submit'));
  await see(page, t('settings:done.saved'));
  expect(await focusOn(page)).toBeDefined();
  expect(await valuesOf(page, t('profile:contacts.telegram'))).toEqual(['@priya_keys']);
});
