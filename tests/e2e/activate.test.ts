import { describe, expect, test } from 'vitest';
import { translator } from '#i18n/translator.ts';
import { CAST, type Person } from '#server/db/seed/cast.ts';
import { openVisitors } from '../support/browser.ts';
import { giveLink, linkInMailbox } from '../support/links.ts';
import { memberOf, openStage } from '../support/stage.ts';
import { errorsAt, fill, see, send, switchLanguage, valuesOf } from './forms.ts';
import { answerQuestion } from './question.ts';

const guest = (username: string): Person => ({ ...CAST.at(-1)!, username, inviter: 'anna', activated: false });
const site = await openStage({ people: [...CAST, ...['olga', 'mira', 'nils'].map(guest)] });
const visit = await openVisitors(site.origin);
const t = translator('en');

const EMAIL = t('auth:sign_up.email');
const isActivated = async (username: string) => Boolean((await memberOf(site, username)).activatedAt);

describe('a fresh link', () => {
  test('activates when its button is pressed, not when it is opened', async () => {
    const token = await giveLink(site, 'lena', 'activation');
    const page = await visit();
    await page.goto(`/en/auth/activate?token=${token}`);
    await see(page, t('auth:activate.lede'));
    expect(await isActivated('lena')).toBe(false);
    await send(page, t('auth:activate.submit'));
    await see(page, t('auth:done.activated'));
    expect(await isActivated('lena')).toBe(true);
    expect(new URL(page.url()).pathname).toBe('/en/auth');
  });

  test.each([
    ['with', 'mira', true],
    ['without', 'nils', false],
  ])('survives a change of the language %s JavaScript', async (_, username, javaScriptEnabled) => {
    const page = await visit({ javaScriptEnabled });
    await page.goto(`/en/auth/activate?token=${await giveLink(site, username, 'activation')}`);
    await switchLanguage(page, 'Русский');
    const ru = translator('ru');
    await see(page, ru('auth:activate.lede'));
    expect(await isActivated(username)).toBe(false);
    await send(page, ru('auth:activate.submit'));
    await see(page, ru('auth:done.activated'));
  });
});

describe('a link that is no good', () => {
  test('says that the account is active already, and leads to sign-in', async () => {
    const token = await giveLink(site, 'anna', 'activation', 'used');
    const page = await visit();
    await page.goto(`/en/auth/activate?token=${token}`);
    await send(page, t('auth:activate.submit'));
    await see(page, t('refusals:already_active'));
    await page.getByRole('link', { name: t('auth:activate.to_sign_in') }).click();
    await page.waitForURL('**/en/auth');
  });

  test.each([
    ['expired', () => giveLink(site, 'olga', 'activation', 'expired')],
    ['made for a new password', () => giveLink(site, 'olga', 'reset')],
    ['made up', () => Promise.resolve('nobody-ever-got-this')],
    ['far too long', () => Promise.resolve('x'.repeat(2000))],
  ])('is told so when it is %s, and a new one is offered', async (_, token) => {
    const page = await visit({ javaScriptEnabled: false });
    await page.goto(`/en/auth/activate?token=${await token()}`);
    await send(page, t('auth:activate.submit'));
    await see(page, t('refusals:activation_link_invalid'));
    expect(await valuesOf(page, EMAIL)).toEqual(['']);
    expect(await isActivated('olga')).toBe(false);
  });
});

describe('a new link', () => {
  test('comes by mail and works', async () => {
    const page = await visit();
    await page.goto('/en/auth/activate');
    await fill(page, { [EMAIL]: 'olga@demo.example' });
    await send(page, t('auth:activate.resend_submit'));
    await see(page, t('auth:done.activation_sent'));
    await page.goto(await linkInMailbox(page, 'olga@demo.example'));
    await send(page, translator('ru')('auth:activate.submit'));
    await see(page, translator('ru')('auth:done.activated'));
    expect(await isActivated('olga')).toBe(true);
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
    await send(page, t('auth:activate.resend_submit'));
    expect(await errorsAt(page, EMAIL)).toEqual([t('faults:email_invalid')]);
    expect(await valuesOf(page, EMAIL)).toEqual(['olga@demo']);
  });
});
