import { eq } from 'drizzle-orm';
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { NEW_ANNOUNCEMENT } from '#domain/announcements.ts';
import { consolePath } from '#domain/console-paths.ts';
import { translator } from '#i18n/translator.ts';
import { plans, postTexts } from '#server/db/schema/index.ts';
import { PHONE } from '../support/browser/browser.ts';
import { isLong } from '../support/everyday.ts';
import { signIn } from '../support/app/stage.ts';
import { barriersOn } from './barriers.ts';
import { layoutFaults } from './layout-faults.ts';
import { openConsoleStage, untilAlive } from './staff.ts';

const { site, visit, openAs } = await openConsoleStage();

const t = translator('en');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
const saved = (page: Page) => page.getByText(/^Draft saved/).waitFor();

async function begin(page: Page, slug: string): Promise<void> {
  await page.goto(consolePath('posts'));
  await untilAlive(page);
  await button(page, 'New post…').click();
  await dialog(page).getByLabel('Address').fill(slug);
  await button(page, t('console:act.submit')).click();
  await page.waitForURL(`**/operator/posts/${slug}`);
}

/** Menu, tabs and tables may scroll sideways, but the page may not. */
async function widthFaults(page: Page): Promise<string[]> {
  const faults = await page.evaluate(layoutFaults, false);
  return faults.filter((fault) => fault.startsWith('the page is'));
}

async function write(page: Page, title: string, markdown: string): Promise<void> {
  await page.getByLabel('Title', { exact: true }).fill(title);
  await page.getByLabel('Text (Markdown)').fill(markdown);
}

describe('a post', () => {
  test('is written in Russian first, seen beside itself, saved by itself, and published', async () => {
    const page = await openAs('oscar', consolePath('posts'));
    await begin(page, 'window');
    expect(await page.getByRole('link', { name: /Русский/ }).getAttribute('aria-current')).toBe('page');
    await write(page, 'Окно', 'Откроется **завтра**: [подробнее](https://x.example).');
    await page.locator('.preview strong', { hasText: 'завтра' }).waitFor();
    await saved(page);
    await page.getByRole('link', { name: /Deutsch/ }).click();
    await write(page, 'Fenster', 'Morgen.');
    await page.getByText('ru, de', { exact: true }).waitFor();
    expect(await barriersOn(page)).toEqual([]);

    await button(page, 'Publish…').click();
    await dialog(page).getByText('npm run operator -- posts publish window.md').waitFor({ state: 'attached' });
    await dialog(page).getByLabel(t('console:act.reason')).fill('as agreed');
    await button(page, t('console:act.submit')).click();
    await page.getByText('The post is published.').waitFor();
    const texts = await site.services.db.select().from(postTexts).where(eq(postTexts.title, 'Fenster'));
    expect(texts).toHaveLength(1);
    const member = await visit();
    await signIn(member, site, 'anna');
    await member.goto('/de/dashboard/feed');
    await member.getByRole('heading', { name: 'Fenster' }).waitFor();
  });

  test('shows nothing dangerous while it is written, and says what keeps it from being published', async () => {
    const page = await openAs('oscar', consolePath('posts'));
    await begin(page, 'danger');
    await write(
      page,
      'Опасно',
      '[x](javascript:alert(1)) <img src=x onerror=alert(1)> ![y](https://evil.example/z.gif) **конец**',
    );
    await page.locator('.preview strong', { hasText: 'конец' }).waitFor();
    expect(await page.locator('.preview :is(img, script, a[href])').count()).toBe(0);
    await page.getByText(/links to “javascript:alert\(1\)”/).waitFor();
    expect(await button(page, 'Publish…').count()).toBe(0);
  });

  test('is not written over by a second writer, whose words stay before them', async () => {
    const page = await openAs('oscar', consolePath('posts'), { expects: /^409 / });
    await begin(page, 'both');
    const second = await page.context().newPage();
    await second.goto('/operator/posts/both');
    await untilAlive(second);
    await write(second, 'Второе', 'Второе.');
    await saved(second);
    await second.getByText('ru', { exact: true }).waitFor();
    await write(page, 'Первое', 'Первое.');
    await page.getByText(/nothing was overwritten/).waitFor();
    expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Первое');
    await second.reload();
    expect(await second.getByLabel('Title', { exact: true }).inputValue()).toBe('Второе');
  });

  test.runIf(isLong)('is kept when it is larger than any form, and what the feed can’t take is told', async () => {
    const page = await openAs('oscar', consolePath('posts'));
    await begin(page, 'large');
    const long = 'Слово и дело. '.repeat(3_500).trim();
    await write(page, 'Длинно', long);
    await saved(page);
    await page.getByText('ru', { exact: true }).waitFor();
    await page.reload();
    expect(await page.getByLabel('Text (Markdown)').inputValue()).toBe(long);
    await write(page, 'Длинно', `${long} ${long}`.slice(0, 50_001));
    await page.getByText('--- ru ---: must have at most 50000 characters.').waitFor();
  });

  test('is pinned and withdrawn from the list, by keyboard', async () => {
    const page = await openAs('oscar', consolePath('posts', {}, { state: 'published', kind: 'news' }));
    const first = page
      .getByRole('row')
      .filter({ hasNot: page.getByText('Pinned', { exact: true }) })
      .nth(1);
    const title = (await first.getByRole('link').textContent()) ?? '';
    const row = page.getByRole('row', { name: title });
    const act = async (name: string, reason: string) => {
      await row.getByRole('button', { name }).focus();
      await page.keyboard.press('Enter');
      await dialog(page).getByLabel(t('console:act.reason')).fill(reason);
      await page.keyboard.press('Enter');
    };
    await act('Pin…', 'asked about often');
    await page.getByText('The post is pinned.').waitFor();
    expect(await row.getByText('Pinned', { exact: true }).count()).toBe(1);
    await act('Withdraw…', 'outdated');
    await page.getByText('The post is withdrawn.').waitFor();
    expect(await row.getByText('Withdrawn', { exact: true }).count()).toBe(1);
    expect(await barriersOn(page)).toEqual([]);
  });
});

