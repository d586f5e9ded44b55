import { eq } from 'drizzle-orm';
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { translator } from '#i18n/translator.ts';
import { DEMO_PASSWORD } from '#server/operator/seed/cast.ts';
import { members } from '#server/db/schema/index.ts';
import { consumeRateLimit, LIMITS } from '#server/api/rate-limits.ts';
import { openVisitors, PHONE } from '../support/browser/browser.ts';
import { memberOf, openStage } from '../support/app/stage.ts';
import { awake } from './awake.ts';
import { countPosts, errorsAt, field, fill, notSee, press, see, send, switchLanguage, valuesOf } from './forms.ts';
import { answerQuestion, questionIn } from './question.ts';

const site = await openStage();
const visit = await openVisitors(site.origin);
const t = translator('en');

const LOGIN = t('auth:sign_in.login');
const PASSWORD = t('auth:sign_in.password');
const SUBMIT = t('auth:sign_in.submit');

async function tryToSignIn(page: Page, login: string, password = DEMO_PASSWORD) {
  await page.goto('/en/auth');
  await fill(page, { [LOGIN]: login, [PASSWORD]: password });
  await send(page, SUBMIT);
}

describe('a member gets in', () => {
  test('with a username, by Enter, which presses “Sign in” and no language', async () => {
    const page = await visit();
    await page.goto('/en/auth');
    await fill(page, { [LOGIN]: 'Anna', [PASSWORD]: DEMO_PASSWORD });
    await field(page, PASSWORD).press('Enter');
    await page.waitForURL('**/en/dashboard/profile');
  });

  test('by a program that fills and presses for them, without pointer, key or focus', async () => {
    const page = await visit();
    await page.goto('/en/auth');
    await page.evaluate((password) => {
      const type = (name: string, value: string) => Object.assign(document.querySelector(`[name=${name}]`)!, { value });
      type('login', 'ivan');
      type('password', password);
      document.querySelector<HTMLFormElement>('form:has([name=password])')!.requestSubmit();
    }, DEMO_PASSWORD);
    await page.waitForURL('**/en/dashboard/profile');
  });

  test('with an e-mail on a phone without JavaScript', async () => {
    const page = await visit({ ...PHONE, javaScriptEnabled: false });
    await page.goto('/en/auth/sign-in');
    await fill(page, { [LOGIN]: 'ivan@demo.example', [PASSWORD]: DEMO_PASSWORD });
    await answerQuestion(page, t);
    await field(page, PASSWORD).press('Enter');
    await page.waitForURL('**/en/dashboard/profile');
  });

  test('although the bot check cannot be reached: the question takes its place', async () => {
    const page = await visit({ expects: /ERR_FAILED|Failed to fetch/ });
    await page.context().route('**/api/auth/bot-check/', (route) => route.abort());
    await page.goto('/en/auth');
    await fill(page, { [LOGIN]: 'anna', [PASSWORD]: DEMO_PASSWORD });
    await page.getByRole('textbox', { name: questionIn(t) }).waitFor();
    await answerQuestion(page, t);
    await send(page, SUBMIT);
    await page.waitForURL('**/en/dashboard/profile');
  });

  test.each([
    ['the module of the form never comes', '**/sign-in-screen*'],
    ['no worker may run', /\/worker-[\w-]+\.js$/],
  ])('although %s: the question takes its place', async (_, files) => {
    const page = await visit({ expects: /ERR_FAILED|Failed to fetch|worker|^422 /i });
    await page.context().route(files, (route) => route.abort());
    await page.goto('/en/auth');
    await fill(page, { [LOGIN]: 'anna', [PASSWORD]: DEMO_PASSWORD });
    await press(page, SUBMIT);
    await page.getByRole('textbox', { name: questionIn(t) }).waitFor();
    expect(await valuesOf(page, LOGIN)).toEqual(['anna']);
    await fill(page, { [PASSWORD]: DEMO_PASSWORD });
    await answerQuestion(page, t);
    await send(page, SUBMIT);
    await page.waitForURL('**/en/dashboard/profile');
  });

  test('and no script ever holds the tokens of the session', async () => {
    const page = await visit();
    const answers: string[] = [];
    page.on('response', (response) => answers.push(new URL(response.url()).pathname));
    await tryToSignIn(page, 'anna');
    await page.waitForURL('**/en/dashboard/profile');
    expect(answers.filter((path) => path.startsWith('/api/auth/'))).toEqual(['/api/auth/bot-check/']);
    expect(await page.evaluate(() => document.cookie)).not.toContain('token');
  });

  test('once, although the button is clicked twice', async () => {
    const page = await visit();
    const posts = countPosts(page);
    await page.goto('/en/auth');
    await fill(page, { [LOGIN]: 'anna', [PASSWORD]: DEMO_PASSWORD });
    await page.getByRole('button', { name: SUBMIT, exact: true }).dblclick();
    await page.waitForURL('**/en/dashboard/profile');
    expect(posts()).toBe(1);
  });
});

