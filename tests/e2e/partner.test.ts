import type { CDPSession } from 'playwright';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { LANGUAGES } from '#domain/languages.ts';
import { path } from '#domain/paths.ts';
import { isoDay } from '#i18n/format.ts';
import { translator } from '#i18n/translator.ts';
import { members, partnerDays } from '#server/db/schema/index.ts';
import { countMonths } from '#server/members/transparency/index.ts';
import { visit as ask } from '../support/app/http.ts';
import { openVisitors, PHONE } from '../support/browser/browser.ts';
import { openStage, memberOf, signIn } from '../support/app/stage.ts';

const site = await openStage();
const visit = await openVisitors(site.origin);
const port = Number(new URL(site.origin).port);

/** The whole transfer, including headers. */
const MAX_BYTES = 10_000;
const ANNA = 'Анна Северянина';

describe.each(LANGUAGES)('a crawler without cookies reads in $name', ({ segment, tag }) => {
  const t = translator(segment);
  const address = (language = segment) => site.origin + path(language, 'partner', { ref: 'anna' });
  let html = '';
  beforeAll(async () => {
    const headers = { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)', 'x-forwarded-for': '192.0.2.66' };
    ({ text: html } = await ask(port, path(segment, 'partner', { ref: 'anna' }), { headers }));
  });
  const attributes = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, value = '']) => unescape(value));

  test('who invites, in the head of the page', () => {
    expect(html).toContain(`<html lang="${tag}"`);
    expect(attributes(/<title>(.*?)<\/title>/g)).toEqual([`${t('partner:title', { name: ANNA })} / Atrium`]);
    const description = t('partner:description', { name: ANNA, product: 'Atrium' });
    expect(attributes(/<meta name="description" content="(.*?)">/g)).toEqual([description]);
    expect(html).not.toContain('noindex');
  });

  test('one address of its own, and one for each language', () => {
    expect(attributes(/<link rel="canonical" href="(.*?)">/g)).toEqual([address()]);
    const alternates = [...html.matchAll(/<link rel="alternate" hreflang="(.*?)" href="(.*?)">/g)];
    expect(alternates.map(([, code, href]) => `${code} ${href}`)).toEqual([
      ...LANGUAGES.map((language) => `${language.tag} ${address(language.segment)}`),
      `x-default ${address('ru')}`,
    ]);
  });

  test('what a messenger shows of it', () => {
    const og = (name: string) => attributes(new RegExp(`<meta property="og:${name}" content="(.*?)">`, 'g'));
    expect(og('title')).toEqual([t('partner:heading', { name: ANNA, product: 'Atrium' })]);
    expect(og('url')).toEqual([address()]);
    expect(og('locale')).toEqual([tag]);
    expect(og('locale:alternate')).toHaveLength(5);
    expect(og('image')[0]).toMatch(/^http.*\/partner-cards\/anna\.png\?v=\w+$/);
    expect([og('image:width'), og('image:height')]).toEqual([['1200'], ['630']]);
  });

  test('the same as structured data', () => {
    const [data = ''] = attributes(/<script type="application\/ld\+json">(.*?)<\/script>/g);
    expect(JSON.parse(data)).toMatchObject({
      '@context': 'https://schema.org',
      '@type': 'ProfilePage',
      url: address(),
      inLanguage: tag,
      dateCreated: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      mainEntity: { '@type': 'Person', name: ANNA, alternateName: 'anna' },
    });
  });

  test('links to itself in the other languages, to the disclosure, and nothing that runs', () => {
    for (const language of LANGUAGES)
      expect(html).toContain(`href="${path(language.segment, 'partner', { ref: 'anna' })}"`);
    expect(html).toContain(`href="${path(segment, 'disclosure')}"`);
    const scripts = html.match(/<script(?! type="application\/ld\+json")/g);
    expect([scripts, html.match(/\son\w+=/g), html.match(/\sstyle="/g)]).toEqual([null, null, null]);
    const drawn = attributes(/<use href="#(.*?)"/g);
    expect(drawn.filter((name) => !html.includes(`<symbol id="${name}"`))).toEqual([]);
  });

  test('in one request of at most ten kilobytes', async () => {
    const page = await visit(PHONE);
    const protocol = await page.context().newCDPSession(page);
    const load = await watch(protocol);
    await page.goto(address(), { waitUntil: 'networkidle' });
    expect(load.requests).toEqual([address()]);
    expect(load.bytes).toBeLessThanOrEqual(MAX_BYTES);
    const brand = page.getByRole('link', { name: 'Atrium', exact: true });
    expect(await brand.evaluate((link) => getComputedStyle(link).fontFamily)).toContain('serif');
  });
});

async function watch(protocol: CDPSession) {
  const load = { bytes: 0, requests: [] as string[] };
  await protocol.send('Network.enable');
  protocol.on('Network.requestWillBeSent', ({ request: { url } }) => {
    if (!url.startsWith('data:')) load.requests.push(url);
  });
  protocol.on('Network.loadingFinished', ({ encodedDataLength }) => (load.bytes += encodedDataLength));
  return load;
}

function unescape(text: string): string {
  return text.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}

test('the guest of a partner page signs up with its inviter, for seven days the newest', async () => {
  const page = await visit();
  await page.goto('/en/partnerlink/ivan');
  await page.goto('/en/partnerlink/anna');
  await page.getByRole('link', { name: 'Accept invitation' }).click();
  await expect.poll(() => page.getByText(`${ANNA}`).first().isVisible()).toBe(true);
  const ref = (await page.context().cookies()).find(({ name }) => name === 'ref');
  expect(ref?.value).toBe('anna');
  expect((ref?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(6.9 * 24 * 3600);
});

test('a name that would end a script stays within the structured data', async () => {
  const name = '</script><script>alert(1)</script><!--';
  const ofPriya = eq(members.username, 'priya');
  await site.services.db.update(members).set({ name, partnerShowsName: true }).where(ofPriya);
  const page = await visit();
  await page.goto('/en/partnerlink/priya');
  const data = await page.locator('script[type="application/ld+json"]').textContent();
  expect(JSON.parse(data ?? '')).toMatchObject({ mainEntity: { name } });
  const types = await page.evaluate(() =>
    [...document.scripts].filter(({ textContent }) => textContent.includes('alert(1)')).map(({ type }) => type),
  );
  expect(types).toEqual(['application/ld+json']);
});

test('a member sees their own page as guests do, with a way back, and is led from others’ to their profile', async () => {
  const page = await visit({ javaScriptEnabled: false });
  await signIn(page, site, 'anna');
  await page.goto('/en/partnerlink/ivan');
  expect(new URL(page.url()).pathname).toBe('/en/dashboard/profile');
  await page.getByRole('link', { name: 'View invite page' }).click();
  await page.getByRole('heading', { level: 1, name: `${ANNA} invites you to Atrium` }).waitFor();
  expect(await page.getByRole('main').getByText(ANNA).count()).toBe(1);
  await page.getByText('This is what guests see.').waitFor();
  await page.getByRole('switch').click();
  await page.getByRole('link', { name: 'Back to profile' }).click();
  expect(new URL(page.url()).pathname).toBe('/en/dashboard/profile');
});

test('theme and language are changed without a script, and the page stays', async () => {
  const page = await visit({ javaScriptEnabled: false });
  await page.goto('/en/partnerlink/anna');
  await page.getByRole('switch').click();
  expect(await page.locator('html').getAttribute('data-theme')).toBe('light');
  await page.getByRole('button', { name: /language/i }).click();
  await page.getByRole('link', { name: 'Deutsch' }).click();
  expect(new URL(page.url()).pathname).toBe('/de/partnerlink/anna');
  expect(await page.locator('html').getAttribute('data-theme')).toBe('light');
});

test('a code that nobody has leads to a field, and another code from there to sign-up', async () => {
  const page = await visit();
  expect((await page.goto('/en/partnerlink/nobody'))?.status()).toBe(404);
  await page.getByRole('textbox', { name: 'Invite code' }).fill('anna');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText(ANNA).first().waitFor();
});

test('a visit by browser stands in the member’s totals', async () => {
  const { id } = await memberOf(site, 'priya');
  const userAgent =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
  const page = await visit({ userAgent });
  await page.goto('/en/partnerlink/priya');
  await page.reload();
  const views = async () => {
    const rows = await site.services.db.select().from(partnerDays).where(eq(partnerDays.memberId, id));
    return rows.map((row) => row.views);
  };
  await expect.poll(views).toEqual([1]);
});

test('the disclosure counts members and claims nothing else', async () => {
  const page = await visit(PHONE);
  await page.goto('/en/partnerlink/anna');
  expect(await page.getByRole('main').innerText()).not.toContain('earned nothing');
  await page.goto('/en/auth/sign-up?ref=anna');
  expect(await page.getByRole('main').innerText()).not.toContain('earned nothing');
  await page.getByRole('link', { name: 'Income disclosure' }).click();
  await page.getByRole('heading', { level: 1, name: 'Income disclosure' }).waitFor();
  const words = await page.getByRole('main').innerText();
  expect(words).toMatch(/Calculated on \d\d\.\d\d\.\d{4} at \d\d:\d\d/);
  expect(words).toContain('No payments by or to members have been recorded yet');
  expect(words).not.toContain('USDT');
  expect(await page.locator('script').count()).toBe(0);
});

test('the disclosure leads to money in and out by month, without a script, on a phone and as a file', async () => {
  const t = translator('en');
  await countMonths(site.services);
  const page = await visit({ ...PHONE, javaScriptEnabled: false });
  await page.goto('/en/disclosure');
  await page.getByRole('link', { name: t('partner:transparency.link') }).click();
  await page.getByRole('heading', { level: 1, name: t('partner:transparency.title') }).waitFor();
  const yesterday = isoDay(new Date(site.services.clock.now().getTime() - 86_400_000), 'Europe/Moscow');
  expect(await page.locator('main time').getAttribute('datetime')).toBe(yesterday);
  const months = page.getByRole('region', { name: t('partner:transparency.months') }).locator('tbody tr');
  expect(await months.count()).toBeGreaterThan(2);
  expect(await months.first().textContent()).toContain(yesterday.slice(0, 4));
  await page.getByText(t('partner:transparency.joiners_means')).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  expect(await page.locator('link[hreflang]').count()).toBe(LANGUAGES.length + 1);
  expect(await page.locator('script').count()).toBe(0);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: t('partner:transparency.file') }).click();
  expect((await download).suggestedFilename()).toBe(`atrium-transparency-${yesterday}.csv`);
});
