import { eq, sql } from 'drizzle-orm';
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { translator } from '#i18n/translator.ts';
import { CAST, DEMO_PASSWORD, type Person } from '#server/operator/seed/cast.ts';
import { supportRequests, transactions } from '#server/db/schema/index.ts';
import { LIMITS } from '#server/api/rate-limits.ts';
import { isLong } from '../support/everyday.ts';
import { openVisitors, PHONE } from '../support/browser/browser.ts';
import { giveAnswer, giveQuestion, OTHER_WAYS } from '../support/people/questions.ts';
import { memberOf, openStage, signIn } from '../support/app/stage.ts';
import {
  countLoads,
  countPosts,
  errorsAt,
  field,
  fill,
  notSee,
  press,
  see,
  send,
  switchLanguage,
  valuesOf,
} from './forms.ts';

/** Members, one per test. */
const PEOPLE = [
  'script',
  'plain',
  'empty',
  'emptied',
  'long',
  'twice',
  'back',
  'often',
  'down',
  'lost',
  'reads',
  'ahead',
  'pages',
  'cut',
  'ended',
  'switches',
  'follows',
  'grows',
];
const people = PEOPLE.map((username): Person => ({ ...CAST[2]!, username, name: username }));
const site = await openStage({ people: [...CAST, ...people], money: true, env: OTHER_WAYS });
const visit = await openVisitors(site.origin);
const t = translator('en');
const [TOPIC, MESSAGE, SEND] = [t('support:form.topic'), t('support:form.message'), t('support:form.submit')];

async function openSupport(username: string, options = {}, query = ''): Promise<Page> {
  const page = await visit(options);
  await signIn(page, site, username);
  await page.goto(`/en/dashboard/support${query}`);
  return page;
}

async function write(page: Page, message: string, topic = 'other'): Promise<void> {
  await field(page, TOPIC).selectOption(topic);
  await field(page, MESSAGE).fill(message);
}

async function askedBy(username: string) {
  const { id } = await memberOf(site, username);
  return site.services.db.select().from(supportRequests).where(eq(supportRequests.memberId, id));
}

