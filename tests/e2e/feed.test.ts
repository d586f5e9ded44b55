import ICAL from 'ical.js';
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { type Language, tagOf } from '#domain/languages.ts';
import { translator } from '#i18n/translator.ts';
import { formatDate, formatTime } from '#i18n/format.ts';
import { CAST, type Person } from '#server/operator/seed/cast.ts';
import { posts } from '#server/db/schema/index.ts';
import { publishPost, readPostFile, withdrawPost } from '#server/members/feed/index.ts';
import { isLong } from '../support/everyday.ts';
import { openVisitors, PHONE } from '../support/browser/browser.ts';
import { SEEN_LANGUAGES } from '../support/browser/seen-languages.ts';
import { answerFor, openStage, signIn } from '../support/app/stage.ts';
import { postFile } from '../server/members/feed/press.ts';
import { confirm, countLoads, notSee, press, see, send } from './forms.ts';

/** Readers without read posts, one per test. */
const READERS = ['plain', 'script', 'cut'] as const;
const readers = READERS.map((username): Person => ({ ...CAST[1]!, username, name: username, inviter: 'anna' }));
const site = await openStage({ people: [...CAST, ...readers], money: true });
const visit = await openVisitors(site.origin);
const t = translator('en');
const WAYS = [{ javaScriptEnabled: true }, { ...PHONE, javaScriptEnabled: false }] as const;
const PAYOUTS = 'Withdrawals to USDT TRC20: the December schedule';
const STRUCTURE = 'How to read a structure of places: lines, transitions, closings';
const link = () => `${site.origin}/en/partnerlink/anna`;

async function openAs(username: string, address: string, options = {}, language: Language = 'en'): Promise<Page> {
  const page = await visit(options);
  await signIn(page, site, username);
  await page.goto(`/${language}/dashboard/${address}`);
  return page;
}

async function postOf(slug: string) {
  const [post] = await site.services.db.select().from(posts).where(eq(posts.slug, slug));
  return post!;
}

async function publish(...facts: Parameters<typeof postFile>): Promise<void> {
  const read = readPostFile(postFile(...facts));
  if ('wrong' in read) throw new Error(JSON.stringify(read.wrong));
  await site.services.transaction((tx) => publishPost(tx, site.services, read.post));
}

const card = (page: Page, title: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: title }) });
const tab = (page: Page, name: 'news' | 'webinars') =>
  page.getByRole('navigation', { name: t('feed:title') }).getByRole('link', { name: t(`feed:${name}`) });
/** Number beside the feed in the menu, if there is one. */
const inMenu = async (page: Page) => {
  const entry = page.locator('#nav a', { hasText: t('common:menu.feed') });
  return (await entry.textContent())?.replace(t('common:menu.feed'), '');
};
const unreadMarks = (page: Page) => page.locator('#posts').getByText(t('feed:unread'), { exact: true });

