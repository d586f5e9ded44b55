import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { CONSOLE_MENU, CONSOLE_PAGES, consolePath, MENU_QUERY } from '#domain/console-paths.ts';
import { isAble, STAFF_ROLES, type StaffRole } from '#domain/staff.ts';
import { getWaitingCounts, listenToWaiting } from '#contracts/console/overview.ts';
import { staff, staffSessions, staffWork } from '#server/db/schema/index.ts';
import { DEMO_PASSWORD } from '#server/operator/seed/cast.ts';
import { DEMO_TOTP_SECRET, STAFF } from '#server/operator/seed/staff.ts';
import { totpCode } from '#server/api/second-factor/index.ts';
import { translator } from '#i18n/translator.ts';
import { everyday, isLong } from '../support/everyday.ts';
import { emailOf } from '../support/people/staff.ts';
import { openClient, signIn } from '../support/app/stage.ts';
import { requestedWithdrawals } from '../support/people/withdraw.ts';
import { barriersOn } from './barriers.ts';
import { PLAIN } from './console-screens.ts';
import { answerQuestion, questionIn } from './question.ts';
import { openConsoleStage, signInStaff, staffToken, untilAlive } from './staff.ts';
import { addVirtualAuthenticator } from './virtual-authenticator.ts';

const { site, visit, openAs } = await openConsoleStage();

/** Headings, labels, buttons and links of a page that have Latin letters and no Cyrillic ones. */
function englishIn(html: string): string[] {
  const parts = [...html.matchAll(/<(h1|h2|th|label|button|summary|a)\b[^>]*>(.*?)<\/\1>/gs)];
  const texts = parts.map(([, , inner = '']) => inner.replaceAll(/<[^>]+>/g, '').trim());
  return texts.filter((text) => /[A-Za-z]/.test(text) && !/[А-яё]/.test(text));
}

test('every page of the menu is in the language of its reader', async () => {
  const cookie = { name: 'staff_session', value: await staffToken(site, 'olga') };
  const client = await openClient(site, [cookie], { 'accept-language': 'en' });
  const found: Record<string, string[]> = {};
  for (const page of [...CONSOLE_MENU.flat(), 'account', 'planDraft'] as const) {
    const html = await (await client.get(consolePath(page))).text();
    expect(html).toContain('<html lang="ru"');
    const names = new Set(['Email', 'English', 'PIN', 'ID', 'Fast Money', 'Dream X', 'Turbo']);
    const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
    found[page] = englishIn(main).filter((text) => !names.has(text) && !/^[a-z\d@._:/-]+$/.test(text));
  }
  expect(Object.entries(found).filter(([, texts]) => texts.length > 0)).toEqual([]);
});