describe('a member asks', () => {
  test.each([
    { username: 'script', options: {} },
    { username: 'plain', options: { ...PHONE, javaScriptEnabled: false } },
  ])('and is thanked once, with a number ($username)', async ({ username, options }) => {
    const page = await openSupport(username, options);
    await see(page, t('support:list.empty'));
    await write(page, 'Hello,\nwhere is my <b>place</b>?', 'places');
    await field(page, t('support:form.copy')).check();
    const loads = countLoads(page);
    await (username === 'script' ? press : send)(page, SEND);
    await see(page, t('support:done.title'));
    const [asked] = await askedBy(username);
    expect(asked).toMatchObject({ topic: 'places', message: 'Hello,\nwhere is my <b>place</b>?', about: null });
    const number = `S-${String(asked?.id).padStart(5, '0')}`;
    await see(page, t('support:done.text', { number }));
    await page.getByText('where is my <b>place</b>?').waitFor();
    expect(await field(page, MESSAGE).count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain(number);
    await page.getByRole('link', { name: t('support:done.another') }).click();
    await field(page, MESSAGE).waitFor();
    expect(await valuesOf(page, MESSAGE)).toEqual(['']);
    if (username !== 'script') return;
    await write(page, 'And another one', 'team');
    await press(page, SEND);
    await see(page, t('support:done.title'));
    expect([loads(), (await askedBy(username)).length]).toEqual([0, 2]);
    await page.reload();
    await field(page, MESSAGE).waitFor();
    expect(await valuesOf(page, MESSAGE)).toEqual(['']);
  });

  test.each([true, false])('and what is missing is told, what was typed stays (JavaScript: %s)', async (script) => {
    const page = await openSupport(script ? 'empty' : 'emptied', { javaScriptEnabled: script });
    await field(page, MESSAGE).fill('Only words');
    await field(page, t('support:form.copy')).check();
    const push = script ? press : send;
    await push(page, SEND);
    await see(page, t('faults:required'));
    expect(await errorsAt(page, TOPIC)).toEqual([t('faults:required')]);
    expect(await valuesOf(page, MESSAGE)).toEqual(['Only words']);
    expect(await field(page, t('support:form.copy')).isChecked()).toBe(true);
    await write(page, ' ', 'team');
    await push(page, SEND);
    await expect.poll(() => errorsAt(page, TOPIC)).toEqual([]);
    expect(await errorsAt(page, MESSAGE)).toEqual([t('faults:required')]);
    expect(await valuesOf(page, TOPIC)).toEqual(['team']);
  });

  test.runIf(isLong)('a thousand characters with many lines, which a browser counts as we do', async () => {
    const page = await openSupport('long', { javaScriptEnabled: false });
    await write(page, 'ab\n'.repeat(333));
    await send(page, SEND);
    await see(page, t('support:done.title'));
    expect((await askedBy('long'))[0]?.message).toHaveLength(999);
  });

  test.runIf(isLong)('and sees how much room is left', async () => {
    const page = await openSupport('long');
    await field(page, MESSAGE).pressSequentially('Hello');
    await see(page, '5 / 1000');
  });
});

describe('one request is one', () => {
  test('although the button is clicked twice', async () => {
    const page = await openSupport('twice');
    await write(page, 'Once');
    await page.getByRole('button', { name: SEND }).dblclick();
    await see(page, t('support:done.title'));
    expect(await askedBy('twice')).toHaveLength(1);
  });

  test('and who goes back and writes something else is asked whether to send both', async () => {
    const page = await openSupport('back', { javaScriptEnabled: false });
    const uid = await page.locator('[name=uid]').inputValue();
    await write(page, 'First');
    await send(page, SEND);
    await page.goto('/en/dashboard/support');
    await page.locator('[name=uid]').evaluate((input, old) => ((input as HTMLInputElement).value = old), uid);
    await write(page, 'Second');
    await send(page, SEND);
    await see(page, t('support:form.reused'));
    expect(await valuesOf(page, MESSAGE)).toEqual(['Second']);
    await send(page, SEND);
    await see(page, t('support:done.title'));
    expect((await askedBy('back')).map(({ message }) => message)).toEqual(['First', 'Second']);
  });
});

describe('what was typed is not lost', () => {
  test('when somebody asks too often', async () => {
    const page = await openSupport('often', { javaScriptEnabled: false });
    for (let count = 0; count < LIMITS.supportAccount.max; count += 1) {
      await write(page, `Question ${count}`);
      await send(page, SEND);
      await page.goto('/en/dashboard/support');
    }
    await write(page, 'One too many');
    await send(page, SEND);
    await see(page, /^Too many attempts\. Try again in \d+ minutes?\.$/);
    expect(await valuesOf(page, MESSAGE)).toEqual(['One too many']);
  });

  test('when Atrium is down, and it is sent once', async () => {
    const page = await openSupport('down', { javaScriptEnabled: false, expects: /^50\d / });
    await write(page, 'Still\nhere', 'account');
    await site.services.db.execute(sql`alter table support_requests rename to support_elsewhere`);
    await send(page, SEND).finally(() =>
      site.services.db.execute(sql`alter table support_elsewhere rename to support_requests`),
    );
    await see(page, t('support:kept'));
    await send(page, t('common:broken.again'));
    await see(page, t('support:done.title'));
    expect(await askedBy('down')).toMatchObject([{ topic: 'account', message: 'Still\nhere' }]);
  });

  test('when the session is, and only its owner finds it', async () => {
    const page = await openSupport('lost', { expects: /^401 / });
    await write(page, 'A long story');
    await page.context().clearCookies({ name: /_token$/ });
    await press(page, SEND);
    await page.waitForURL(/\/en\/auth(\?|$)/);
    await signIn(page, site, 'ivan');
    await page.goto('/en/dashboard/support');
    await field(page, MESSAGE).focus();
    await see(page, '0 / 1000');
    await signIn(page, site, 'lost');
    await page.goto('/en/dashboard/support');
    expect(await valuesOf(page, MESSAGE)).toEqual(['A long story']);
    await field(page, TOPIC).focus();
    await field(page, TOPIC).selectOption('other');
    await see(page, '12 / 1000');
    await press(page, SEND);
    await see(page, t('support:done.title'));
    await page.goto('/en/dashboard/support');
    await field(page, MESSAGE).focus();
    await see(page, '0 / 1000');
  });
});

describe('in place', () => {
  test('a message whose answer was lost is sent again and stays one request', async () => {
    const page = await openSupport('cut', { expects: /did not come through|ERR_/ });
    const loads = countLoads(page);
    await write(page, 'Has it come?');
    let tries = 0;
    await page.route('**/api/support/', async (route) => {
      if (route.request().method() !== 'POST' || (tries += 1) > 1) return route.fallback();
      await route.fetch();
      return route.abort();
    });
    await press(page, SEND);
    await see(page, t('common:line_broken'));
    expect(await valuesOf(page, MESSAGE)).toEqual(['Has it come?']);
    await press(page, SEND);
    await see(page, t('support:done.title'));
    expect([loads(), tries, (await askedBy('cut')).length]).toEqual([0, 2, 1]);
  });

  test('what is typed goes along when the language is changed, and after the thanks nothing does', async () => {
    const page = await openSupport('switches');
    const german = translator('de');
    await write(page, 'Half of it', 'team');
    await switchLanguage(page, 'Deutsch');
    await page.waitForURL('**/de/dashboard/support');
    expect(await valuesOf(page, german('support:form.message'))).toEqual(['Half of it']);
    expect(await valuesOf(page, german('support:form.topic'))).toEqual(['team']);
    await press(page, german('support:form.submit'));
    await see(page, german('support:done.title'));
    expect(await askedBy('switches')).toHaveLength(1);
    await switchLanguage(page, 'English');
    await page.waitForURL('**/en/dashboard/support');
    expect(await valuesOf(page, MESSAGE)).toEqual(['']);
    expect(await askedBy('switches')).toHaveLength(1);
  });

  test('what is typed when the session has ended is there after signing in', async () => {
    const page = await openSupport('ended', { expects: /^401 / });
    await write(page, 'Unfinished', 'account');
    await page.context().clearCookies({ name: /_token$/ });
    const posts = countPosts(page);
    await press(page, SEND);
    await page.waitForURL(/\/en\/auth/);
    expect(posts()).toBeGreaterThan(0);
    await fill(page, { [t('auth:sign_in.login')]: 'ended', [t('auth:sign_in.password')]: DEMO_PASSWORD });
    await press(page, t('auth:sign_in.submit'));
    await page.waitForURL('**/en/dashboard/support**');
    expect(await valuesOf(page, TOPIC, MESSAGE)).toEqual(['account', 'Unfinished']);
    expect(await askedBy('ended')).toHaveLength(0);
  });

  test('an answer comes in while somebody looks, opens and is seen', async () => {
    const number = await giveQuestion(site, 'follows', 'Where is my place?');
    const page = await openSupport('follows');
    await see(page, t('support:state.open'));
    const loads = countLoads(page);
    await giveAnswer(site, number, 'At the top.');
    await see(page, 'At the top.');
    await see(page, t('support:list.unread'));
    expect(loads()).toBe(0);
    await expect
      .poll(async () => page.request.get('/api/support/').then((answer) => answer.text()))
      .toContain('"is_unread":false');
  });

  test('older requests are added below', async () => {
    for (let count = 1; count <= 12; count += 1) await giveQuestion(site, 'grows', `Question ${count}`);
    const page = await openSupport('grows');
    const loads = countLoads(page);
    const shown = () => page.locator('summary b').allTextContents();
    const first = await shown();
    await page.getByRole('link', { name: t('finance:history.show_more') }).click();
    await expect.poll(shown).toHaveLength(12);
    expect((await shown()).slice(0, 10)).toEqual(first);
    expect(loads()).toBe(0);
  });
});

describe('a member asks about', () => {
  test('a transaction, from its page', async () => {
    const page = await visit({ javaScriptEnabled: false });
    await signIn(page, site, 'jonas');
    await page.goto('/en/dashboard/finance/transactions');
    await page.locator('main a[href*="/transactions/"]').first().click();
    await page.getByRole('link', { name: t('support:ask_about') }).click();
    await see(page, t('support:about.transaction'));
    expect(await valuesOf(page, TOPIC)).toEqual(['places']);
    await field(page, MESSAGE).fill('Did it arrive?');
    await send(page, SEND);
    await see(page, t('support:done.title'));
    expect((await askedBy('jonas'))[0]?.about).toMatch(/^transaction:/);
    await page.getByRole('link', { name: t('transactions:open') }).click();
    await page.waitForURL(/\/transactions\/[\w-]{36}$/);
  });

  test.runIf(isLong)('a withdrawal, from its page', async () => {
    const page = await visit();
    await signIn(page, site, 'anna');
    await page.goto('/en/dashboard/finance');
    await page.locator('a[href*="/withdrawals/"]').first().click();
    await page.getByRole('link', { name: t('support:ask_about') }).click();
    await see(page, t('support:about.withdrawal'));
    expect(await valuesOf(page, TOPIC)).toEqual(['finance']);
    await page.getByRole('link', { name: t('support:about.without') }).click();
    await notSee(page, t('support:about.withdrawal'));
  });

  test('nothing of somebody else’s, and nothing that is not there', async () => {
    const { id: memberId } = await memberOf(site, 'jonas');
    const [theirs] = await site.services.db.select().from(transactions).where(eq(transactions.memberId, memberId));
    const page = await visit({ javaScriptEnabled: false });
    await signIn(page, site, 'ivan');
    for (const id of [theirs!.id, crypto.randomUUID()]) {
      await page.goto(`/en/dashboard/support?about=transaction%3A${id}`);
      await write(page, `Whose is ${id}?`);
      await send(page, SEND);
      await see(page, t('support:form.about_gone'));
      expect(await valuesOf(page, MESSAGE)).toEqual([`Whose is ${id}?`]);
      await send(page, SEND);
      await see(page, t('support:done.title'));
    }
    expect((await askedBy('ivan')).map(({ about }) => about)).toEqual([null, null]);
    await page.goto('/en/dashboard/support?about=javascript:alert(1)');
    expect(await page.locator('[name=about]').count()).toBe(0);
  });
});

describe('my requests', () => {
  test('show an answer, and that it is new until it was seen', async () => {
    const number = await giveQuestion(site, 'reads', 'Where is my place?');
    await giveAnswer(site, number, '<i>Here</i>,\n\u202Eat the top.');
    const page = await openSupport('reads', { javaScriptEnabled: false });
    await see(page, t('support:list.unread'));
    await page.getByText('<i>Here</i>,').waitFor();
    await page.reload();
    await page.getByText(number).waitFor();
    await see(page, t('support:state.answered'));
    await notSee(page, t('support:list.unread'));
  });

  test('stay unread when a browser only looks ahead', async () => {
    await giveAnswer(site, await giveQuestion(site, 'ahead', 'Where is it?'));
    const page = await visit({ javaScriptEnabled: false });
    await signIn(page, site, 'ahead');
    const ahead = await page.request.get('/en/dashboard/support', { headers: { 'sec-purpose': 'prefetch' } });
    expect([ahead.status(), await ahead.text()]).toEqual([200, expect.stringContaining(t('support:list.unread'))]);
    await page.goto('/en/dashboard/support');
    await see(page, t('support:list.unread'));
  });

  test('are turned a page at a time, without end nor repetition', async () => {
    for (let count = 1; count <= 12; count += 1) await giveQuestion(site, 'pages', `Question ${count}`);
    const page = await openSupport('pages', { javaScriptEnabled: false });
    const shown = () => page.locator('summary b').allTextContents();
    const first = await shown();
    await page.getByRole('link', { name: t('finance:history.show_more') }).click();
    await page.waitForURL(/cursor=/);
    const second = await shown();
    expect([first.length, second.length, new Set([...first, ...second]).size]).toEqual([10, 2, 12]);
    await page.getByRole('link', { name: t('finance:history.newest') }).click();
    await page.waitForURL('**/dashboard/support');
    await page.goto('/en/dashboard/support?cursor=x');
    expect(await shown()).toEqual(first);
  });

  test('thank nobody for what they did not send', async () => {
    const page = await openSupport('pages', { javaScriptEnabled: false }, '?done=S-99999');
    await field(page, MESSAGE).waitFor();
    await notSee(page, t('support:done.title'));
  });
});

test('other ways are those that are configured', async () => {
  const page = await openSupport('anna');
  const ways = page.getByRole('complementary', { name: t('support:ways.title') });
  expect(await ways.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
    `mailto:${OTHER_WAYS.SUPPORT_EMAIL}`,
    OTHER_WAYS.SUPPORT_CHAT_URL,
  ]);
});