describe('the feed', () => {
  test('shows news pinned first and the next webinar beside them; a tab leads to all webinars', async () => {
    const page = await openAs('anna', 'feed');
    const headings = page.locator('#posts').getByRole('heading', { level: 2 });
    expect((await headings.allTextContents())[0]).toBe(PAYOUTS);
    expect(await headings.count()).toBe(3);
    await page.getByRole('heading', { level: 3, name: STRUCTURE }).waitFor();
    await page
      .getByRole('navigation', { name: t('feed:title') })
      .getByRole('link', { name: t('feed:webinars') })
      .click();
    await page.waitForURL('**/dashboard/feed/webinars');
    await see(page, t('feed:webinar.state.past'));
    await page.getByRole('link', { name: t('feed:webinar.recording') }).waitFor();
  });

  test.each(WAYS)('marks a post as read that was opened, and all of them by a button', async (way) => {
    const page = await openAs(way.javaScriptEnabled ? 'script' : 'plain', 'feed', way);
    await see(page, t('feed:unread_posts', { count: 5 }));
    expect(await inMenu(page)).toBe('5');
    expect(await unreadMarks(page).count()).toBe(3);
    await page.getByRole('link', { name: PAYOUTS }).click();
    await page.getByRole('heading', { level: 1, name: PAYOUTS }).waitFor();
    expect(await inMenu(page)).toBe('4');
    await page.getByRole('link', { name: 'Finances' }).last().waitFor();
    await page.goto('/en/dashboard/feed');
    await see(page, t('feed:unread_posts', { count: 4 }));
    expect(await tab(page, 'news').textContent()).toBe(`${t('feed:news')}2`);
    expect(await tab(page, 'webinars').textContent()).toBe(`${t('feed:webinars')}2`);
    const loads = countLoads(page);
    await (way.javaScriptEnabled ? press : send)(page, t('feed:mark_all'));
    await see(page, t('feed:all_read'));
    expect(await unreadMarks(page).count()).toBe(0);
    await expect.poll(() => inMenu(page)).toBe('');
    await notSee(page, t('feed:mark_all'));
    expect(await tab(page, 'news').textContent()).toBe(t('feed:news'));
    expect(loads()).toBe(way.javaScriptEnabled ? 0 : 1);
    if (way.javaScriptEnabled) {
      await press(page, t('feed:mark_unread'));
      await see(page, t('feed:unread_posts', { count: 4 }));
      await expect.poll(() => unreadMarks(page).count()).toBe(2);
      await expect.poll(() => inMenu(page)).toBe('4');
      await notSee(page, t('feed:mark_unread'));
      await notSee(page, t('feed:all_read'));
      await press(page, t('feed:mark_all'));
      await page.getByRole('button', { name: t('feed:mark_unread') }).waitFor();
      expect(loads()).toBe(0);
    }
    await page.goto('/en/dashboard/feed/webinars');
    expect(await unreadMarks(page).count()).toBe(0);
  });

  test('has its marks back when the line broke, and they go when it is pressed again', async () => {
    const page = await openAs('cut', 'feed', { expects: /did not come through|ERR_FAILED/ });
    await page.route('**/api/feed/read/', (route) => route.abort());
    await press(page, t('feed:mark_all'));
    await see(page, t('common:line_broken'));
    expect(await unreadMarks(page).count()).toBe(3);
    await expect.poll(() => inMenu(page)).toBe('5');
    await page.unroute('**/api/feed/read/');
    await press(page, t('feed:mark_all'));
    await see(page, t('feed:all_read'));
    expect(await unreadMarks(page).count()).toBe(0);
  });

  test('changes its tab in place, and Back and a reload show the same', async () => {
    const page = await openAs('anna', 'feed');
    const loads = countLoads(page);
    await tab(page, 'webinars').click();
    await see(page, t('feed:webinar.state.past'));
    expect(new URL(page.url()).pathname).toBe('/en/dashboard/feed/webinars');
    expect(await page.title()).toBe(`${t('feed:webinars')} / Atrium`);
    expect(await tab(page, 'webinars').getAttribute('aria-current')).toBe('page');
    await see(page, t('feed:calendar.title'));
    await page.goBack();
    await page.getByRole('heading', { level: 2, name: PAYOUTS }).waitFor();
    expect(await page.title()).toBe(`${t('feed:title')} / Atrium`);
    expect(loads()).toBe(0);
    await page.goForward();
    await see(page, t('feed:calendar.title'));
    await page.reload();
    await see(page, t('feed:calendar.title'));
    await page.goBack();
    await page.getByRole('heading', { level: 2, name: PAYOUTS }).waitFor();
  });

  test('is not read by a browser that only looks ahead', async () => {
    const { id } = await postOf('payouts-in-december');
    const page = await openAs('ivan', 'profile');
    const answer = await page.request.get(`/en/dashboard/feed/${id}`, { headers: { 'sec-purpose': 'prefetch' } });
    expect(answer.status()).toBe(200);
    await page.goto('/en/dashboard/feed');
    expect(await card(page, PAYOUTS).getByText(t('feed:unread'), { exact: true }).count()).toBe(1);
  });

  test('tells in which language a post is that the reader’s language lacks', async () => {
    const { id } = await postOf('structure-keeps-its-filter');
    const page = await openAs('anna', `feed/${id}`, {}, 'hindi');
    const hindi = translator('hindi');
    await see(page, hindi('feed:fallback'));
    expect(await page.locator('.prose').getAttribute('lang')).toBe('ru');
    await page.goto('/hindi/dashboard/feed');
    const russian = page.getByRole('article').filter({ has: page.locator('h2[lang=ru]') });
    await russian.getByText(hindi('feed:in_russian')).waitFor();
    expect(await page.getByText(hindi('feed:in_russian')).count()).toBe(1);
  });

  test.each(['feed/x', 'feed/00000000-0000-4000-8000-000000000000', 'feed/webinars/x.ics'])(
    '%s is not there',
    async (address) => {
      expect(await answerFor(site, 'anna', `/en/dashboard/${address}`)).toBe(404);
    },
  );

  test.runIf(isLong).each(SEEN_LANGUAGES)('is rendered in $name', async ({ segment }) => {
    const words = translator(segment);
    const page = await openAs('anna', 'feed', PHONE, segment);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(words('feed:title'));
    await see(page, words('feed:webinar.upcoming'));
    await page.goto(`/${segment}/dashboard/feed/webinars`);
    await see(page, words('feed:webinar.state.past'));
    const { id } = await postOf('reading-a-structure');
    await page.goto(`/${segment}/dashboard/feed/${id}`);
    await see(page, words('feed:webinar.state.soon'));
    expect(await page.locator('.prose').getAttribute('lang')).toBe(tagOf(segment));
  });
});