describe('a refusal says why and keeps the login, not the password', () => {
  test('a wrong password and an unknown name are told the same', async () => {
    const page = await visit();
    for (const login of ['anna', 'nobody']) {
      await tryToSignIn(page, login, 'Wrong-1');
      await see(page, t('refusals:wrong_credentials'));
      expect(await valuesOf(page, LOGIN, PASSWORD)).toEqual([login, '']);
    }
  });

  test('empty fields are named, and their errors go when they are clicked', async () => {
    const page = await visit();
    await page.goto('/en/auth');
    const posts = countPosts(page);
    await press(page, SUBMIT);
    await see(page, t('faults:required'));
    expect(posts()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('login');
    expect(await errorsAt(page, LOGIN)).toEqual([t('faults:required')]);
    expect(await errorsAt(page, PASSWORD)).toEqual([t('faults:required')]);
    await field(page, LOGIN).click();
    await expect.poll(() => errorsAt(page, LOGIN)).toEqual([]);
    expect(await errorsAt(page, PASSWORD)).toEqual([t('faults:required')]);
  });

  test('a wrong answer to the question asks another one', async () => {
    const page = await visit({ javaScriptEnabled: false });
    await page.goto('/en/auth');
    await fill(page, { [LOGIN]: 'anna', [PASSWORD]: DEMO_PASSWORD });
    await page.getByRole('textbox', { name: questionIn(t) }).fill('99');
    await send(page, SUBMIT);
    await see(page, t('faults:bot_check_failed'));
    expect(await valuesOf(page, LOGIN, PASSWORD)).toEqual(['anna', '']);
  });

  test('who is not activated is offered a new link', async () => {
    const page = await visit();
    await tryToSignIn(page, 'lena');
    await see(page, t('refusals:not_activated'));
    await page.getByRole('link', { name: t('auth:sign_in.new_link') }).click();
    await see(page, t('auth:activate.resend_heading'));
  });

  test('who is blocked is sent to support', async () => {
    const { id } = await memberOf(site, 'jonas');
    await site.services.db.update(members).set({ blockedAt: new Date() }).where(eq(members.id, id));
    const page = await visit();
    await tryToSignIn(page, 'jonas');
    await see(page, t('refusals:member_blocked'));
  });

  test('who tries too often is told how long to wait', async () => {
    const { id } = await memberOf(site, 'priya');
    for (let tries = 0; tries < LIMITS.signInAccount.max; tries++)
      await consumeRateLimit(site.services, 'signInAccount', String(id));
    const page = await visit();
    await tryToSignIn(page, 'priya');
    await see(page, t('refusals:too_often', { count: 15 }));
    expect(await valuesOf(page, LOGIN, PASSWORD)).toEqual(['priya', '']);
  });
});

describe('the page', () => {
  test.each([true, false])(
    'keeps the login when the language is switched (JavaScript: %s)',
    async (javaScriptEnabled) => {
      const page = await visit({ javaScriptEnabled });
      await page.goto('/en/auth');
      await fill(page, { [LOGIN]: 'anna@demo.example', [PASSWORD]: DEMO_PASSWORD });
      await switchLanguage(page, 'Русский');
      const ru = translator('ru');
      await page.getByRole('heading', { name: ru('auth:sign_in.heading') }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/ru/auth');
      expect(await valuesOf(page, ru('auth:sign_in.login'), ru('auth:sign_in.password'))).toEqual([
        'anna@demo.example',
        '',
      ]);
      await notSee(page, ru('faults:required'));
    },
  );

  test('shows the password as long as somebody wants to see it', async () => {
    const page = await visit();
    await page.goto('/en/auth');
    const eye = page.getByRole('button', { name: t('auth:password.show') });
    await field(page, PASSWORD).fill('Demo-2026!');
    await awake(page);
    expect(await field(page, PASSWORD).getAttribute('type')).toBe('password');
    await eye.click();
    expect(await field(page, PASSWORD).getAttribute('type')).toBe('text');
    await eye.click();
    expect(await field(page, PASSWORD).getAttribute('type')).toBe('password');
  });

  test('lets a password be pasted, and tells a manager of passwords which one it wants', async () => {
    const page = await visit();
    await page.goto('/en/auth');
    const password = field(page, PASSWORD);
    await password.focus();
    await awake(page);
    expect(await password.getAttribute('autocomplete')).toBe('current-password');
    const isLetIn = await password.evaluate((input) =>
      input.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true })),
    );
    expect(isLetIn).toBe(true);
  });

  test('says once what has been done', async () => {
    const page = await visit();
    await page.goto('/en/auth/sign-in?done=password-saved');
    await see(page, t('auth:done.password_saved'));
    await page.reload();
    await page.getByRole('button', { name: SUBMIT, exact: true }).waitFor();
    await notSee(page, t('auth:done.password_saved'));
  });

  test('says nothing for a word it does not know', async () => {
    const page = await visit();
    await page.goto('/en/auth/sign-in?done=%3Cb%3Eyou-won%3C%2Fb%3E');
    expect(await page.getByRole('status').filter({ visible: true, hasText: 'won' }).count()).toBe(0);
  });
});
