import { eq, sql } from 'drizzle-orm';
import type { Page } from 'playwright';
import { beforeEach, expect, test } from 'vitest';
import { consolePath } from '#domain/console-paths.ts';
import { translator } from '#i18n/translator.ts';
import { staff } from '#server/db/schema/index.ts';
import { DEMO_PASSWORD } from '#server/operator/seed/cast.ts';
import { DEMO_TOTP_SECRET } from '#server/operator/seed/staff.ts';
import { totpCode } from '#server/api/second-factor/index.ts';
import { PHONE } from '../support/browser/browser.ts';
import { emailOf } from '../support/people/staff.ts';
import { barriersOn } from './barriers.ts';
import { answerQuestion } from './question.ts';
import { openConsoleStage, signInStaff } from './staff.ts';
import { addVirtualAuthenticator } from './virtual-authenticator.ts';

const { site, visit, openAs } = await openConsoleStage();
const { db } = site.services;

const NEW_PASSWORD = 'Green-5-apples';
const ACCOUNT = consolePath('account');
const longAgo = () => db.execute(sql`update staff_sessions set confirmed_at = confirmed_at - interval '11 minutes'`);
const codeNow = () => totpCode(DEMO_TOTP_SECRET, new Date());

beforeEach(async () => {
  await db.execute(sql`update staff_sessions set ended_at = now() where ended_at is null`);
  await db.execute(sql`update staff set totp_step = null`);
});

async function isOut(page: Page): Promise<boolean> {
  await page.goto(ACCOUNT);
  return new URL(page.url()).pathname === consolePath('signIn');
}

const hashOf = async (name: string) => {
  const [person] = await db
    .select()
    .from(staff)
    .where(eq(staff.email, emailOf(name)));
  return person?.passwordHash;
};

test('a password is changed by keyboard alone, with the code asked for in between, and the others are out', async () => {
  const other = await openAs('oscar', ACCOUNT, { expects: /^401 / });
  const page = await openAs('oscar', ACCOUNT, { expects: /^(422|403) / });
  const before = await hashOf('oscar');
  await page.getByLabel('Current password').focus();
  const type = async (old: string, password: string, repeat: string) => {
    for (const typed of [old, password, repeat]) {
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.type(typed);
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
  };
  await type('wrong', NEW_PASSWORD, NEW_PASSWORD);
  await page.getByText('Wrong password. Try again.').waitFor();
  expect(await page.getByLabel('Current password').evaluate((field) => field === document.activeElement)).toBe(true);
  await longAgo();
  await type(DEMO_PASSWORD, NEW_PASSWORD, NEW_PASSWORD);
  await page.getByRole('dialog', { name: 'Confirm it’s you' }).waitFor();
  await page.keyboard.type(codeNow());
  await page.keyboard.press('Enter');
  await page.getByText('The password is changed. Your other sessions have ended.').waitFor();
  expect(await page.getByLabel('New password', { exact: true }).inputValue()).toBe('');
  expect(await page.getByRole('button', { name: 'End my other sessions' }).count()).toBe(0);
  expect(await hashOf('oscar')).not.toBe(before);
  expect([await isOut(other), await isOut(page)]).toEqual([true, false]);
});

test('without JavaScript both are done by plain forms, which ask for the code themselves', async () => {
  const other = await openAs('sam', ACCOUNT, { expects: /^401 / });
  const page = await visit({ javaScriptEnabled: false, expects: /^403 / });
  await signInStaff(page, site, 'sam');
  await page.goto(ACCOUNT);
  await page.getByText('active now').waitFor();
  await longAgo();
  await page.getByRole('button', { name: 'End my other sessions' }).click();
  await page.getByText('Confirm that it is you, then try again.').waitFor();
  await page.getByLabel('Code from your app').fill(codeNow());
  await page.getByRole('button', { name: 'End my other sessions' }).click();
  await page.getByText('Your other sessions have ended.', { exact: true }).waitFor();
  expect(await isOut(other)).toBe(true);
  const before = await hashOf('sam');
  await page.getByLabel('Current password').fill(DEMO_PASSWORD);
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel('Repeat the new password').fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Change the password' }).click();
  await page.getByText('The password is changed.').waitFor();
  expect(await hashOf('sam')).not.toBe(before);
});

test('whoever has added a passkey is asked whether the other sessions shall end, and ends them there', async () => {
  const other = await openAs('artur', ACCOUNT, { expects: /^401 / });
  const page = await openAs('artur', ACCOUNT);
  await addVirtualAuthenticator(page);
  await page.getByLabel('Name of the passkey').fill('laptop');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const passkeys = page.getByRole('region', { name: 'Passkeys' });
  await passkeys.getByText('If you’re not sure about your other sessions, end them now.').waitFor();
  expect(await isOut(other)).toBe(false);
  await passkeys.getByRole('button', { name: 'End my other sessions' }).click();
  await passkeys.getByText('Your other sessions have ended.').waitFor();
  expect(
    await passkeys
      .getByRole('status')
      .first()
      .evaluate((box) => box === document.activeElement),
  ).toBe(true);
  expect(await isOut(other)).toBe(true);
  await page.getByRole('region', { name: 'Passkeys' }).getByRole('button', { name: 'Remove' }).click();
  await page.getByText('The passkey is removed.').waitFor();
  expect(await page.getByText('If you’re not sure about your other sessions, end them now.').count()).toBe(0);
});

test('whoever was away for an hour signs in again and is back where they were', async () => {
  const page = await openAs('fiona', consolePath('withdrawals'));
  await page.goto('about:blank');
  await db.execute(sql`update staff_sessions set last_seen_at = last_seen_at - interval '61 minutes'`);
  await page.goto(ACCOUNT);
  await page.getByText('Your session has ended. Sign in again.').waitFor();
  await page.getByLabel('Email').fill(emailOf('fiona'));
  await page.getByLabel('Password').fill(DEMO_PASSWORD);
  await page.getByLabel('Code from your app').fill(codeNow());
  await answerQuestion(page, translator('en'));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(`**${ACCOUNT}`);
});

test.each([
  ['oscar', 'Change the password', 'Fill in'],
  ['olga', 'Сменить пароль', 'Заполните'],
])('the page is no barrier for %s and fits a phone, with what is wrong in it too', async (name, submit, wrong) => {
  await openAs(name, ACCOUNT);
  const page = await openAs(name, ACCOUNT, { ...PHONE, expects: /^422 / });
  for (const field of ['old', 'new', 'new_repeat']) await page.locator(`[name=${field}]`).fill(' ');
  await page.getByRole('button', { name: submit }).click();
  await page.getByText(wrong).first().waitFor();
  expect(await barriersOn(page)).toEqual([]);
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(over).toBe(0);
});