describe('a post is shared', () => {
  test.each(WAYS)('by links that carry the sharer’s own', async (way) => {
    const page = await openAs('anna', 'feed', way);
    const post = card(page, PAYOUTS);
    await post.getByRole('button', { name: t('feed:share.button') }).click();
    const menu = post.getByRole('group', { name: t('feed:share.button') });
    const hrefs = await menu
      .getByRole('link')
      .evaluateAll((links) => links.map((one) => (one as HTMLAnchorElement).href));
    expect(hrefs).toHaveLength(3);
    for (const href of hrefs) {
      expect(decodeURIComponent(href)).toContain(link());
      expect(decodeURIComponent(href)).toContain(PAYOUTS);
    }
    expect(await menu.getByRole('button', { name: t('feed:share.copy') }).count()).toBe(way.javaScriptEnabled ? 1 : 0);
  });

  test('by the device’s own sheet, or copied', async () => {
    const page = await visit();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.addInitScript(() => {
      Object.assign(navigator, { share: async (data: ShareData) => Object.assign(window, { shared: data }) });
    });
    await signIn(page, site, 'anna');
    await page.goto('/en/dashboard/feed');
    const post = card(page, PAYOUTS);
    const open = post.getByRole('button', { name: t('feed:share.button') });
    await open.click();
    await post.getByRole('button', { name: t('feed:share.device') }).click();
    const shared = () => page.evaluate(() => Reflect.get(window, 'shared') as unknown);
    await expect.poll(shared).toEqual({ url: link(), text: PAYOUTS });
    await post.getByRole('button', { name: t('feed:share.copy') }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(link());
  });
});

describe('a webinar', () => {
  test('says when it begins, here and where the reader is', async () => {
    const { id, startsAt } = await postOf('reading-a-structure');
    const time = (zone: string) => formatTime(startsAt!, zone);
    const page = await openAs('anna', `feed/${id}`, { timezoneId: 'Asia/Kolkata' });
    const facts = page.locator('dl.facts');
    const date = formatDate(startsAt!, 'Europe/Moscow');
    await facts.getByText(`${date} ${time('Europe/Moscow')}, Moscow Time`).waitFor();
    const own = facts.locator('div').filter({ hasText: t('feed:webinar.your_time') });
    await own.getByText(time('Asia/Kolkata')).waitFor();
    const there = await openAs('anna', `feed/${id}`, { timezoneId: 'Europe/Moscow' });
    await there.locator('dl.facts').getByText(date).waitFor();
    await notSee(there, t('feed:webinar.your_time'));
  });

  test('lets in from a quarter of an hour before it', async () => {
    const now = site.services.clock.now();
    const join = 'https://meet.example/on-now';
    await publish('on-now', now, { starts: new Date(now.getTime() + 600_000), join });
    const { id } = await postOf('on-now');
    const page = await openAs('anna', `feed/${id}`);
    expect(await page.getByRole('link', { name: t('feed:webinar.open') }).getAttribute('href')).toBe(join);
    await publish('on-soon', now, { starts: new Date(now.getTime() + 20 * 60_000), join });
    const { id: soon } = await postOf('on-soon');
    const waits = await page.goto(`/en/dashboard/feed/${soon}`);
    expect(Number(waits?.headers()['refresh'])).toBeGreaterThan(200);
    expect(Number(waits?.headers()['refresh'])).toBeLessThan(302);
    await site.services.transaction((tx) => withdrawPost(tx, site.services, 'on-soon'));
    const { id: later } = await postOf('reading-a-structure');
    await page.goto(`/en/dashboard/feed/${later}`);
    await see(page, t('feed:webinar.join_later', { minutes: 15 }));
    expect(await page.evaluate(() => fetch('').then(({ headers }) => headers.get('refresh')))).toBe(null);
    expect(await page.content()).not.toContain('meet.example');
  });

  test('goes into a calendar, in the reader’s language and without the way in', async () => {
    const { id, startsAt } = await postOf('reading-a-structure');
    const page = await openAs('anna', 'feed/webinars');
    const file = await page.request.get(`/tamil/dashboard/feed/webinars/${id}.ics`);
    expect(file.headers()['content-type']).toBe('text/calendar; charset=utf-8');
    const text = await file.text();
    expect(text).not.toContain('meet.example');
    const event = new ICAL.Event(new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent')!);
    expect(event.startDate.toJSDate()).toEqual(startsAt);
    expect(event.summary).toMatch(/^ஸ்ட்ரக்சரைப் புரிந்துகொள்வது எப்படி/);
    expect(event.component.getFirstPropertyValue('url')).toBe(`${site.origin}/tamil/dashboard/feed/${id}`);
    expect(event.uid).toMatch(id);
    const { id: news } = await postOf('payouts-in-december');
    expect((await page.request.get(`/en/dashboard/feed/webinars/${news}.ics`)).status()).toBe(404);
  });

  test.each([true, false])(
    'comes into a calendar by itself, by an address of one’s own (JavaScript: %s)',
    async (script) => {
      const member = script ? 'ivan' : 'jonas';
      const page = await openAs(member, 'feed/webinars', { javaScriptEnabled: script });
      await (script ? press : send)(page, t('feed:calendar.make'));
      await see(page, t('feed:calendar.done'));
      const address = await page.locator('#calendar .mono').innerText();
      const program = await visit({ locale: 'de' });
      const file = await program.request.get(address);
      expect(file.headers()['content-type']).toBe('text/calendar; charset=utf-8');
      const calendar = new ICAL.Component(ICAL.parse(await file.text()));
      expect(calendar.getFirstPropertyValue('x-wr-calname')).toBe('Atrium: Webinars');
      const { id, startsAt } = await postOf('reading-a-structure');
      const events = calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event));
      expect(events.find(({ uid }) => uid.startsWith(id))?.startDate.toJSDate()).toEqual(startsAt);
      if (script) {
        await press(page, t('feed:calendar.renew'));
        const question = page.getByRole('alertdialog', { name: t('feed:calendar.ask') });
        await question.getByRole('button', { name: t('feed:calendar.renew') }).click();
        await expect.poll(() => page.locator('#calendar .mono').innerText()).not.toBe(address);
      } else await confirm(page, t('feed:calendar.renew'));
      expect((await program.request.get(address)).status()).toBe(404);
      expect((await program.request.get('/en/calendar.ics')).status()).toBe(404);
    },
  );

  test('is no calendar file for guests', async () => {
    const { id } = await postOf('reading-a-structure');
    const page = await visit();
    await page.goto(`/en/dashboard/feed/webinars/${id}.ics`);
    expect(new URL(page.url()).pathname).toBe('/en/auth');
  });
});

