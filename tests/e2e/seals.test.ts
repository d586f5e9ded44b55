import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addDays, formatDay } from '#domain/days.ts';
import { isoDay } from '#i18n/format.ts';
import { translator } from '#i18n/translator.ts';
import { CAST } from '#server/operator/seed/cast.ts';
import { sealDays } from '#server/members/seals/index.ts';
import { completed } from '../server/ledger/busy-ledger.ts';
import { giveMoney } from '../support/people/money.ts';
import { openVisitors, PHONE } from '../support/browser/browser.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { openStage, signIn } from '../support/app/stage.ts';

const RESERVE = 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC';
const site = await openStage({
  people: CAST,
  env: { RUN_JOBS: 'false', PRODUCT_NAME: 'Tom & Co', SEAL_RESERVES: `TRON=${RESERVE}` },
});
const visit = await openVisitors(site.origin);
const t = translator('en');
const yesterday = addDays(isoDay(site.services.clock.now(), site.services.config.timeZone), -1);
const hoursAgo = (hours: number) => ({ now: () => new Date(Date.now() - hours * 3_600_000) });
await giveMoney({ ...site.services, clock: hoursAgo(48) }, 'anna', 21_639_310_000n);
await giveMoney({ ...site.services, clock: hoursAgo(48) }, 'ivan', 5_000_000n);
await completed({ ...site.services, clock: hoursAgo(48) }, 'anna', 40n);
await sealDays(site.services);
await completed(site.services, 'anna', 25n);

test('a stranger reads the newest seal without a script, down to the signed text', async () => {
  const page = await visit({ ...PHONE, javaScriptEnabled: false });
  await page.goto('/en/transparency');
  await page.getByRole('link', { name: t('seals:all') }).click();
  await page.getByRole('link', { name: formatDay(yesterday) }).click();
  await page.getByRole('heading', { level: 1, name: t('seals:one', { date: formatDay(yesterday) }) }).waitFor();
  const words = (await page.getByRole('main').innerText()).replaceAll('\u202F', ' ');
  expect(words).toContain('21 604.31 USDT');
  expect(words).toContain(t('seals:limits.owed'));
  expect(words).toContain(t('seals:log.size', { size: 1 }));
  expect(words).toContain(`day ${yesterday}\nroot `);
  expect(words).toContain(t('seals:reserves.not_proven'));
  expect(words).toContain(`TRON: ${RESERVE}`);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  expect(await page.locator('script').count()).toBe(0);
  expect((await page.goto('/en/seal/2020-01-01'))?.status()).toBe(404);
});

test('a feed reader finds the seals in Russian, each with its page', async () => {
  const page = await visit();
  await page.goto('/ru/seal');
  const address = await page.locator('link[type="application/atom+xml"]').getAttribute('href');
  const answer = await page.request.get(address!);
  expect(answer.headers()['content-type']).toContain('application/atom+xml');
  // Our own pages let no script parse a document.
  await page.goto('about:blank');
  const feed = await page.evaluate(
    (xml) => {
      const read = new DOMParser().parseFromString(xml, 'application/xml');
      const words = (name: string) => Array.from(read.querySelectorAll(name), ({ textContent }) => textContent);
      const links = Array.from(read.querySelectorAll('entry link'), (link) => link.getAttribute('href'));
      return { titles: words('title'), summaries: words('summary'), links };
    },
    await answer.text(),
  );
  const inRussian = translator('ru');
  const one = inRussian('seals:one', { date: formatDay(yesterday) });
  expect(feed.titles).toEqual([`Tom & Co: ${inRussian('seals:title')}`, one]);
  expect(feed.summaries[0]?.replaceAll(/\s/g, ' ')).toContain('21 604,31 USDT');
  await page.goto(feed.links[0]!);
  await page.getByRole('heading', { level: 1, name: one }).waitFor();
});

test('a member goes from Finances to the proof, which the browser recalculates', async () => {
  const page = await visit();
  await signIn(page, site, 'anna');
  await page.goto('/en/dashboard/finance');
  await page.getByRole('link', { name: t('seals:proof.title') }).click();
  await page.getByText(t('seals:proof.right')).waitFor();
  const words = (await page.getByRole('main').innerText()).replaceAll(/\s/g, ' ');
  expect(words).toContain(
    `Your 21 599.31 USDT is part of the 21 604.31 USDT owed to ${CAST.length} members on ${formatDay(yesterday)}.`,
  );
  const [recomputed, published] = await page
    .locator('#proof code')
    .evaluateAll((all) => all.slice(1).map((one) => one.textContent));
  expect(recomputed).toBe(published);
  await page.getByText(t('seals:log.right')).waitFor();
  // The withdrawal of today.
  await page.getByText(t('seals:log.later')).waitFor();
  await page.getByText(t('seals:log.opening')).click();
  expect(await page.locator('[data-opening]').innerText()).toMatch(/^payout \S+\nmember anna\namount 40000000\n/);
});

test('a withdrawal that differs from its entry in the log fails the check', async () => {
  const page = await visit();
  await signIn(page, site, 'anna');
  await page.route('**/api/seals/log/proofs/payout/*/', async (route) => {
    const answer = await route.fetch();
    const text = (await answer.text()).replace('amount 40000000', 'amount 41000000');
    await route.fulfill({ response: answer, body: text });
  });
  await page.goto('/en/dashboard/finance/proof');
  await page.getByText(t('seals:log.wrong')).waitFor();
  expect(await page.getByText(t('seals:log.right')).isVisible()).toBe(false);
});

test('a seal that strangers see differently fails the check', async () => {
  const page = await visit();
  await signIn(page, site, 'ivan');
  await page.route(`**/api/seals/${yesterday}/`, async (route) => {
    const answer = await route.fetch();
    const seal = (await answer.json()) as { note: string };
    await route.fulfill({ response: answer, json: { ...seal, note: seal.note.replace('total 2', 'total 1') } });
  });
  await page.goto('/en/dashboard/finance/proof');
  await page.getByText(t('seals:proof.wrong')).waitFor();
  expect(await page.getByText(t('seals:proof.right')).isVisible()).toBe(false);
});

test('without JavaScript the downloaded files prove the balance on the member’s computer', async () => {
  const page = await visit({ javaScriptEnabled: false });
  await signIn(page, site, 'anna');
  await page.goto('/en/dashboard/finance/proof');
  await page.getByText(t('seals:proof.command')).waitFor();
  const folder = await temporaryFolder('proof');
  const files = [];
  for (const name of [t('seals:proof.file'), t('seals:proof.seal'), t('seals:script')]) {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name, exact: true }).click(),
    ]);
    const file = join(folder, download.suggestedFilename());
    await download.saveAs(file);
    files.push(file);
  }
  const [proof, seal, script] = files;
  const { stdout, stderr } = spawnSync(process.execPath, [script!, proof!, seal!], { encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(stdout).toContain(`anna: 21599.310000 USDT is part of 21604.310000 USDT owed to ${CAST.length} members`);
  expect(stdout).toContain('Signed with');
});

test('who is in no seal yet is told when the next one comes', async () => {
  const page = await visit({ javaScriptEnabled: false });
  await site.services.pool.query(`update members set activated_at = now() where username = 'priya'`);
  await signIn(page, site, 'priya');
  await page.goto('/en/dashboard/finance/proof');
  await page.getByText(t('seals:proof.none')).waitFor();
});
