import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { confirmTotp, startTotp } from '#contracts/second-factor.ts';
import { PAGE_OWNER } from '#domain/page-owner.ts';
import { translator } from '#i18n/translator.ts';
import { runCommand } from '#server/operator/run-command.ts';
import { CAST, DEMO_PASSWORD } from '#server/operator/seed/cast.ts';
import { openVisitors } from '../support/browser/browser.ts';
import { codeOf, STEP_SECONDS } from '../support/people/factor.ts';
import { openClient, ownerOf, openStage, sessionCookies, signIn } from '../support/app/stage.ts';
import { barriersOn } from './barriers.ts';
import { countLoads, errorsAt, fill, press, see, send } from './forms.ts';
import { answerQuestion } from './question.ts';
import { addVirtualAuthenticator } from './virtual-authenticator.ts';

const rita = { ...CAST[2]!, username: 'rita', language: 'en' } as const;
const WAYS = [
  ['with-script', true],
  ['without-script', false],
] as const;
const names = WAYS.flatMap(([way]) => ['sets-up', 'enters', 'changes', 'ends'].map((what) => `${what}-${way}`));
const people = [...names, 'olga', 'petra'].map((username) => ({ ...rita, username }));
const site = await openStage({ people: [...CAST, ...people], money: true });
const visit = await openVisitors(site.origin);
const t = translator('en');

const SECURITY = '/en/dashboard/settings/security';
const PASSWORD = t('settings:second_factor.password');
const CODE = t('settings:second_factor.code');
const FIRST_CODE = t('settings:second_factor.first_code');

async function openAs(username: string, options = {}, row = ''): Promise<Page> {
  const page = await visit(options);
  await signIn(page, site, username);
  await page.goto(SECURITY + row);
  return page;
}

const inSteps = (steps: number) => new Date(Date.now() + steps * STEP_SECONDS * 1000);

type Factor = { secret: string; codes: string[] };

/** Turns on the second factor without the pages, which have their own test. */
async function giveFactor(username: string): Promise<Factor> {
  const client = await openClient(site, await sessionCookies(site, username), {
    [PAGE_OWNER]: await ownerOf(site, username),
  });
  const { setup, secret } = await (await client.get(startTotp.path)).json();
  const data = { setup, password: DEMO_PASSWORD, code: codeOf(secret, inSteps(0)) };
  const { recovery_codes: codes } = await (await client.post(confirmTotp.path, { data })).json();
  return { secret, codes };
}

/** Enters the key shown by the page into an app, and the app's code into the page. */
async function setUp(page: Page, pressIn = press): Promise<Factor> {
  await page.getByRole('link', { name: t('settings:second_factor.set_up') }).click();
  await page.getByLabel(FIRST_CODE).waitFor();
  const secret = (await page.locator('p.mono').textContent()) ?? '';
  await fill(page, { [PASSWORD]: DEMO_PASSWORD, [FIRST_CODE]: codeOf(secret, inSteps(0)) });
  await pressIn(page, t('settings:second_factor.submit'));
  await see(page, t('settings:second_factor.codes_lede'));
  return { secret, codes: await page.locator('ul.mono li').allTextContents() };
}

const titleOf = (username: string) =>
  expect.stringMatching(new RegExp(`^Atrium · ${t('settings:second_factor.codes')} · ${username} · [\\d.]{10}$`));

async function canTakeAway(page: Page, username: string, codes: readonly string[]): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await press(page, t('team:invite.copy'));
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(codes.join('\n'));
  const coming = page.waitForEvent('download');
  await press(page, t('settings:data.download.submit'));
  const file = await coming;
  expect(file.suggestedFilename()).toBe(`recovery-codes-${username}.txt`);
  const [title, , ...lines] = (await readFile(await file.path(), 'utf8')).trim().split('\n');
  expect([title, ...lines]).toEqual([titleOf(username), ...codes]);
}

async function printedLines(page: Page): Promise<string[]> {
  await page.emulateMedia({ media: 'print' });
  const text = await page.locator('body').innerText();
  await page.emulateMedia({ media: null });
  return text.trim().split(/\s*\n\s*/);
}

/** The first step of a sign-in, with the form. */
async function typePassword(page: Page, username: string, hasScript: boolean): Promise<void> {
  await page.goto('/en/auth');
  await fill(page, { [t('auth:sign_in.login')]: username, [t('auth:sign_in.password')]: DEMO_PASSWORD });
  if (!hasScript) await answerQuestion(page, t);
  await send(page, t('auth:sign_in.submit'));
  await page.waitForURL('**/en/auth/code**');
}

