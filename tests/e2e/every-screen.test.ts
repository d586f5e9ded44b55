import { eq, sql } from 'drizzle-orm';
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { type Language, LANGUAGES } from '#domain/languages.ts';
import { type PageName, PAGES, path } from '#domain/paths.ts';
import type { Theme } from '#domain/theme.ts';
import { translator } from '#i18n/translator.ts';
import { signUps } from '#server/db/schema/index.ts';
import { sealDays } from '#server/members/seals/index.ts';
import { PHONE } from '../support/browser/browser.ts';
import { everyday, isLong } from '../support/everyday.ts';
import { giveActivation, giveLink } from '../support/people/links.ts';
import { openClient, sessionCookies, signIn } from '../support/app/stage.ts';
import { barriersInTurn, barriersOn } from './barriers.ts';
import { send } from './forms.ts';
import { faultsIn, NARROW, printedControls, type Reading, USUAL, WIDE } from './layout-faults.ts';
import { openScreens } from './open-screens.ts';
import { questionIn } from './question.ts';
import { openMenu, REFUSED, type Screen, screensIn } from './screens.ts';

const { site, visit, links } = await openScreens();
await sealDays(site.services);
const t = translator('en');

/**
 * The default language, the one with long words and the one with tall letters. Each screen is checked in full in one of
 * them.
 */
const CLOSELY: Language[] = ['ru', 'de', 'tamil'];

/** With `LONG=1` all widths; otherwise the narrowest and the widest, where most faults appear. */
const READINGS: Reading[] = everyday(USUAL, [...USUAL, { width: 360 }, { width: 768 }, { width: 1280 }]);

/** One screen of each kind of columns, also in a wide window every day. */
const IN_COLUMNS = ['profile', 'finance', 'licenses', 'feed', 'support', 'settings-data', 'structure'];

const languages = everyday(
  CLOSELY,
  LANGUAGES.map(({ segment }) => segment),
);

type Seen = Screen & { language: Language; index: number; isClose: boolean };

/** The reduced run checks a screen in that language only. */
const screens: Seen[] = languages.flatMap((language) =>
  screensIn(language, links)
    .map((screen, index) => ({ ...screen, language, index, isClose: CLOSELY[index % CLOSELY.length] === language }))
    .filter(({ isClose }) => isLong || isClose),
);

async function open({ name, address, as, act }: Screen, theme?: Theme): Promise<Page> {
  // Views share one page and actions another, so that actions have no effect on views.
  const who = `${as ?? 'guest'} ${act ? 'acts' : 'looks'}`;
  const page = await visit({ expects: REFUSED, walks: theme ? undefined : who });
  if (theme) await page.context().addCookies([{ name: 'theme', value: theme, url: site.origin }]);
  if (as) await signIn(page, site, as);
  await page.goto(address);
  const { pathname } = new URL(address, site.origin);
  expect(new URL(page.url()).pathname).toBe(pathname);
  const words = translator(pathname.split('/')[1] as Language);
  const isMissing = (await page.getByRole('heading', { name: words('common:missing.title') }).count()) > 0;
  expect(isMissing).toBe(name === 'missing');
  await act?.(page);
  return page;
}

test.each(screens)('$name shuts nobody out and fits, in $language', async (screen) => {
  const page = await open(screen);
  const barriers = screen.isClose ? await barriersInTurn(page, screen.index) : [];
  const isWideToo = isLong || IN_COLUMNS.includes(screen.name);
  const faults = await faultsIn(page, screen.name, [...READINGS, ...(isWideToo ? WIDE : [])]);
  expect([...barriers, ...faults, ...(await printedControls(page, screen.name))]).toEqual([]);
});

test.each(languages)('the open menu of a phone shuts nobody out and fits, in %s', async (language) => {
  const page = await visit({ ...PHONE, viewport: { width: 320, height: 640 } });
  await signIn(page, site, 'anna');
  // axe ignores the top layer: elements behind the drawer must not follow it in the document.
  await page.goto(path(language, 'support'));
  await openMenu(page, language);
  const barriers = language === 'ru' ? await barriersOn(page) : [];
  expect([...barriers, ...(await faultsIn(page, 'menu', NARROW))]).toEqual([]);
});

test.each(screensIn('en', links).filter(({ name }) => everyday(name === 'feed', name.startsWith('feed'))))(
  '$name shuts nobody out whose page came light',
  async (screen) => {
    const page = await open(screen, 'light');
    expect(await page.locator('html').getAttribute('data-theme')).toBe('light');
    expect(await barriersOn(page)).toEqual([]);
  },
);

describe('password managers', () => {
  const TAKES_PASSWORD = /autocomplete="(current|new)-password"/i;
  /** Visible, or hidden only by style: password managers skip fields that are not displayed. */
  const NAMES_ACCOUNT = /<input (?![^>]*type="hidden")[^>]*autocomplete="username"/i;
  const SEEN_BY = { guest: ['guest'], member: ['root'], public: ['guest', 'root'] } as const;

  test('are told by every form with a password whose it is', async () => {
    const token = await giveActivation(site, 'unset');
    await site.services.db.update(signUps).set({ passwordHash: null }).where(eq(signUps.username, 'unset'));
    const pages = (Object.keys(PAGES) as PageName[]).filter((page) => !PAGES[page].pattern.includes('{'));
    const addresses = [
      ...pages.map((page) => ({ address: path('en', page as 'signIn'), audience: PAGES[page].audience })),
      { address: path('en', 'activate', { token }), audience: 'guest' as const },
      { address: path('en', 'reset', { token: await giveLink(site, 'ivan', 'reset') }), audience: 'guest' as const },
    ];
    const clients = { guest: await openClient(site), root: await openClient(site, await sessionCookies(site, 'root')) };
    const forms: { address: string; isNamed: boolean }[] = [];
    for (const { address, audience } of addresses)
      for (const who of SEEN_BY[audience]) {
        const answer = await clients[who].get(address, { maxRedirects: 0 });
        const found = (await answer.text()).match(/<form.*?<\/form>/gs)?.filter((form) => TAKES_PASSWORD.test(form));
        forms.push(...(found ?? []).map((form) => ({ address, isNamed: NAMES_ACCOUNT.test(form) })));
      }
    expect(forms.filter(({ isNamed }) => !isNamed)).toEqual([]);
    expect(forms.length).toBeGreaterThan(10);
  });
});

describe('nobody is shut out of', () => {
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