describe('the way in', () => {
  test('is e-mail, password and code, also without JavaScript, and leads to the page that was wanted', async () => {
    const page = await visit({ javaScriptEnabled: false });
    await page.goto('/operator/staff');
    await page.getByLabel('Email').fill(emailOf('oscar'));
    await page.getByLabel('Password').fill('wrong');
    await page.getByLabel('Code from your app').fill('000000');
    await answerQuestion(page, translator('en'));
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    expect(await page.getByRole('alert').textContent()).toBe('The email, the password or the code is wrong.');
    expect(await page.getByLabel('Email').inputValue()).toBe(emailOf('oscar'));
    await page.getByLabel('Password').fill(DEMO_PASSWORD);
    await page.getByLabel('Code from your app').fill(totpCode(DEMO_TOTP_SECRET, new Date()));
    await answerQuestion(page, translator('en'));
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL('**/operator/staff');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Staff');
    const cookies = await page.context().cookies(`${site.origin}/operator`);
    const cookie = cookies.find(({ name }) => name === 'staff_session');
    expect(cookie).toMatchObject({ path: '/operator', httpOnly: true, sameSite: 'Strict' });
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL('**/operator/sign-in');
    await page.goto('/operator');
    expect(page.url()).toContain('/operator/sign-in');
    // The browser is known now, so the question is not shown.
    expect(await page.getByLabel(questionIn(translator('en'))).count()).toBe(0);
  });

  test('is a passkey, once one was added: no password and no code', async () => {
    const page = await openAs('artur', consolePath('account'));
    await addVirtualAuthenticator(page);
    await page.getByLabel('Name of the passkey').fill('laptop');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByText('The passkey is added.').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL('**/operator/sign-in');
    await untilAlive(page);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.waitForURL('**/operator');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Overview');
  });

  test('is shut for whoever brings a cookie of the other side', async () => {
    const member = await visit();
    await signIn(member, site, 'anna');
    const access = (await member.context().cookies()).find(({ name }) => name === 'access_token')!.value;
    await member
      .context()
      .addCookies([{ name: 'staff_session', value: access, domain: 'localhost', path: '/operator' }]);
    await member.goto('/operator/withdrawals');
    expect(new URL(member.url()).pathname).toBe('/operator/sign-in');
    const page = await visit();
    const token = await signInStaff(page, site, 'oscar');
    await page.context().addCookies([{ name: 'access_token', value: token, url: site.origin }]);
    await page.goto('/en/dashboard/finance');
    expect(new URL(page.url()).pathname).toBe('/en/auth');
  });
});

/** The reduced run uses the roles with the fewest and the most rights. */
const seen = everyday<readonly StaffRole[]>(['content', 'owner'], STAFF_ROLES);

describe.each(seen)('somebody of the role %s', (role) => {
  const name = STAFF.find((person) => person.role === role)!.email.split('@')[0]!;

  test('sees the pages of their role, is told that the others are not for it, and no page is a barrier', async () => {
    const page = await openAs(name, consolePath('account'), { expects: /^403 / });
    const menu = await page
      .getByRole('navigation')
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    const allowed = CONSOLE_MENU.flat().filter((one) => isAble(role, CONSOLE_PAGES[one].ability));
    expect(menu).toEqual(allowed.map((one) => consolePath(one, {}, MENU_QUERY[one])));
    const wrong: string[] = [];
    for (const one of PLAIN) {
      const { ability } = CONSOLE_PAGES[one];
      const may = !ability || isAble(role, ability);
      const answer = await page.goto(consolePath(one));
      if (answer?.status() !== (may ? 200 : 403)) wrong.push(`${one}: ${answer?.status()}`);
      if ((await page.getByRole('banner').locator('form[action$="/sign-out"] button').count()) !== 1)
        wrong.push(`${one} has no way out`);
      // The reduced run checks these pages for owners only (console-screens.test.ts).
      if (may && isLong) wrong.push(...(await barriersOn(page)).map((barrier) => `${one}: ${barrier}`));
    }
    expect(wrong).toEqual([]);
  });
});

test('an address of the console that is not there keeps the menu and leads to its first page', async () => {
  const page = await openAs('oscar', consolePath('overview'), { expects: /^404 / });
  for (const address of ['/operator/nothing/here', '/operator/members/zzzz', '/operator/transactions/nope']) {
    expect((await page.goto(address))?.status(), address).toBe(404);
    await page.getByRole('link', { name: 'Members', exact: true }).waitFor();
  }
  await page.getByRole('main').getByRole('link').click();
  await page.waitForURL('**/operator');
});

test('a query that makes no sense leads to the same page without it', async () => {
  const page = await openAs('oscar', consolePath('members'));
  for (const one of ['members', 'accruals', 'log'] as const) {
    await page.goto(`${consolePath(one)}?limit=many`);
    expect(page.url()).toBe(site.origin + consolePath(one));
  }
});