describe.each(WAYS)('%s, somebody', (way, javaScriptEnabled) => {
  /** In place, or on the next page without JavaScript. */
  const pressIn = javaScriptEnabled ? press : send;

  test('switches the second factor on with an app, and gets ten codes once', async () => {
    const page = await openAs(`sets-up-${way}`, { javaScriptEnabled, expects: /^422 / });
    await page.getByRole('link', { name: t('settings:second_factor.set_up') }).click();
    await page.waitForURL('**/second-factor', { waitUntil: 'load' });
    const loads = countLoads(page);
    await fill(page, { [PASSWORD]: DEMO_PASSWORD, [FIRST_CODE]: '000000' });
    await pressIn(page, t('settings:second_factor.submit'));
    await expect.poll(() => errorsAt(page, FIRST_CODE)).toEqual([t('faults:code_wrong')]);
    expect(loads()).toBe(javaScriptEnabled ? 0 : 1);
    const elsewhere = await openClient(site, await sessionCookies(site, `sets-up-${way}`));
    await page.goto(SECURITY);
    const { codes } = await setUp(page, pressIn);
    // “Sign out elsewhere” is ticked by default.
    expect((await elsewhere.get(startTotp.path)).status()).toBe(401);
    expect(codes).toHaveLength(10);
    if (javaScriptEnabled) {
      expect(await barriersOn(page)).toEqual([]);
      await canTakeAway(page, `sets-up-${way}`, codes);
    }
    expect(await printedLines(page)).toEqual([titleOf(`sets-up-${way}`), ...codes]);
    await page.getByRole('link', { name: t('settings:second_factor.codes_saved') }).click();
    await see(page, t('settings:second_factor.badge'));
    await see(page, t('settings:security.left', { left: 10 }));
  });

  test('signs in with password and code, comes where they wanted to be, and reads of it', async () => {
    const username = `enters-${way}`;
    const { codes } = await giveFactor(username);
    const page = await visit({ javaScriptEnabled });
    await typePassword(page, username, javaScriptEnabled);
    await fill(page, { [t('auth:code.label')]: '000000' });
    await send(page, t('auth:code.submit'));
    expect(await errorsAt(page, t('auth:code.label'))).toEqual([t('faults:code_wrong')]);
    await fill(page, { [t('auth:code.label')]: codes[0] ?? '' });
    await send(page, t('auth:code.submit'));
    await page.waitForURL('**/en/dashboard/profile');
    await page.goto(SECURITY);
    await page.getByRole('link', { name: t('settings:log.open') }).click();
    for (const event of ['second_factor_on', 'recovery_code_used', 'code_failed'] as const)
      await see(page, t(`settings:log.event.${event}`));
  });

  test('is asked again before another password', async () => {
    const username = `changes-${way}`;
    const { secret } = await giveFactor(username);
    const page = await openAs(username, { javaScriptEnabled, expects: /^422 / }, '#change-password');
    await fill(page, {
      [t('settings:security.old')]: DEMO_PASSWORD,
      [t('settings:security.new')]: 'New-4-horses',
      [t('settings:security.repeat')]: 'New-4-horses',
    });
    const change = () => pressIn(page, t('settings:security.submit'));
    await change();
    await expect.poll(() => errorsAt(page, CODE)).toEqual([t('faults:required')]);
    await page
      .locator('#change-password')
      .getByLabel(CODE, { exact: true })
      .fill(codeOf(secret, inSteps(1)));
    if (!javaScriptEnabled) {
      await fill(page, {
        [t('settings:security.old')]: DEMO_PASSWORD,
        [t('settings:security.new')]: 'New-4-horses',
        [t('settings:security.repeat')]: 'New-4-horses',
      });
    }
    await change();
    await see(page, t('settings:done.password_saved'));
    await page.getByRole('link', { name: t('settings:log.open') }).click();
    await see(page, t('settings:log.event.password_changed'));
  });

  test('gets new codes, and switches it off', async () => {
    const username = `ends-${way}`;
    const { codes } = await giveFactor(username);
    const page = await openAs(username, { javaScriptEnabled });
    await page.getByRole('link', { name: t('settings:second_factor.codes') }).click();
    await fill(page, { [PASSWORD]: DEMO_PASSWORD, [CODE]: codes[0] ?? '' });
    await pressIn(page, t('settings:second_factor.renew'));
    await see(page, t('settings:second_factor.codes_lede'));
    const fresh = await page.locator('ul.mono li').allTextContents();
    expect(fresh).toHaveLength(10);
    await page.goto(SECURITY);
    await page.getByRole('link', { name: t('settings:second_factor.turn_off') }).click();
    await fill(page, { [PASSWORD]: DEMO_PASSWORD, [CODE]: fresh[0] ?? '' });
    await pressIn(page, t('settings:second_factor.turn_off'));
    await see(page, t('settings:done.factor_off'));
  });
});

