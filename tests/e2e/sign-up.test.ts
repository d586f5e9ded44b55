import { eq } from 'drizzle-orm';
import type { Page, Route } from 'playwright';
import { describe, expect, test } from 'vitest';
import { translator } from '#i18n/translator.ts';
import { mailbox, mails, members, signUps } from '#server/db/schema/index.ts';
import { openVisitors } from '../support/browser/browser.ts';
import { isLong } from '../support/everyday.ts';
import { openStage } from '../support/app/stage.ts';
import { awake } from './awake.ts';
import {
  agree,
  countLoads,
  countPosts,
  errorsAt,
  field,
  fill,
  press,
  see,
  send,
  switchLanguage,
  valuesOf,
} from './forms.ts';
import { answerQuestion, questionIn } from './question.ts';

const site = await openStage();
const visit = await openVisitors(site.origin);
/** The browser logs the refused response. */
const refused = { expects: /^422 / };
const t = translator('en');

const CODE = t('auth:inviter.code');
const EMAIL = t('auth:sign_up.email');
const USERNAME = t('auth:sign_up.username');
const PASSWORD = t('auth:sign_up.password');
const REPEAT = t('auth:sign_up.password_repeat');
const SUBMIT = t('auth:sign_up.submit');

const form = (username: string) => ({
  [EMAIL]: `${username}@guests.example`,
  [USERNAME]: username,
  [PASSWORD]: 'Blue-4-horses',
  [REPEAT]: 'Blue-4-horses',
});

const complete = async (page: Page, values: Record<string, string>) => {
  await fill(page, values);
  await agree(page);
};

const isRegistered = (page: Page) => see(page, t('auth:done.registered'));

const rulesOf = (page: Page, state: 'ok' | 'bad') =>
  page
    .getByRole('list', { name: t('auth:password.rules') })
    .locator(`.${state}`)
    .allInnerTexts();
const rulesNamed = (...rules: ('short' | 'digit' | 'letter' | 'symbol')[]) =>
  rules.map((rule) => t(`auth:password.password_${rule}`));

describe('a refusal names every field that is wrong', () => {
  test('before anything is sent, and keeps what was typed', async () => {
    const page = await visit();
    await page.goto('/en/auth/sign-up?ref=anna');
    const typed = { [EMAIL]: 'olga at home', [USERNAME]: 'Ольга!', [PASSWORD]: 'abc', [REPEAT]: 'abd' };
    await fill(page, typed);
    const [loads, posts] = [countLoads(page), countPosts(page)];
    await press(page, SUBMIT);
    await see(page, t('faults:passwords_differ'));
    expect(await errorsAt(page, EMAIL)).toEqual([t('faults:email_invalid')]);
    expect(await errorsAt(page, USERNAME)).toEqual([t('faults:username_pattern')]);
    expect(await errorsAt(page, PASSWORD)).toEqual([]);
    expect(await rulesOf(page, 'bad')).toEqual(rulesNamed('short', 'digit', 'symbol'));
    expect(await errorsAt(page, REPEAT)).toEqual([t('faults:passwords_differ')]);
    expect(await valuesOf(page, ...Object.keys(typed))).toEqual(Object.values(typed));
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('email');
    expect([loads(), posts()]).toEqual([0, 0]);
    for (const label of Object.keys(typed)) {
      await field(page, label).click();
      await expect.poll(() => errorsAt(page, label)).toEqual([]);
    }
  });

  test.each([true, false])('an empty form misses everything, the inviter first (JavaScript: %s)', async (isLive) => {
    const page = await visit({ javaScriptEnabled: isLive });
    await page.goto('/en/auth/sign-up');
    const posts = countPosts(page);
    if (isLive) await press(page, SUBMIT);
    else await send(page, SUBMIT);
    await see(page, t('faults:inviter_required'));
    if (isLive) {
      expect(posts()).toBe(0);
      expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('ref');
    }
    expect(await errorsAt(page, CODE)).toEqual([t('faults:inviter_required')]);
    for (const label of [EMAIL, USERNAME, PASSWORD, REPEAT])
      expect(await errorsAt(page, label)).toEqual([t('faults:required')]);
    await see(page, t('faults:agreement_required'));
  });

  test('a field that was left, at once', async () => {
    const page = await visit();
    await page.goto('/en/auth/sign-up?ref=anna');
    await field(page, EMAIL).focus();
    await awake(page);
    await field(page, EMAIL).pressSequentially('olga at home');
    await field(page, USERNAME).pressSequentially('ol');
    await see(page, t('faults:email_invalid'));
    await field(page, PASSWORD).pressSequentially('Blue-4-horses');
    await see(page, t('faults:username_pattern'));
    await field(page, REPEAT).pressSequentially('Blue-5-horses');
    await field(page, EMAIL).click();
    await see(page, t('faults:passwords_differ'));
    await expect.poll(() => errorsAt(page, EMAIL)).toEqual([]);
  });

  test('a broken rule of a password where it stands already, also without JavaScript', async () => {
    const page = await visit({ javaScriptEnabled: false });
    await page.goto('/en/auth/sign-up?ref=anna');
    await complete(page, { ...form('rules'), [PASSWORD]: 'abc', [REPEAT]: 'abc' });
    await send(page, SUBMIT);
    expect(await errorsAt(page, PASSWORD)).toEqual([]);
    expect(await rulesOf(page, 'bad')).toEqual(rulesNamed('short', 'digit', 'symbol'));
  });

  test('a taken username and a password that everybody has', async () => {
    const page = await visit(refused);
    await page.goto('/en/auth/sign-up?ref=anna');
    await complete(page, { ...form('ivan'), [PASSWORD]: 'Password1!', [REPEAT]: '' });
    await press(page, SUBMIT);
    await expect.poll(() => errorsAt(page, REPEAT)).toEqual([t('faults:required')]);
    const loads = countLoads(page);
    await fill(page, { [REPEAT]: 'Password1!' });
    await press(page, SUBMIT);
    await see(page, t('faults:password_common'));
    await fill(page, { [PASSWORD]: 'Blue-4-horses', [REPEAT]: 'Blue-4-horses' });
    await press(page, SUBMIT);
    await see(page, t('faults:username_taken'));
    expect(await errorsAt(page, USERNAME)).toEqual([t('faults:username_taken')]);
    expect(await valuesOf(page, USERNAME, PASSWORD)).toEqual(['ivan', 'Blue-4-horses']);
    expect(loads()).toBe(0);
  });

  test('a code that nobody has', async () => {
    const page = await visit(refused);
    await page.goto('/en/auth/sign-up?ref=nobody');
    expect(await errorsAt(page, CODE)).toEqual([t('faults:inviter_unknown')]);
    await complete(page, form('nobodys.guest'));
    await press(page, SUBMIT);
    await expect.poll(() => errorsAt(page, CODE)).toEqual([t('faults:inviter_unknown')]);
    expect(await valuesOf(page, CODE, USERNAME)).toEqual(['nobody', 'nobodys.guest']);
  });
});

