import { eq } from 'drizzle-orm';
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { translator } from '#i18n/translator.ts';
import { mailbox, members } from '#server/db/schema/index.ts';
import { openVisitors } from '../support/browser.ts';
import { openStage } from '../support/stage.ts';
import { countPosts, errorsAt, field, fill, see, send, switchLanguage, valuesOf } from './forms.ts';

const site = await openStage();
const visit = await openVisitors(site.origin);
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

const isRegistered = (page: Page) => see(page, t('auth:done.registered'));

describe('a refusal names every field that is wrong', () => {
  test('and keeps what was typed, but no password', async () => {
    const page = await visit();
    await page.goto('/en/auth/sign-up?ref=anna');
    const typed = { [EMAIL]: 'olga at home', [USERNAME]: 'Ольга!', [PASSWORD]: 'abc', [REPEAT]: 'abd' };
    await fill(page, typed);
    await send(page, SUBMIT);
    await see(page, t('faults:email_invalid'));
    expect(await errorsAt(page, EMAIL)).toEqual([t('faults:email_invalid')]);
    expect(await errorsAt(page, USERNAME)).toEqual([t('faults:username_pattern')]);
    const rules = [t('faults:password_short'), t('faults:password_digit'), t('faults:password_symbol')];
    expect(await errorsAt(page, PASSWORD)).toEqual(rules);
    expect(await errorsAt(page, REPEAT)).toEqual([t('faults:passwords_differ')]);
    expect(await valuesOf(page, EMAIL, USERNAME, PASSWORD, REPEAT)).toEqual(['olga at home', 'Ольга!', '', '']);
    for (const label of Object.keys(typed)) {
      await field(page, label).click();
      await expect.poll(() => errorsAt(page, label)).toEqual([]);
    }
  });

  test('an empty form misses everything, the inviter first', async () => {
    const page = await visit({ javaScriptEnabled: false });
    await page.goto('/en/auth/sign-up');
    await send(page, SUBMIT);
    expect(await errorsAt(page, CODE)).toEqual([t('faults:inviter_required')]);
    for (const label of [EMAIL, USERNAME, PASSWORD, REPEAT])
      expect(await errorsAt(page, label)).toEqual([t('faults:required')]);
  });

  test('a taken username and a password that everybody has', async () => {
    const page = await visit();
    await page.goto('/en/auth/sign-up?ref=anna');
    await fill(page, { ...form('ivan'), [PASSWORD]: 'Password1!', [REPEAT]: '' });
    await send(page, SUBMIT);
    expect(await errorsAt(page, REPEAT)).toEqual([t('faults:required')]);
    await fill(page, { ...form('ivan'), [PASSWORD]: 'Password1!', [REPEAT]: 'Password1!' });
    await send(page, SUBMIT);
    await see(page, t('faults:password_common'));
    await fill(page, form('ivan'));
    await send(page, SUBMIT);
    await see(page, t('faults:username_taken'));
    expect(await errorsAt(page, USERNAME)).toEqual([t('faults:username_taken')]);
  });

  test('a code that nobody has', async () => {
    const page = await visit();
    await page.goto('/en/auth/sign-up?ref=nobody');
    expect(await errorsAt(page, CODE)).toEqual([t('faults:inviter_unknown')]);
    await fill(page, form('nobodys.guest'));
    await send(page, SUBMIT);
    expect(await errorsAt(page, CODE)).toEqual([t('faults:inviter_unknown')]);
    expect(await valuesOf(page, CODE, USERNAME)).toEqual(['nobody', 'nobodys.guest']);
  });
});

describe('the form', () => {
  test('is sent once when its button is clicked twice', async () => {
    const page = await visit();
    const posts = countPosts(page);
    await page.goto('/en/auth/sign-up?ref=anna');
    await fill(page, form('twice'));
    await page.getByRole('button', { name: SUBMIT }).dblclick();
    await isRegistered(page);
    expect(posts()).toBe(1);
  });

  test('does not tell that an e-mail has an account; a letter tells its owner', async () => {
    const page = await visit();
    await page.goto('/en/auth/sign-up?ref=anna');
    await fill(page, { ...form('marie.again'), [EMAIL]: 'marie@demo.example' });
    await field(page, REPEAT).press('Enter');
    await isRegistered(page);
    expect(await site.house.db.select().from(members).where(eq(members.username, 'marie.again'))).toEqual([]);
    const letters = () => site.house.db.select().from(mailbox).where(eq(mailbox.to, 'marie@demo.example'));
    await expect.poll(async () => (await letters()).length).toBe(1);
  });

  test.each([true, false])(
    'keeps what was typed when the language is switched (JavaScript: %s)',
    async (javaScriptEnabled) => {
      const page = await visit({ javaScriptEnabled });
      await page.goto('/en/auth/sign-up');
      await fill(page, { [CODE]: 'ivan', ...form('polyglot') });
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
    const met = () =>
      page
        .getByRole('list', { name: t('auth:password.rules') })
        .locator('.ok')
        .allInnerTexts();
    const [long, digit, letter, symbol] = ['short', 'digit', 'letter', 'symbol'].map((rule) =>
      t(`auth:password.password_${rule as 'short' | 'digit' | 'letter' | 'symbol'}`),
    );
    const steps = {
      a: [letter],
      a1: [digit, letter],
      'a1!': [digit, letter, symbol],
      'a1!bcd': [long, digit, letter, symbol],
    };
    for (const [password, rules] of Object.entries(steps)) {
      await field(page, PASSWORD).fill(password);
      await expect.poll(met).toEqual(rules);
    }
  });
});