test('a passkey is added and signs in without a password', async () => {
  const page = await openAs('olga', { expects: /^422 / });
  await addVirtualAuthenticator(page);
  await page.getByRole('link', { name: t('settings:passkeys.title') }).click();
  await fill(page, { [t('settings:passkeys.name')]: 'My laptop', [PASSWORD]: DEMO_PASSWORD });
  await press(page, t('settings:passkeys.add'));
  await see(page, t('settings:done.passkey_saved'));
  await see(page, 'My laptop');

  await page.context().clearCookies();
  await page.goto('/en/auth');
  await press(page, t('auth:passkey.sign_in'));
  await page.waitForURL('**/en/dashboard/profile');

  await page.goto(`${SECURITY}/passkeys`);
  const plain = await openAs('olga', { javaScriptEnabled: false });
  const both = [
    { one: page, pressIn: press },
    { one: plain, pressIn: send },
  ];
  for (const { one, pressIn } of both) {
    await one.goto(`${SECURITY}/passkeys`);
    await one.getByRole('link', { name: t('settings:passkeys.remove_named', { name: 'My laptop' }) }).click();
    await fill(one, { [PASSWORD]: 'Wrong-1-guess' });
    await pressIn(one, t('settings:passkeys.remove'));
    await see(one, t('faults:password_wrong'));
    await see(one, t('settings:passkeys.remove_named', { name: 'My laptop' }));
  }
  for (const { one, pressIn } of both.toReversed()) {
    await fill(one, { [PASSWORD]: DEMO_PASSWORD });
    await pressIn(one, t('settings:passkeys.remove'));
    await see(one, t('settings:done.passkey_removed'));
  }
  await page.context().clearCookies();
  await page.goto('/en/auth');
  await press(page, t('auth:passkey.sign_in'));
  await see(page, t('refusals:passkey_unknown'));
});

test('without a script a passkey can’t be added, and the page says so', async () => {
  const page = await openAs('olga', { javaScriptEnabled: false });
  await page.goto(`${SECURITY}/passkeys`);
  await fill(page, { [PASSWORD]: DEMO_PASSWORD });
  await send(page, t('settings:passkeys.add'));
  await see(page, t('settings:passkeys.no_script'));
  await page.context().clearCookies();
  await page.goto('/en/auth');
  expect(await page.getByRole('button', { name: t('auth:passkey.sign_in') }).count()).toBe(0);
});

test('a code page without a first half leads to the sign-in', async () => {
  const page = await visit();
  await page.goto('/en/auth/code');
  await page.getByLabel(t('auth:sign_in.login')).waitFor();
});

test('the link of the e-mail keeps the second factor that support was asked to remove', async () => {
  const page = await openAs('petra');
  await setUp(page);
  const words = ['members', 'remove-second-factor', 'petra', '--why', 'lost the phone'];
  expect(await runCommand(site.services, words, 'olga')).toHaveProperty('words');
  await page.goto(SECURITY);
  await page.getByText(/Support will turn off two-step verification/).waitFor();
  const link = async () => {
    const { rows } = await site.services.db.execute<{ text: string }>(
      `select text from mailbox where text like '%keep-second-factor%'`,
    );
    return /https?:\/\/\S+/.exec(rows[0]?.text ?? '')?.[0];
  };
  await expect.poll(link).toBeTruthy();
  const reader = await visit({ javaScriptEnabled: false });
  await reader.goto((await link()) ?? '');
  await send(reader, t('auth:keep_factor.submit'));
  await see(reader, t('auth:keep_factor.done'));
  await page.reload();
  expect(await page.getByText(/Support will turn off/).count()).toBe(0);
});

test('nobody is shut out of the page that makes new recovery codes', async () => {
  const page = await openAs('anna');
  await page.goto(`${SECURITY}/recovery-codes`);
  expect(await barriersOn(page)).toEqual([]);
});
