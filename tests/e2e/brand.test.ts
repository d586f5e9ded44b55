import { eq } from 'drizzle-orm';
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import type { Language } from '#domain/languages.ts';
import { type PageName, path } from '#domain/paths.ts';
import { translator } from '#i18n/translator.ts';
import { mailbox } from '#server/db/schema/index.ts';
import { openVisitors, PHONE } from '../support/browser/browser.ts';
import { openClient, openStage, signIn } from '../support/app/stage.ts';
import { openTestSite } from '../support/app/site.ts';
import { barriersOn } from './barriers.ts';
import { press } from './forms.ts';

/** The sample for operators is the second brand of this run. */
const site = await openStage({ money: true, env: { BRAND_FILE: 'ops/brand/brand.yaml' } });
const other = await openTestSite();
const visit = await openVisitors(site.origin);
const t = translator('de');

/** The invitation of the product’s own look counts its languages. */
const NOT_OF_THE_BRAND = /\bAtrium\b|In sechs Sprachen/;
/** `--accent`, `--bg` and `--surface` of both themes of the product's own look. */
const OWN_COLOURS = ['151, 178, 255', '53, 80, 196', '14, 18, 32', '245, 243, 238', '21, 27, 44', '255, 254, 251'];

const GUESTS = ['/de/auth', '/hindi/auth/sign-up', '/de/partnerlink/anna', '/hindi/disclosure', '/de/offline'];
const MEMBERS = (['profile', 'team', 'finance', 'turbo', 'support', 'settings', 'financePrint'] as PageName[]).map(
  (page, index) => path((['de', 'hindi'] as Language[])[index % 2]!, page as 'profile'),
);

/** Colours of the product’s own look on the ground, the frame and what can be pressed. */
function ownColoursOn(page: Page): Promise<string[]> {
  return page.evaluate((colours) => {
    const parts = document.querySelectorAll('body, .header, .nav, .card, .btn, .link, .item, .logo .icon, input');
    return [...parts].flatMap((part) => {
      const { color, backgroundColor, borderColor } = getComputedStyle(part);
      const found = [color, backgroundColor, borderColor].filter((one) => colours.some((own) => one.includes(own)));
      return found.map((one) => `${part.className} ${one}`);
    });
  }, OWN_COLOURS);
}

describe.each([
  { who: 'a guest', addresses: GUESTS },
  { who: 'a member', addresses: MEMBERS },
])('$who of another brand', ({ who, addresses }) => {
  test.each(['dark', 'light'])('meets its name and colours alone, in the %s theme', async (theme) => {
    const page = await visit();
    if (who === 'a member') await signIn(page, site, 'anna');
    await page.context().addCookies([{ name: 'theme', value: theme, url: site.origin }]);
    for (const address of addresses) {
      await page.goto(address);
      expect(await page.title(), address).toMatch(/ \/ Nordhof$/);
      expect(await page.content(), address).not.toMatch(NOT_OF_THE_BRAND);
      expect(await ownColoursOn(page), address).toEqual([]);
    }
    expect(
      await page
        .locator('.logo img')
        .first()
        .evaluate((logo: HTMLImageElement) => logo.naturalWidth),
    ).toBeGreaterThan(0);
  });
});

test.each(['/de/auth', '/hindi/partnerlink/anna', '/de/dashboard/finance', '/hindi/dashboard/turbo'])(
  '%s shuts nobody out in its colours',
  async (address) => {
    const page = await visit();
    if (address.includes('dashboard')) await signIn(page, site, 'anna');
    await page.goto(address);
    expect(await barriersOn(page)).toEqual([]);
  },
);

