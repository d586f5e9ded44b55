import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { eq } from 'drizzle-orm';
import { formatDate } from '#i18n/format.ts';
import { translator } from '#i18n/translator.ts';
import { members } from '#server/db/schema/index.ts';
import { CAST, type Person } from '#server/operator/seed/cast.ts';
import { openVisitors, PHONE } from '../support/browser/browser.ts';
import { memberOf, openClient, openStage, ownerOf, sessionCookies, signIn } from '../support/app/stage.ts';
import { countLoads, see } from './forms.ts';

const t = translator('en');

/** Inviters, one per test, each with people who need a hand. */
const INVITERS = ['script', 'plain', 'wide'];
const WIDE = 22;
const person = (username: string, inviter: string, rest: Partial<Person> = {}): Person => ({
  ...CAST.at(-1)!,
  username,
  name: `${username} of ${inviter}`,
  inviter,
  registeredDaysAgo: 50,
  ...rest,
});
const people: Person[] = [
  ...INVITERS.map((username) => person(username, 'anna', { active: true, registeredDaysAgo: 90 })),
  ...['script', 'plain'].flatMap((inviter) => [
    person(`${inviter}.new`, inviter, { registeredDaysAgo: 1, language: 'tamil', active: true }),
    person(`${inviter}.old`, inviter, { language: 'de' }),
  ]),
  ...Array.from({ length: WIDE }, (_, index) => person(`wide${10 + index}`, 'wide', { registeredDaysAgo: 80 - index })),
];
const site = await openStage({ people: [...CAST, ...people] });
const visit = await openVisitors(site.origin);

const rowOf = (page: Page, username: string) => page.getByRole('listitem').filter({ hasText: `@${username}` });
const namesOn = async (page: Page) =>
  (await page.locator('main .rows .user small').allTextContents()).map((name) => name.slice(1));
const snoozeOf = (page: Page, username: string) =>
  rowOf(page, username).getByRole('button', { name: t('team:hand.snooze') });

describe.each([
  ['script', true],
  ['plain', false],
])('a member whose scripts are %s', (inviter, javaScriptEnabled) => {
  test('finds who needs a hand, reads the message and snoozes one after the other', async () => {
    const contacts = { telegram: `@${inviter}_old`, phone: '+49 171 1234567', other: '' };
    await site.services.db
      .update(members)
      .set({ contacts, contactsVisibility: 'inviter' })
      .where(eq(members.username, `${inviter}.old`));
    const page = await visit({ ...PHONE, javaScriptEnabled });
    await signIn(page, site, inviter);
    await page.goto('/en/dashboard/team');
    await page.getByRole('link', { name: `${t('team:hand.title')} · 2`, exact: true }).click();
    await page.getByRole('heading', { level: 1, name: t('team:hand.title') }).waitFor();
    expect(await namesOn(page)).toEqual([`${inviter}.new`, `${inviter}.old`]);

    const newcomer = rowOf(page, `${inviter}.new`);
    const { registeredAt } = await memberOf(site, `${inviter}.new`);
    await newcomer
      .getByText(t('team:hand.reason.joined', { date: formatDate(registeredAt, 'Europe/Moscow') }))
      .waitFor();
    await newcomer.locator('summary').click();
    const message = newcomer.locator('p[lang=ta]');
    expect(await message.textContent()).toContain(`வணக்கம் ${inviter}.new of ${inviter}, நான் ${inviter} of anna.`);
    expect(await newcomer.getByRole('link').count()).toBe(1);

    const old = rowOf(page, `${inviter}.old`);
    const links = await Promise.all(
      ['Telegram', 'WhatsApp'].map((name) => old.getByRole('link', { name }).getAttribute('href')),
    );
    const draft = encodeURIComponent((await old.locator('p[lang=de]').textContent())!);
    expect(links).toEqual([`https://t.me/${inviter}_old?text=${draft}`, `https://wa.me/491711234567?text=${draft}`]);

    const loads = countLoads(page);
    await snoozeOf(page, `${inviter}.new`).click();
    await see(page, t('team:hand.snoozed'));
    await expect.poll(() => namesOn(page)).toEqual([`${inviter}.old`]);
    expect(loads()).toBe(javaScriptEnabled ? 0 : 1);
    await snoozeOf(page, `${inviter}.old`).click();
    await see(page, t('team:hand.empty'));
    if (javaScriptEnabled) {
      const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
      expect(await focused()).toBe(t('team:hand.title'));
    }
    await page.goto('/en/dashboard/team');
    expect(await page.getByRole('link', { name: t('team:hand.title') }).count()).toBe(0);
  });
});

test.each([true, false])('a wide first line comes a page at a time, scripts: %s', async (javaScriptEnabled) => {
  const page = await visit({ javaScriptEnabled });
  await signIn(page, site, 'wide');
  await page.goto('/en/dashboard/team/needs-a-hand');
  const everyone = Array.from({ length: WIDE }, (_, index) => `wide${10 + WIDE - 1 - index}`);
  expect(await namesOn(page)).toEqual(everyone.slice(0, 20));
  await page.getByRole('link', { name: t('team:list.show_more') }).click();
  await expect.poll(() => namesOn(page)).toEqual(javaScriptEnabled ? everyone : everyone.slice(20));
});

test('a snooze that is posted for another first line is not found, and the page says so', async () => {
  const client = await openClient(site, await sessionCookies(site, 'wide'));
  const form = { owner: await ownerOf(site, 'wide'), username: 'script.old' };
  const answer = await client.post('/en/dashboard/team/needs-a-hand', { form, headers: { origin: site.origin } });
  expect(answer.status()).toBe(404);
  expect(await answer.text()).toContain(t('refusals:not_found'));
});