test('the profile shows the next webinar and three news', async () => {
  const page = await openAs('anna', 'profile');
  const feed = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: t('profile:feed.title'), exact: true }) });
  await feed.getByRole('heading', { name: STRUCTURE }).waitFor();
  expect(await feed.getByRole('listitem').count()).toBe(3);
  await feed.getByRole('link', { name: PAYOUTS }).click();
  await page.getByRole('heading', { level: 1, name: PAYOUTS }).waitFor();
});

describe('older posts', () => {
  async function publishOlder(): Promise<void> {
    const now = site.services.clock.now();
    for (let number = 1; number <= 12; number += 1) {
      await publish(`older-${number}`, now, { published: new Date(now.getTime() - (40 + number) * 86_400_000) });
    }
  }
  const shown = (page: Page) => page.locator('#posts h2').allTextContents();

  test('are added below in place, and are still there after Back and a reload', async () => {
    await publishOlder();
    const page = await openAs('anna', 'feed', PHONE);
    const loads = countLoads(page);
    const before = await shown(page);
    expect(before).toHaveLength(10);
    await page.getByRole('link', { name: t('feed:show_more') }).click();
    await expect.poll(() => shown(page)).toHaveLength(15);
    const all = await shown(page);
    expect(all.slice(0, 10)).toEqual(before);
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(all[10]);
    expect(loads()).toBe(0);
    await page.getByRole('link', { name: all[12]! }).first().click();
    await page.getByRole('heading', { level: 1, name: all[12]! }).waitFor();
    await page.goBack();
    await expect.poll(() => shown(page)).toEqual(all);
    await page.reload();
    expect(await shown(page)).toEqual(all);
  });

  test('come by a link without scripts, and back to the beginning', async () => {
    await publishOlder();
    const page = await openAs('anna', 'feed', { javaScriptEnabled: false });
    expect(await shown(page)).toHaveLength(10);
    await page.getByRole('link', { name: t('feed:show_more') }).click();
    await page.waitForURL(/cursor=/);
    expect(await shown(page)).toHaveLength(5);
    await page.getByRole('link', { name: t('feed:first_page') }).click();
    await page.waitForURL(/\/feed$/);
    await page.goto('/en/dashboard/feed?cursor=broken');
    expect(await shown(page)).toHaveLength(10);
  });
});