describe('only the offered languages', () => {
  test('are in the menu, the links for search and the map of the site', async () => {
    const page = await visit();
    await page.goto('/de/partnerlink/anna');
    expect(await page.locator('#languages .item').allTextContents()).toEqual(['Deutsch', 'हिन्दी']);
    const languages = page.locator('link[rel=alternate]');
    expect(await languages.evaluateAll((all) => all.map((link) => link.getAttribute('hreflang')))).toEqual([
      'de',
      'hi',
      'x-default',
    ]);
    const client = await openClient(site);
    const map = await (await client.get('/sitemap-pages.xml')).text();
    expect(new Set(Array.from(map.matchAll(/<loc>[^<]*?\/\/[^/]+\/(\w+)/g), ([, language]) => language))).toEqual(
      new Set(['de', 'hindi']),
    );
  });

  test.each([
    ['/ru/auth/sign-up?ref=anna', undefined, '/de/auth/sign-up?ref=anna'],
    ['/tamil/partnerlink/anna', 'hindi', '/hindi/partnerlink/anna'],
    ['/ru/partnerlink/anna', 'ru', '/de/partnerlink/anna'],
    ['/', undefined, '/de/auth'],
  ])('%s with the language %s leads to %s', async (address, lang, to) => {
    const client = await openClient(site, lang ? [{ name: 'lang', value: lang }] : []);
    const answer = await client.get(address, { maxRedirects: 0 });
    expect([answer.status(), answer.headers()['location']]).toEqual([302, to]);
  });

  test('an e-mail to a member who chose another is in the default, from the brand', async () => {
    const page = await visit();
    await page.goto('/de/auth/reset');
    await page.locator('[name=email]').fill('marie@demo.example');
    await press(page, t('auth:reset.ask_submit'));
    const read = async () => {
      const [mail] = await site.services.db.select().from(mailbox).where(eq(mailbox.to, 'marie@demo.example'));
      return mail ? `${mail.subject} ${mail.text} ${mail.html}` : '';
    };
    await expect.poll(read, { timeout: 20_000 }).toContain('Nordhof GmbH, Hafenstraße 1, 20459 Hamburg');
    const mail = await read();
    expect(mail).toContain('lang="de"');
    expect(mail).toContain('#a3430f');
    expect(mail).not.toMatch(/\bAtrium\b|#3550c4|#97b2ff/);
  });
});

test('platforms have the brand’s names, before a touch, after it and on the invitation', async () => {
  const page = await visit(PHONE);
  await page.goto('/hindi/partnerlink/anna');
  await expect.poll(() => page.getByText('छोटी दौड़').count()).toBe(1);
  await signIn(page, site, 'anna');
  await page.goto('/de/dashboard/turbo');
  expect(await page.title()).toBe('Sprint / Nordhof');
  await page.getByRole('button', { name: t('common:menu.open') }).click();
  await page.locator('#nav a', { hasText: 'Kurzstrecke' }).waitFor();
  await page.locator('astro-island:not([ssr])').first().waitFor({ state: 'attached' });
  const names = await page.locator('#nav .item').allTextContents();
  expect(names).toEqual(expect.arrayContaining(['Sprint', 'Kurzstrecke', 'Ferienhaus']));
  expect(names.join(' ')).not.toMatch(/Turbo|Fast Money|Dream X/);
});

test('weeks begin on the brand’s day, until a member chooses another', async () => {
  const page = await visit();
  await signIn(page, site, 'anna');
  await page.goto('/de/dashboard/settings');
  const choice = page.locator('[name=week_start]');
  expect(await choice.first().evaluate((field: HTMLSelectElement) => field.value)).toBe('saturday');
  expect(await page.getByText(t('settings:general.week_language')).count()).toBe(0);
});

test('manifest, icons, share picture and security.txt are the brand’s', async () => {
  const client = await openClient(site);
  const plain = await openClient(other);
  const manifest = await (await client.get('/manifest.webmanifest')).json();
  expect(manifest).toMatchObject({ name: 'Nordhof', short_name: 'Nordhof', background_color: '#171310' });
  for (const address of ['/favicon.ico', '/apple-touch-icon.png', '/icons/icon-192.png', '/icons/maskable-512.png']) {
    const [own, others] = await Promise.all([client.get(address), plain.get(address)]);
    expect([address, own.status(), own.headers()['content-type']]).toEqual([address, 200, 'image/png']);
    expect((await own.body()).equals(await others.body())).toBe(false);
  }
  const cards = await Promise.all(
    [client, plain].map(async (one) => (await one.get('/partner-cards/anna.png')).body()),
  );
  expect(cards[0]!.equals(cards[1]!)).toBe(false);
  expect(await (await client.get('/.well-known/security.txt')).text()).toContain(
    'Contact: mailto:hilfe@nordhof.example',
  );
});

test('a second site in the same process keeps its own name, languages and addresses', async () => {
  const client = await openClient(other);
  const page = await (await client.get('/ru/auth')).text();
  expect(page).toContain('/ Atrium</title>');
  expect(page).not.toMatch(/Nordhof|\/brand\//);
});
