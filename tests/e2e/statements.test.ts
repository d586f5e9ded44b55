import { readFile } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { addMonths } from '#domain/days.ts';
import { LANGUAGES } from '#domain/languages.ts';
import { path } from '#domain/paths.ts';
import { isoDay } from '#i18n/format.ts';
import { monthName } from '#i18n/month-name.ts';
import { translator } from '#i18n/translator.ts';
import { statements } from '#server/db/schema/index.ts';
import { visit as ask } from '../support/app/http.ts';
import { memberOf, openStage, sessionCookies, signIn } from '../support/app/stage.ts';
import { openVisitors, PHONE } from '../support/browser/browser.ts';
import { giveMoney } from '../support/people/money.ts';

const site = await openStage({ env: { RUN_JOBS: 'false' } });
const visit = await openVisitors(site.origin);
const port = Number(new URL(site.origin).port);
const t = translator('en');

const month = addMonths(isoDay(site.services.clock.now(), site.services.config.timeZone), -1).slice(0, 7);
const inMonth = { now: () => new Date(`${month}-15T09:00:00Z`) };
await giveMoney({ ...site.services, clock: inMonth }, 'anna', 21_639_310_000n);

const words = (text: string) => text.replaceAll(/\s/g, ' ');
const title = `${monthName(month, 'en', 'long')} ${month.slice(0, 4)}`;

test('without JavaScript a member opens a month from Finances, and a stranger checks its number on a phone', async () => {
  const page = await visit({ ...PHONE, javaScriptEnabled: false });
  await signIn(page, site, 'anna');
  await page.goto('/en/dashboard/finance');
  await page.getByRole('link', { name: t('statements:title') }).click();
  await page.getByRole('link', { name: title }).click();
  await page.getByRole('heading', { level: 1, name: t('statements:one', { month: title }) }).waitFor();
  const shown = words(await page.getByRole('main').innerText());
  expect(shown).toContain(`${t('statements:sums')} ${t('statements:opening')}`);
  expect(shown).toContain(`${t('statements:accruals')} 21 639.31`);
  expect(shown).toContain(`${t('statements:closing')} 21 639.31`);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  const [number = ''] = /\d{4}-\d\d(-\w{4}){3}/.exec(shown) ?? [];
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: t('statements:file') }).click(),
  ]);
  expect(await readFile(await download.path(), 'utf8')).toMatch(
    new RegExp(`^\\S+/statement\nnumber ${number}\nmonth ${month}\n(.+\n)+\n— \\S+/statement \\S+\n$`),
  );

  const stranger = await visit({ ...PHONE, javaScriptEnabled: false });
  await stranger.goto('/en/verify');
  await stranger.getByLabel(t('statements:verify.number')).fill(number.toLowerCase().replaceAll('-', ' '));
  await stranger.getByRole('button', { name: t('statements:verify.submit') }).click();
  await stranger.getByText(t('statements:verify.valid', { issuer: 'Atrium' })).waitFor();
  expect(new URL(stranger.url()).pathname).toBe(path('en', 'verifyNumber', { number }));
  const seen = words(await stranger.getByRole('main').innerText());
  expect(seen).toContain(`${t('statements:closing')} 21 639.31 USDT`);
  expect(await stranger.content()).not.toMatch(/anna|Северянина/i);
  expect(await stranger.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  expect(await stranger.locator('script').count()).toBe(0);
  const { status, headers } = await ask(port, `/verify/${number}`);
  expect([status, headers['location']]).toEqual([302, path('ru', 'verifyNumber', { number })]);
});

test('a page that is only fetched ahead issues nothing', async () => {
  const cookies = Object.fromEntries((await sessionCookies(site, 'priya')).map(({ name, value }) => [name, value]));
  const { id } = await memberOf(site, 'priya');
  const issued = () => site.services.db.$count(statements, eq(statements.memberId, id));
  const address = path('en', 'statement', { month });
  await ask(port, address, { cookies, headers: { 'sec-purpose': 'prefetch' } });
  await ask(port, address, { cookies, method: 'HEAD' });
  expect(await issued()).toBe(0);
  expect([(await ask(port, address, { cookies })).status, await issued()]).toEqual([200, 1]);
});

test('a number that was not issued, or is none, is answered by one sentence and 404', async () => {
  for (const address of [`/en/verify/${month}-AAAA-AAAA-AAAA`, '/en/verify?number=K2M', '/en/verify/x']) {
    const { status, text, headers } = await ask(port, address);
    expect([address, status]).toEqual([address, 404]);
    expect(text).toContain(t('statements:verify.invalid'));
    expect(text).toContain('<meta name="robots" content="noindex">');
    expect(headers['cache-control']).toContain('no-store');
  }
});

test('a printed statement has the figures and the code, but no buttons, menu or footer', async () => {
  const page = await visit();
  await signIn(page, site, 'anna');
  await page.goto(path('en', 'statement', { month }));
  expect(await page.getByRole('button', { name: t('finance:history.print_now') }).isVisible()).toBe(true);
  await page.emulateMedia({ media: 'print' });
  for (const name of [t('finance:history.print_now'), t('statements:file'), t('partner:transparency.title')]) {
    expect([name, await page.getByText(name, { exact: true }).isVisible()]).toEqual([name, false]);
  }
  const code = page.getByAltText(t('statements:code'));
  expect(await code.isVisible()).toBe(true);
  expect(await code.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(20);
  expect(await page.getByText(`${site.origin}/en/verify`).isVisible()).toBe(true);
});

test('each language has its own statement of the same figures, and nobody opens another’s or a month to come', async () => {
  const page = await visit({ javaScriptEnabled: false });
  await signIn(page, site, 'anna');
  const numbers = new Set<string>();
  for (const { segment, tag } of LANGUAGES) {
    await page.goto(path(segment, 'statement', { month }));
    expect(await page.locator('html').getAttribute('lang')).toBe(tag);
    const shown = await page.getByRole('main').innerText();
    expect(shown).toContain(translator(segment)('statements:closing'));
    expect(shown).toContain(`${site.origin}/${segment}/verify`);
    numbers.add(/\d{4}-\d\d(-\w{4}){3}/.exec(shown)?.[0] ?? segment);
  }
  expect(numbers.size).toBe(1);
  const next = addMonths(`${month}-01`, 1).slice(0, 7);
  expect((await page.goto(path('en', 'statement', { month: next })))?.status()).toBe(404);
  await signIn(page, site, 'ivan');
  await page.goto(path('en', 'statement', { month }));
  const [ofIvan] = /\d{4}-\d\d(-\w{4}){3}/.exec(await page.getByRole('main').innerText()) ?? [];
  expect(ofIvan && !numbers.has(ofIvan)).toBe(true);
});