test('a legal document is edited as a draft, and its new version is what visitors read', async () => {
  const page = await openAs('oscar', consolePath('legal'));
  const row = page.getByRole('row', { name: /^Complaints/ });
  await row.getByText('sample-1').waitFor();
  await row.getByRole('link', { name: 'Edit' }).click();
  await untilAlive(page);
  const file = page.getByLabel(t('console_content:legal.file'));
  const text = await file.inputValue();
  await file.fill(text.replace('Complaints', 'How to complain'));
  await button(page, t('console_content:draft.save')).click();
  await page.getByText('Version sample-1 is already published').waitFor();
  expect(await button(page, t('console_content:legal.publish')).count()).toBe(0);

  await file.fill(text.replace('Complaints', 'How to complain').replace('sample-1', '2027'));
  await button(page, t('console_content:draft.save')).click();
  await button(page, t('console_content:legal.publish')).click();
  await dialog(page).getByText('npm run operator -- legal publish complaints.md').waitFor({ state: 'attached' });
  await dialog(page).getByLabel(t('console:act.reason')).fill('a clearer title');
  await button(page, t('console:act.submit')).click();
  await page.getByText(t('console_content:legal.done')).waitFor();
  const visitor = await visit({ javaScriptEnabled: false });
  await visitor.goto('/en/legal/terms');
  await visitor.getByRole('link', { name: 'How to complain' }).click();
  await visitor.getByText('Version 2027, in effect from 01.11.2026.').waitFor();
});

