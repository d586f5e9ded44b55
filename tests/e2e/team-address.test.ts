import { sql } from 'drizzle-orm';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { CAST } from '#server/operator/seed/cast.ts';
import { translator } from '#i18n/translator.ts';
import { openVisitors } from '../support/browser/browser.ts';
import { everyday } from '../support/everyday.ts';
import { openStage, signIn } from '../support/app/stage.ts';
import { newestFirst, shownRows, sixty } from './sixty.ts';

const site = await openStage({ people: [...CAST, ...sixty] });
const visit = await openVisitors(site.origin);
const t = translator('en');

async function openTeam(query = '', username = 'ivan'): Promise<Page> {
  const page = await visit();
  await signIn(page, site, username);
  await page.goto(`/en/dashboard/team${query}`);
  return page;
}

const FAULTS: [query: string, field: string][] = [
  ['line=-1', 'line'],
  ['registered_from=yesterday', 'registered_from'],
  ['line=1e9', 'line'],
  ['status=king', 'status'],
  ['search=%00', 'search'],
];

test.each(everyday(FAULTS.slice(0, 2), FAULTS))(
  '%s is a fault at its field and filters nothing',
  async (query, field) => {
    const page = await openTeam(`?${query}`, 'ivan');
    const answer = await page.reload();
    expect(answer?.status()).toBe(422);
    await page
      .locator('[data-field]')
      .filter({ has: page.locator(`[name=${field}]`) })
      .locator('.errors')
      .waitFor();
    expect(await shownRows(page)).toEqual(newestFirst.slice(0, 25));
  },
);

test.each(['cursor=x', 'cursor=bmV3ZXN0LjEuOTk5OTk5OTk5OTk5'])('%s leads to the first page', async (query) => {
  const page = await openTeam(`?${query}`);
  expect(await shownRows(page)).toEqual(newestFirst.slice(0, 25));
});

test('somebody without a team reads that there is nothing yet', async () => {
  const page = await openTeam('', 'jonas');
  await page.getByText(t('common:nothing_here'), { exact: true }).waitFor();
  await page.getByRole('link', { name: t('profile:first_steps.link') }).click();
  await expect.poll(() => new URL(page.url()).hash).toBe('#invite-link');
});

test('the growth of the last days is drawn and told', async () => {
  await site.services.db.execute(sql`
    insert into partner_days (member_id, day, views)
    select id, (now() at time zone 'Europe/Moscow')::date, 1234 from members where username = 'ivan'`);
  const page = await openTeam();
  const figure = page.getByRole('figure').filter({ hasText: t('team:growth.views') });
  expect((await figure.locator('b').textContent())?.replaceAll(/\s/g, ' ')).toBe('1 234');
  const bars = figure.locator('rect');
  expect(await bars.count()).toBe(30);
  expect(await bars.last().getAttribute('height')).toBe('64');
  expect(await bars.last().locator('title').textContent()).toMatch(/^\d\d\.\d\d\.\d{4}: 1\s234$/);
  await page.getByText(t('team:growth.by_day')).click();
  expect(await page.locator('.plotted tbody tr').count()).toBe(30);

  const top = async (id: string) => (await page.locator(id).boundingBox())?.y ?? 0;
  const row = page.locator('.people tbody tr').first();
  expect(await top('#growth')).toBeLessThan(await top('#members'));
  expect((await row.boundingBox())?.height).toBeGreaterThan(60);
  await page.setViewportSize({ width: 1440, height: 900 });
  expect((await row.boundingBox())?.height).toBeLessThan(48);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await top('#growth')).toBeGreaterThan(await top('#members'));
});
