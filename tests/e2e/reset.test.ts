import { eq } from 'drizzle-orm';
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { memberPasskeys } from '#server/db/schema/index.ts';
import { translator } from '#i18n/translator.ts';
import { CAST, DEMO_PASSWORD } from '#server/operator/seed/cast.ts';
import { openVisitors } from '../support/browser/browser.ts';
import { giveActivation, giveLink, linkInMailbox } from '../support/people/links.ts';
import { memberOf, openStage, signIn } from '../support/app/stage.ts';
import { barriersOn } from './barriers.ts';
import { errorsAt, fill, press, see, send, switchLanguage, valuesOf } from './forms.ts';
import { answerQuestion } from './question.ts';

const rita = { ...CAST[2]!, username: 'rita', name: 'Rita Alves', language: 'en' } as const;
const site = await openStage({
  people: [...CAST, ...['rita', 'nora', 'sven', 'tom'].map((username) => ({ ...rita, username }))],
});
const visit = await openVisitors(site.origin);
const t = translator('en');

const EMAIL = t('auth:sign_up.email');
const PASSWORD = t('auth:reset.password');
const REPEAT = t('auth:reset.password_repeat');
const SAVE = t('auth:reset.new_submit');

async function signInAs(page: Page, login: string, password: string) {
  await page.goto('/en/auth');
  await fill(page, { [t('auth:sign_in.login')]: login, [t('auth:sign_in.password')]: password });
  await send(page, t('auth:sign_in.submit'));
}

describe('who has forgotten the password', () => {
  test('asks for an e-mail, sets a new one, and only that opens the account', async () => {
    const page = await visit();
    await page.goto('/en/auth');
    await page.getByRole('link', { name: t('auth:sign_in.forgot') }).click();
    await fill(page, { [EMAIL]: 'rita@demo.example' });
    await press(page, t('auth:reset.ask_submit'));
    await see(page, t('auth:done.reset_sent'));
    await see(page, t('auth:next.sent_to', { email: 'rita@demo.example' }));

    await page.goto(await linkInMailbox(page, 'rita@demo.example'));
    await fill(page, { [PASSWORD]: 'New-4-horses', [REPEAT]: 'New-4-horses' });
    await send(page, SAVE);
    await see(page, t('auth:done.password_saved'));

    await signInAs(page, 'rita', DEMO_PASSWORD);
    await see(page, t('refusals:wrong_credentials'));
    await signInAs(page, 'rita', 'New-4-horses');
    expect(new URL(page.url()).pathname).toBe('/en/dashboard/profile');
  });

  test('is signed out everywhere else at once', async () => {
    const elsewhere = await visit({ expects: /^401 / });
    await signIn(elsewhere, site, 'nora');
    await elsewhere.goto('/en/dashboard/profile');
    await elsewhere.getByRole('heading', { name: rita.name }).waitFor();

    const page = await visit({ javaScriptEnabled: false });
    await page.goto(`/en/auth/reset?token=${await giveLink(site, 'nora', 'reset')}`);
    await fill(page, { [PASSWORD]: 'New-5-horses', [REPEAT]: 'New-5-horses' });
    await send(page, SAVE);
    await see(page, t('auth:done.password_saved'));

    await elsewhere.getByRole('link', { name: t('common:menu.team'), exact: true }).click();
    await elsewhere.waitForURL(/\/en\/auth(\?|$)/);
    expect(await elsewhere.context().cookies()).not.toContainEqual(expect.objectContaining({ name: 'refresh_token' }));
  });

  test.each([true, false])('decides which passkeys still sign in, scripts: %s', async (javaScriptEnabled) => {
    const username = javaScriptEnabled ? 'sven' : 'tom';
    const { id: memberId } = await memberOf(site, username);
    const made = { memberId, publicKey: Buffer.from('x'), counter: 0, transports: [] };
    const old = { ...made, id: `old-${username}`, name: 'Old phone', createdAt: new Date(Date.now() - 80 * 3_600_000) };
    const fresh = { ...made, id: `new-${username}`, name: 'New phone', createdAt: new Date() };
    await site.services.db.insert(memberPasskeys).values([old, fresh]);
    const page = await visit({ javaScriptEnabled });
    await page.goto(`/en/auth/reset?token=${await giveLink(site, username, 'reset')}`);
    const box = (name: RegExp) => page.getByRole('checkbox', { name });
    expect([await box(/Old phone/).isChecked(), await box(/New phone/).isChecked()]).toEqual([true, false]);
    await see(page, t('auth:reset.ways_lede'));
    if (javaScriptEnabled) expect(await barriersOn(page)).toEqual([]);
    await fill(page, { [PASSWORD]: 'New-6-horses', [REPEAT]: 'New-6-horses' });
    await send(page, SAVE);
    await see(page, t('auth:done.password_saved'));
    const left = await site.services.db.select().from(memberPasskeys).where(eq(memberPasskeys.memberId, memberId));
    expect(left.map(({ name }) => name)).toEqual(['Old phone']);
  });

  test('is answered the same where there is no such account', async () => {
    const page = await visit({ javaScriptEnabled: false });
    await page.goto('/en/auth/reset');
    await fill(page, { [EMAIL]: 'stranger@demo.example' });
    await answerQuestion(page, t);
    await send(page, t('auth:reset.ask_submit'));
    await see(page, t('auth:done.reset_sent'));
  });

  test('is told what is wrong with the address', async () => {
    const page = await visit();
    await page.goto('/en/auth/reset');
    await fill(page, { [EMAIL]: 'anna at demo' });
    await press(page, t('auth:reset.ask_submit'));
    await expect.poll(() => errorsAt(page, EMAIL)).toEqual([t('faults:email_invalid')]);
    expect(await valuesOf(page, EMAIL)).toEqual(['anna at demo']);
  });
});