describe('plans', () => {
  test('are changed as a draft, shown as a difference, and applied', async () => {
    const page = await openAs('oscar', consolePath('plans'));
    await page.getByRole('link', { name: 'Edit plans' }).click();
    await page.getByLabel('Price, USDT').fill('123,5');
    await page.getByLabel('Title: Tamil').fill('புதிய');
    await button(page, 'Save draft').click();
    await saved(page);
    const difference = page.getByRole('region', { name: 'Changes' });
    expect(await difference.getByRole('row').allTextContents()).toEqual([
      expect.stringContaining('Field'),
      expect.stringContaining('title.tamil'),
      expect.stringMatching(/price.*123\.50/),
    ]);
    expect(await barriersOn(page)).toEqual([]);
    await button(page, 'Apply…').click();
    await dialog(page).getByLabel(t('console:act.reason')).fill('December');
    await button(page, t('console:act.submit')).click();
    await page.getByText('The plans are applied.').waitFor();
    const [plan] = await site.services.db.select().from(plans).where(eq(plans.id, 'licenses-1'));
    expect(plan).toMatchObject({ price: 123_500_000n, title: { tamil: 'புதிய' } });
  });

  test('say what is wrong with a file that is no file of plans, and keep it', async () => {
    const page = await openAs('oscar', consolePath('planDraft'));
    await page.getByText(t('console_content:plans.json')).click();
    await page.getByLabel(t('console_content:draft.file')).fill('{');
    await page.getByText(t('console_content:plans.json_broken')).waitFor();
    await button(page, 'Save draft').click();
    await page.getByText('Invalid JSON at line 1').waitFor();
    expect(await button(page, 'Apply…').count()).toBe(0);
    await button(page, 'Discard draft…').click();
    await dialog(page).getByLabel(t('console:act.reason')).fill('a slip');
    await button(page, t('console:act.submit')).click();
    await page.getByText('Draft discarded.').waitFor();
  });
});

test.each(['plans', 'planDraft', 'posts', 'legal'] as const)('%s fits a phone', async (name) => {
  const page = await openAs('oscar', consolePath(name), PHONE);
  expect(await widthFaults(page)).toEqual([]);
});

test('the editor fits a phone', async () => {
  const page = await openAs('oscar', consolePath('posts'), PHONE);
  await page.getByRole('row').nth(1).getByRole('link').click();
  await page.waitForURL('**/operator/posts/*');
  expect(await widthFaults(page)).toEqual([]);
});

describe('an announcement', () => {
  test('is written, counted and seen before it is sent; a member reads it as text, in their language', async () => {
    const page = await openAs('oscar', consolePath('announcements'));
    await page.getByRole('link', { name: t('console_content:announcements.begin') }).click();
    await page.waitForURL(`**${consolePath('announcement', { id: NEW_ANNOUNCEMENT })}`);
    await untilAlive(page);
    const text = page.getByRole('textbox', { name: t('console_content:announcements.text') });
    await page.getByLabel('Title', { exact: true }).fill('Работы');
    await text.fill('Ночью.');
    await page.getByRole('link', { name: /Deutsch/ }).click();
    await page.getByLabel('Title', { exact: true }).fill('Wartung am Freitag');
    await text.fill('Ab 22 Uhr ist die Seite <b>nicht</b> erreichbar.');
    await page.locator('.preview').getByText('<b>nicht</b>').waitFor();
    await page.getByLabel('German', { exact: true }).check();
    await page.getByText(t('console_content:announcements.count_notices', { members: 1 })).waitFor();
    await page.waitForURL(/announcements\/[\da-f-]{36}/);
    expect(await barriersOn(page)).toEqual([]);

    await button(page, t('console_content:announcements.send')).click();
    await dialog(page).getByText('Wartung am Freitag').waitFor();
    await dialog(page).getByLabel(t('console:act.reason')).fill('as agreed');
    await button(page, t('console:act.submit')).click();
    await page.getByText(t('console_content:announcements.sent'), { exact: true }).first().waitFor();
    await page
      .getByRole('term')
      .filter({ hasText: t('console_content:announcements.finished') })
      .waitFor();
    await page.setViewportSize(PHONE.viewport);
    expect(await widthFaults(page)).toEqual([]);

    const member = await visit();
    await signIn(member, site, 'jonas');
    await member.goto('/de/dashboard/notices');
    await member.getByRole('link', { name: 'Wartung am Freitag' }).waitFor();
    await member.getByText('Ab 22 Uhr ist die Seite <b>nicht</b> erreichbar.').waitFor();
  });
});