describe('the queue of withdrawals', () => {
  test('forty are approved by keyboard alone', async () => {
    await requestedWithdrawals(site, 40, '112');
    const page = await openAs('fiona', consolePath('withdrawals'));
    await page.getByRole('link', { name: 'Withdrawals', exact: true }).click();
    await page.waitForURL('**/operator/withdrawals?state=requested');
    await page.getByText(/^\d+ rows · .*\sUSDT$/).waitFor();
    await page.goto(consolePath('withdrawals', {}, { state: 'requested', sort: '-requested_at', limit: '40' }));
    await untilAlive(page);
    const keys = await approveAllByKeyboard(page);
    await page.getByText('40 of 40').waitFor({ timeout: 20_000 });
    await page.getByText('Finished').waitFor();
    expect(keys).toBeLessThan(60);
    const { rows } = await site.services.db.execute<{ count: string }>(
      sql`select count(*) from audit_log where action = 'withdrawals approve' and reason = 'checked'`,
    );
    expect(Number(rows[0]?.count)).toBe(40);
  });

  test('work that was left is found again from the first page while it goes on', async () => {
    const page = await openAs('fiona', consolePath('overview'));
    const [person] = await site.services.db
      .select()
      .from(staff)
      .where(eq(staff.email, emailOf('fiona')));
    const id = randomUUID();
    await site.services.db.insert(staffWork).values({
      ...{ id, action: 'withdrawals approve', input: {}, reason: 'left', address: '', total: 3 },
      ...{ startedBy: person!.id, startedAt: new Date() },
    });
    await page.reload();
    await page.getByRole('link', { name: '0 of 3' }).click();
    await page.waitForURL(`**/operator/work/${id}`);
    await site.services.db.update(staffWork).set({ finishedAt: new Date() }).where(eq(staffWork.id, id));
    await page.getByText('Finished').waitFor();
    await page.goto(consolePath('overview'));
    expect(await page.getByRole('link', { name: '0 of 3' }).count()).toBe(0);
  });

  test('what was typed survives a broken line, and the code that is asked for', async () => {
    const [id = ''] = await requestedWithdrawals(site, 1, '113');
    const page = await openAs('fiona', consolePath('withdrawals'), { expects: /did not come through|^403 / });
    await page.goto(consolePath('withdrawals', {}, { search: id }));
    await site.services.db.execute(sql`update staff_sessions set confirmed_at = confirmed_at - interval '1 hour'`);
    await untilAlive(page);
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Approve' });
    await dialog.getByLabel('Reason').fill('by phone');
    expect(await dialog.locator('code').textContent()).toBe(
      `npm run operator -- withdrawals approve ${id} --why 'by phone'`,
    );
    await page.route('**/approval/', (route) => route.abort(), { times: 1 });
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await dialog.getByText('Nothing you typed is lost').waitFor();
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    const confirm = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await confirm.getByLabel('Code from your app').fill(totpCode(DEMO_TOTP_SECRET, new Date()));
    await confirm.getByRole('button', { name: 'Confirm', exact: true }).click();
    await page.getByText('Approved.').waitFor();
    // The site sends it immediately.
    expect(await page.getByRole('row', { name: /anna/ }).textContent()).toMatch(/approved|sending|completed/);
  });

  test('whose session has ended signs in and is back at the same list', async () => {
    const page = await openAs('fiona', consolePath('withdrawals'), { expects: /^(401|503) / });
    // Otherwise a call by the page itself may meet the end before the click.
    await page.route(`**${listenToWaiting.path}`, (route) => route.fulfill({ status: 204 }));
    await page.route(`**${getWaitingCounts.path}`, (route) => route.fulfill({ status: 503 }));
    await page.reload({ waitUntil: 'networkidle' });
    await site.services.db.execute(sql`update staff_sessions set ended_at = now() where ended_at is null`);
    await page.getByRole('link', { name: 'Amount' }).click();
    await page.waitForURL('**/operator/sign-in?**');
    // A code can't be used again in the same 30 seconds.
    await site.services.db.update(staff).set({ totpStep: null });
    await page.getByLabel('Email').fill(emailOf('fiona'));
    await page.getByLabel('Password').fill(DEMO_PASSWORD);
    await page.getByLabel('Code from your app').fill(totpCode(DEMO_TOTP_SECRET, new Date()));
    await answerQuestion(page, translator('en'));
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL('**/operator/withdrawals?sort=amount');
  });
});