describe('the form for a new password', () => {
  test('marks every broken rule before anything is sent', async () => {
    const page = await visit();
    await page.goto(`/en/auth/reset?token=${await giveLink(site, 'anna', 'reset')}`);
    await fill(page, { [PASSWORD]: 'abcdefg', [REPEAT]: 'abcdefh' });
    await press(page, SAVE);
    await see(page, t('faults:passwords_differ'));
    const broken = page.getByRole('list', { name: t('auth:password.rules') }).locator('.bad');
    const rules = [t('auth:password.password_digit'), t('auth:password.password_symbol')];
    expect(await broken.allInnerTexts()).toEqual(rules);
    expect(await errorsAt(page, PASSWORD)).toEqual([]);
    expect(await errorsAt(page, REPEAT)).toEqual([t('faults:passwords_differ')]);
    expect(await valuesOf(page, PASSWORD, REPEAT)).toEqual(['abcdefg', 'abcdefh']);
  });

  test('keeps its link when the language is switched', async () => {
    const page = await visit();
    await page.goto(`/en/auth/reset?token=${await giveLink(site, 'ivan', 'reset')}`);
    await switchLanguage(page, 'Русский');
    const ru = translator('ru');
    await see(page, ru('auth:reset.new_heading'));
    await fill(page, {
      [ru('auth:reset.password')]: 'Neu-4-Pferde',
      [ru('auth:reset.password_repeat')]: 'Neu-4-Pferde',
    });
    await send(page, ru('auth:reset.new_submit'));
    await see(page, ru('auth:done.password_saved'));
  });
});

test.each([
  ['used', () => giveLink(site, 'anna', 'reset', 'used')],
  ['expired', () => giveLink(site, 'anna', 'reset', 'expired')],
  ['made to activate', () => giveActivation(site, 'lena')],
  ['made up', () => Promise.resolve('nobody-ever-got-this')],
])('a link that is %s leads to a new one', async (_, token) => {
  const page = await visit({ javaScriptEnabled: false, walks: 'from link to link', expects: /^422 / });
  await page.goto(`/en/auth/reset?token=${await token()}`);
  await see(page, t('refusals:reset_link_invalid'));
  expect(await valuesOf(page, EMAIL)).toEqual(['']);
});