describe('the form', () => {
  test('is answered in place: what happens next, and to which address the e-mail goes', async () => {
    const page = await visit();
    await page.goto('/en/auth/sign-up?ref=anna');
    await complete(page, form('wilma'));
    const loads = countLoads(page);
    await press(page, SUBMIT);
    await see(page, t('auth:next.sent_to', { email: 'wilma@guests.example' }));
    await page.getByRole('heading', { name: t('auth:next.heading') }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain(t('auth:done.registered'));
    expect(loads()).toBe(0);
    await page.getByText(t('auth:next.wrong')).click();
    await fill(page, { [t('auth:next.right')]: 'wilma@right.example' });
    await press(page, t('auth:next.correct'));
    await see(page, t('auth:next.sent_to', { email: 'wilma@right.example' }));
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('wilma@right.example');
    expect(loads()).toBe(0);
    const { db } = site.services;
    await expect.poll(() => db.$count(mailbox, eq(mailbox.to, 'wilma@right.example'))).toBe(1);
    await switchLanguage(page, 'Deutsch');
    await page.getByRole('heading', { name: translator('de')('auth:next.heading') }).waitFor();
  });

  test('lets only its own browser correct a mistyped address, also without JavaScript', async () => {
    const page = await visit({ javaScriptEnabled: false });
    await page.goto('/en/auth/sign-up?ref=anna');
    await complete(page, form('typo'));
    await answerQuestion(page, t);
    await send(page, SUBMIT);
    await see(page, t('auth:next.sent_to', { email: 'typo@guests.example' }));
    const other = await visit({ javaScriptEnabled: false });
    await other.goto(page.url());
    await see(other, t('auth:done.registered'));
    expect(await other.getByText(/typo|wrong/i).count()).toBe(0);

    const RIGHT = t('auth:next.right');
    await page.getByText(t('auth:next.wrong')).click();
    await fill(page, { [RIGHT]: 'typo at home' });
    await send(page, t('auth:next.correct'));
    expect(await errorsAt(page, RIGHT)).toEqual([t('faults:email_invalid')]);
    await fill(page, { [RIGHT]: 'typo@right.example' });
    await switchLanguage(page, 'English');
    await page.waitForLoadState();
    expect(await valuesOf(page, RIGHT)).toEqual(['typo@right.example']);
    await send(page, t('auth:next.correct'));
    await see(page, t('auth:next.sent_to', { email: 'typo@right.example' }));
    await page.context().clearCookies({ name: 'sign_up' });
    await page.getByText(t('auth:next.wrong')).click();
    await fill(page, { [RIGHT]: 'typo@late.example' });
    await send(page, t('auth:next.correct'));
    await see(page, t('refusals:sign_up_over'));
    const { db } = site.services;
    const [signUp] = await db.select().from(signUps).where(eq(signUps.username, 'typo'));
    expect(signUp?.email).toBe('typo@right.example');
  });

  test('keeps what was typed when the line breaks, and makes one sign-up of both tries', async () => {
    const page = await visit({ expects: /did not come through|ERR_FAILED/ });
    await page.goto('/en/auth/sign-up?ref=anna');
    await complete(page, form('broken.line'));
    await page.route('**/api/auth/sign-up/', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await press(page, SUBMIT);
    await see(page, t('common:line_broken'));
    expect(await valuesOf(page, USERNAME, PASSWORD)).toEqual(['broken.line', 'Blue-4-horses']);
    await page.unroute('**/api/auth/sign-up/');
    await press(page, SUBMIT);
    await isRegistered(page);
    const { db } = site.services;
    const email = 'broken.line@guests.example';
    const asked = db.select().from(mails).innerJoin(signUps, eq(signUps.id, mails.signUpId));
    expect(await asked.where(eq(signUps.email, email))).toHaveLength(1);
    await expect.poll(() => db.$count(mailbox, eq(mailbox.to, email))).toBe(1);
  });

  test('makes a bot check again by itself when the server did not take it, and says so', async () => {
    const page = await visit(refused);
    await page.goto('/en/auth/sign-up?ref=anna');
    await complete(page, form('checked.twice'));
    const spend = (route: Route) => {
      const body = { ...(route.request().postDataJSON() as object), bot_check: 'spent' };
      return route.continue({ postData: JSON.stringify(body) });
    };
    await page.route('**/api/auth/sign-up/', spend, { times: 1 });
    await press(page, SUBMIT);
    await see(page, t('auth:bot.renewed'));
    await press(page, SUBMIT);
    await isRegistered(page);
  });

  test('asks the question in words where no worker may run', async () => {
    const page = await visit({ expects: /ERR_FAILED|worker/i });
    await page.context().route(/\/worker-[\w-]+\.js$/, (route) => route.abort());
    await page.goto('/en/auth/sign-up?ref=anna');
    await complete(page, form('no.worker'));
    await press(page, SUBMIT);
    await page.getByRole('textbox', { name: questionIn(t) }).waitFor();
    await press(page, SUBMIT);
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('bot_answer');
    await answerQuestion(page, t);
    await press(page, SUBMIT);
    await isRegistered(page);
  });

  // The reduced run tests the same with the sign-in form.
  test.runIf(isLong)('is the plain form where its module never comes', async () => {
    const page = await visit({ expects: /ERR_FAILED|Failed to fetch/ });
    await page.context().route('**/sign-up-screen*', (route) => route.abort());
    await page.goto('/en/auth/sign-up?ref=anna');
    await complete(page, form('plain.form'));
    await send(page, SUBMIT);
    await page.getByRole('textbox', { name: questionIn(t) }).waitFor();
    expect(await valuesOf(page, USERNAME)).toEqual(['plain.form']);
    await fill(page, { [PASSWORD]: 'Blue-4-horses', [REPEAT]: 'Blue-4-horses' });
    await answerQuestion(page, t);
    await send(page, SUBMIT);
    await isRegistered(page);
  });

  test('is sent once when its button is clicked twice', async () => {
    const page = await visit();
    const posts = countPosts(page);
    await page.goto('/en/auth/sign-up?ref=anna');
    await complete(page, form('twice'));
    await page.getByRole('button', { name: SUBMIT }).dblclick();
    await isRegistered(page);
    expect(posts()).toBe(1);
  });

  test('does not tell that an address has an account; an e-mail tells its owner', async () => {
    const page = await visit();
    await page.goto('/en/auth/sign-up?ref=anna');
    await complete(page, { ...form('marie.again'), [EMAIL]: 'marie@demo.example' });
    await field(page, REPEAT).press('Enter');
    await isRegistered(page);
    expect(await site.services.db.select().from(members).where(eq(members.username, 'marie.again'))).toEqual([]);
    const emails = () => site.services.db.select().from(mailbox).where(eq(mailbox.to, 'marie@demo.example'));
    await expect.poll(async () => (await emails()).length).toBe(1);
  });

  test.each([true, false])(
    'keeps what was typed when the language is switched (JavaScript: %s)',
    async (javaScriptEnabled) => {
      const page = await visit({ javaScriptEnabled });
      await page.goto('/en/auth/sign-up');
      await complete(page, { [CODE]: 'ivan', ...form('polyglot') });
      await switchLanguage(page, 'Русский');
      const ru = translator('ru');
      await page.getByRole('heading', { name: ru('auth:sign_up.heading') }).waitFor();
      const labels = [ru('auth:sign_up.email'), ru('auth:sign_up.username'), ru('auth:sign_up.password')];
      expect(await valuesOf(page, ...labels)).toEqual(['polyglot@guests.example', 'polyglot', '']);
      await see(page, '@ivan');
    },
  );

  test('ticks each rule of a password as it is met', async () => {
    const page = await visit();
    await page.goto('/en/auth/sign-up');
    const met = () => rulesOf(page, 'ok');
    const steps = {
      a: rulesNamed('letter'),
      a1: rulesNamed('digit', 'letter'),
      'a1!': rulesNamed('digit', 'letter', 'symbol'),
      'a1!bcd': rulesNamed('short', 'digit', 'letter', 'symbol'),
    };
    for (const [password, rules] of Object.entries(steps)) {
      await field(page, PASSWORD).fill(password);
      await expect.poll(met).toEqual(rules);
    }
  });
});