describe('what waits', () => {
  test('shows on an open overview, in the menu and in the title, and ends with the session', async () => {
    const page = await openAs('fiona', consolePath('overview'), { expects: /^401 / });
    const menu = page.getByRole('navigation').getByRole('link', { name: 'Withdrawals', exact: true });
    const tile = page.getByRole('main').getByRole('link', { name: /Withdrawals to approve/ });
    const before = Number(/\d+/.exec((await tile.count()) > 0 ? await tile.innerText() : '0')?.[0]);
    await requestedWithdrawals(site, 2, '150');
    await tile.getByText(String(before + 2), { exact: true }).waitFor();
    await menu.getByText(String(before + 2), { exact: true }).waitFor();
    await page.waitForFunction(() => /^\(\d+\) Overview/.test(document.title));
    await menu.click();
    await page.waitForURL('**/withdrawals?state=requested');
    await page.waitForFunction((title) => document.title.startsWith(title), `(${before + 2}) Withdrawals`);

    const plain = await visit({ javaScriptEnabled: false });
    await signInStaff(plain, site, 'fiona');
    await plain.goto(consolePath('overview'));
    expect(await plain.title()).toMatch(/^Overview/);
    const plainMenu = plain.getByRole('navigation').getByRole('link', { name: 'Withdrawals', exact: true });
    expect(await plainMenu.innerText()).toContain(String(before + 2));

    await site.services.db.update(staffSessions).set({ endedAt: new Date() });
    await page.getByRole('alert').waitFor();
  });

  test('is told by e-mail as each person chooses, also without JavaScript', async () => {
    for (const javaScriptEnabled of [true, false]) {
      const page = await visit({ javaScriptEnabled });
      await signInStaff(page, site, 'sam');
      await page.goto(consolePath('account'));
      if (javaScriptEnabled) await untilAlive(page);
      const box = page.getByRole('checkbox', { name: 'Support requests' });
      expect(await box.isChecked()).toBe(javaScriptEnabled);
      await box.setChecked(!javaScriptEnabled);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Your choice is saved.').waitFor();
      await page.goto(consolePath('account'));
      expect(await box.isChecked()).toBe(!javaScriptEnabled);
    }
  });
});

/** Resolves to the number of pressed keys. */
async function approveAllByKeyboard(page: Page): Promise<number> {
  let keys = 0;
  const key = async (name: string) => {
    keys += 1;
    await page.keyboard.press(name);
  };
  const reach = async (is: (text: string) => boolean) => {
    for (let tries = 0; tries < 60; tries += 1) {
      const focused = await page.evaluate(
        () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '',
      );
      if (is(focused.trim())) return;
      await key('Tab');
    }
    throw new Error('It can’t be reached by keyboard.');
  };
  await reach((text) => text === 'Select all on this page');
  await key('Space');
  await page.getByRole('button', { name: 'Approve selected' }).waitFor();
  for (;;) {
    const focused = await page.evaluate(() => document.activeElement?.textContent?.trim());
    if (focused === 'Approve selected') break;
    await key('Shift+Tab');
    if (keys > 60) throw new Error('The button can’t be reached by keyboard.');
  }
  await key('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/^With risk flags: 40, 4\D480\.00\sUSDT\. They are left out\.$/).waitFor();
  expect(await dialog.getByRole('button', { name: 'Confirm' }).isDisabled()).toBe(true);
  const box = dialog.getByRole('checkbox');
  await expect.poll(() => box.evaluate((one) => one === document.activeElement)).toBe(true);
  await key('Space');
  expect(await box.isChecked()).toBe(true);
  await key('Tab');
  await page.keyboard.type('checked');
  keys += 'checked'.length;
  await key('Enter');
  return keys;
}
