import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { type Translate, translator } from '#i18n/translator.ts';
import { members } from '#server/db/schema/index.ts';
import { openVisitors } from '../support/browser/browser.ts';
import { giveActivation, giveLink, linkInMailbox } from '../support/people/links.ts';
import { openStage } from '../support/app/stage.ts';
import { countPosts, errorsAt, fill, press, see, send, switchLanguage, valuesOf } from './forms.ts';
import { answerQuestion } from './question.ts';

const site = await openStage();
const visit = await openVisitors(site.origin);
const t = translator('en');

const EMAIL = t('auth:sign_up.email');
/** Names the new account and its inviter. */
const lede = (words: Translate, username: string) =>
  `${words('auth:activate.lede', { username })} ${words('auth:activate.invited_by', { inviter: 'anna' })}`;
const isMember = async (username: string) =>
  (await site.services.db.$count(members, eq(members.username, username))) === 1;

describe('a fresh link', () => {
  test('activates when its button is pressed, not when it is opened', async () => {
    const token = await giveActivation(site, 'lena');
    const page = await visit();
    await page.goto(`/en/auth/activate?token=${token}`);
    await see(page, lede(t, 'lena'));
    expect(await isMember('lena')).toBe(false);
    await send(page, t('auth:activate.submit'));
    await see(page, t('auth:done.activated'));
    expect(await isMember('lena')).toBe(true);
    expect(new URL(page.url()).pathname).toBe('/en/auth');
  });

  test.each([
    ['with', 'mira', true],
    ['without', 'nils', false],
  ])('survives a change of the language %s JavaScript', async (_, username, javaScriptEnabled) => {
    const page = await visit({ javaScriptEnabled });
    await page.goto(`/en/auth/activate?token=${await giveActivation(site, username)}`);
    await switchLanguage(page, 'Русский');
    const ru = translator('ru');
    await see(page, lede(ru, username));
    expect(await isMember(username)).toBe(false);
    await send(page, ru('auth:activate.submit'));
    await see(page, ru('auth:done.activated'));
  });
});

describe('a link that is no good', () => {
  test('is told so in place when it was used up meanwhile', async () => {
    const token = await giveActivation(site, 'paula');
    const page = await visit({ expects: /^409 / });
    await page.goto(`/en/auth/activate?token=${token}`);
    const other = await visit({ javaScriptEnabled: false });
    await other.goto(`/en/auth/activate?token=${token}`);
    await send(other, t('auth:activate.submit'));
    await press(page, t('auth:activate.submit'));
    await see(page, t('refusals:already_active'));
    await page.getByRole('link', { name: t('auth:activate.to_sign_in') }).waitFor();
  });

  test('says that the account is active already, and leads to sign-in', async () => {
    const token = await giveActivation(site, 'anna', 'used');
    const page = await visit();
    await page.goto(`/en/auth/activate?token=${token}`);
    await see(page, t('refusals:already_active'));
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.getByRole('link', { name: t('auth:activate.to_sign_in') }).click();
    await page.waitForURL(/\/en\/auth(\?|$)/);
    expect(await valuesOf(page, t('auth:sign_in.login'))).toEqual(['']);
  });

  test.each([
    ['expired', () => giveActivation(site, 'olga', 'expired')],
    ['made for a new password', () => giveLink(site, 'ivan', 'reset')],
    ['made up', () => Promise.resolve('nobody-ever-got-this')],
    ['far too long', () => Promise.resolve('x'.repeat(2000))],
  ])('is told so when it is %s, and a new one is offered', async (_, token) => {
    const page = await visit({ javaScriptEnabled: false });
    await page.goto(`/en/auth/activate?token=${await token()}`);
    await see(page, t('refusals:activation_link_invalid'));
    expect(await valuesOf(page, EMAIL)).toEqual(['']);
    expect(await isMember('olga')).toBe(false);
  });
});

describe('a new link', () => {
  test('comes by mail, in the language it was asked for in, and works', async () => {
    const page = await visit();
    await page.goto('/en/auth/activate');
    await giveActivation(site, 'olga', 'expired');
    await fill(page, { [EMAIL]: 'olga@demo.example' });
    await press(page, t('auth:activate.resend_submit'));
    await see(page, t('auth:done.activation_sent'));
    await see(page, t('auth:next.sent_to', { email: 'olga@demo.example' }));
    await page.goto(await linkInMailbox(page, 'olga@demo.example'));
    await send(page, t('auth:activate.submit'));
    await see(page, t('auth:done.activated'));
    expect(await isMember('olga')).toBe(true);
  });

  test('is promised to whoever asks, also where there is no such account', async () => {
    const page = await visit({ javaScriptEnabled: false });
    await page.goto('/en/auth/activate');
    await fill(page, { [EMAIL]: 'stranger@demo.example' });
    await answerQuestion(page, t);
    await send(page, t('auth:activate.resend_submit'));
    await see(page, t('auth:done.activation_sent'));
  });

  test('needs an e-mail address', async () => {
    const page = await visit();
    await page.goto('/en/auth/activate');
    await fill(page, { [EMAIL]: 'olga@demo' });
    const posts = countPosts(page);
    await press(page, t('auth:activate.resend_submit'));
    await expect.poll(() => errorsAt(page, EMAIL)).toEqual([t('faults:email_invalid')]);
    expect(posts()).toBe(0);
    expect(await valuesOf(page, EMAIL)).toEqual(['olga@demo']);
  });
});
