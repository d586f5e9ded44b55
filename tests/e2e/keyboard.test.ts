import { globSync, readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { REQUIRED_DOCUMENTS } from '#domain/legal.ts';
import { translator } from '#i18n/translator.ts';
import { CAST, DEMO_PASSWORD } from '#server/operator/seed/cast.ts';
import { openVisitors, PHONE } from '../support/browser/browser.ts';
import { codeOf } from '../support/people/factor.ts';
import { linkInMailbox } from '../support/people/links.ts';
import { openStage, signIn } from '../support/app/stage.ts';
import { awake } from './awake.ts';
import { see, valuesOf } from './forms.ts';
import { enterAt, focusOn, reach, typeAt, walk } from './keyboard.ts';
import { closersOf } from './press-inside.ts';

/**
 * Everything by keyboard, always with a visible focus. Other files do so for withdrawals, order and cards of the team,
 * notices, photos, selects, calendars and the console.
 */
const rita = { ...CAST[2]!, username: 'rita', language: 'en' } as const;
const site = await openStage({ people: [...CAST, rita], money: true });
const visit = await openVisitors(site.origin);
const t = translator('en');
const FOOTER = [
  ...REQUIRED_DOCUMENTS.map((document) => t(`partner:legal.${document}`)),
  t('partner:disclosure.title'),
  t('partner:transparency.title'),
];

describe('the order of stops', () => {
  test('leads through sign-in from the skip link to the button', async () => {
    const page = await visit();
    await page.goto('/en/auth');
    // Hydrates the form first, because a fast walk would miss controls that only a script adds.
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
      ...FOOTER,
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
  await page.waitForURL('**/auth/sign-up?ref=anna');
  await typeAt(page, {
    [t('auth:sign_up.email')]: 'keys@demo.example',
    [t('auth:sign_up.username')]: 'keys',
    [t('auth:sign_up.password')]: DEMO_PASSWORD,
    [t('auth:sign_up.password_repeat')]: DEMO_PASSWORD,
  });
  await reach(page, /18 or older/);
  await page.keyboard.press('Space');
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
  await enterAt(page, new RegExp(t('settings:second_factor.title')));
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
  await reach(page, t('places:request.at_once'));
  await page.keyboard.press('Space');
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

describe('Enter that ends a word of an input method', () => {
  /** Every element that handles Enter, by its source file. */
  const PLACES: { file: string; as?: 'anna' | 'root'; address: string; find: (page: Page) => Promise<Locator> }[] = [
    {
      file: 'components/ui/date/end-field.tsx',
      address: '/en/dev/ui',
      find: async (page) => {
        const field = page.locator('#since-typed');
        await page.locator('form[name=partial] fieldset > button').click();
        await field.fill('31.02.2026');
        return field;
      },
    },
    {
      file: 'components/ui/date/calendar.tsx',
      address: '/en/dev/ui',
      find: async (page) => {
        await page.locator('form[name=single] fieldset > button').click();
        return page.locator('.calendar [tabindex="0"]:visible');
      },
    },
    {
      file: 'components/ui/select/combobox.ts',
      address: '/en/dev/ui',
      find: async (page) => {
        await page.locator('select[data-combobox]').first().click();
        await page.locator('.ts-dropdown').filter({ visible: true }).waitFor();
        await page.keyboard.press('ArrowDown');
        return page.locator('.dropdown-active .ts-control > input');
      },
    },
    {
      file: 'islands/frame/finder.tsx',
      as: 'anna',
      address: '/en/dashboard/support',
      find: async (page) => {
        await page.getByLabel(t('support:form.message')).focus();
        await page.keyboard.press('Control+KeyK');
        await page.getByRole('dialog').waitFor();
        await page.keyboard.type(t('common:menu.team'));
        return page.getByRole('dialog').getByRole('searchbox');
      },
    },
    {
      file: 'islands/shared/use-tree.ts',
      as: 'root',
      address: '/en/dashboard/licenses/structure?place=1',
      find: async (page) => {
        await page.locator('a.seat').last().focus();
        return page.getByRole('treeitem').first();
      },
    },
    {
      file: 'islands/shared/use-tree.ts',
      as: 'anna',
      address: '/en/dashboard/team/tree',
      find: async (page) => {
        await page.getByRole('main').locator('li a').first().focus();
        return page.getByRole('treeitem').first();
      },
    },
    {
      file: 'islands/auth/inviter-picker.tsx',
      address: '/en/auth/sign-up',
      find: async (page) => {
        const field = page.getByLabel(t('auth:inviter.code'), { exact: true });
        await field.focus();
        return field;
      },
    },
    {
      file: 'islands/shared/destination-inputs.tsx',
      as: 'anna',
      address: '/en/dashboard/finance',
      find: async (page) => {
        const field = page.getByLabel(t('finance:withdraw.destination'));
        await field.focus();
        return field;
      },
    },
    {
      file: 'islands/shared/destination-inputs.tsx',
      as: 'anna',
      address: '/en/dashboard/settings/data',
      find: async (page) => {
        const field = page.getByLabel(t('finance:withdraw.destination'));
        await field.focus();
        return field;
      },
    },
  ];
  /** Whether the element handles Enter. In Safari only `keyCode` shows that the key belongs to the input method. */
  const actsOn = (place: Locator, press: { isComposing?: boolean; keyCode?: number }) =>
    place.evaluate((element, init) => {
      const event = { key: 'Enter', keyCode: 13, bubbles: true, cancelable: true, ...init };
      return !element.dispatchEvent(new KeyboardEvent('keydown', event));
    }, press);

  test.each(PLACES)('does nothing else in $file at $address', async ({ as, address, find }) => {
    const page = await visit();
    if (as) await signIn(page, site, as);
    await page.goto(address);
    const place = await find(page);
    await awake(page);
    expect(await actsOn(place, { isComposing: true })).toBe(false);
    expect(await actsOn(place, { keyCode: 229 })).toBe(false);
    await expect.poll(() => actsOn(place, {})).toBe(true);
  });

  test('is asked about wherever a key is read', () => {
    const files = globSync('{client,components,islands}/**/*.{ts,tsx}', { cwd: 'src' }).map((file) => ({
      file,
      text: readFileSync(`src/${file}`, 'utf8'),
    }));
    const readers = files.filter(({ text }) => /\bevent\.(key|keyCode)\b|'key(down|up)', \(\{ key\b/.test(text));
    // It handles only Esc there, to remove the bar of a move.
    expect(readers.map(({ file }) => file)).toEqual(['client/page/page-script.ts']);
    const onEnter = files.filter(({ text }) => /=== 'Enter'|!== 'Enter'|\bEnter: \(|extends TomSelect/.test(text));
    expect(new Set(onEnter.map(({ file }) => file))).toEqual(new Set(PLACES.map(({ file }) => file)));
  });
});

/** A press beside controls moves the focus to the surrounding element; popovers must not close because of that. */
describe('popovers', () => {
  const OPENERS = '.notices-button, [popovertarget]:not([popovertargetaction])';
  /** On a wide screen the menu is a column, not a popover. */
  const WAYS = [
    { by: 'mouse', isTouch: false, options: {}, others: 1 },
    { by: 'finger', isTouch: true, options: PHONE, others: 0 },
  ];
  const inSource = globSync('src/**/*.tsx').filter((file) => / popover="/.test(readFileSync(file, 'utf8')));
  /** `share-a` and `share-b` are one popover in the source, and so are the days of two fields. */
  const kindOf = (opener: Element) =>
    (opener.getAttribute('popovertarget') ?? 'notices').replace(/^.*-(?=days$)|(?<=^share)-.*$/, '');

  test.each(WAYS)(
    'stay open when what is no control in them is pressed by $by',
    async ({ isTouch, options, others }) => {
      const page = await visit(options);
      await signIn(page, site, 'anna');
      const closers: string[] = [];
      const pressed = new Set<string>();
      for (const address of ['/en/dashboard/feed', '/en/dashboard/team']) {
        await page.goto(address);
        await page.locator('.header').dispatchEvent('pointerdown');
        await page.locator('astro-island:not([ssr]) .header').waitFor();
        await page
          .locator('.filters details')
          .evaluateAll((all) => all.forEach((fold) => fold.setAttribute('open', '')));
        for (const opener of await page.locator(OPENERS).filter({ visible: true }).elementHandles()) {
          const kind = await opener.evaluate(kindOf);
          if (pressed.has(kind)) continue;
          pressed.add(kind);
          await opener.click();
          closers.push(...(await closersOf(page, isTouch)).map((closer) => `${kind}: ${closer}`));
          await page.keyboard.press('Escape');
        }
      }
      expect(closers).toEqual([]);
      expect([...pressed]).toHaveLength(inSource.length - others);
    },
  );
});
