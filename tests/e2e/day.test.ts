import { readFile } from 'node:fs/promises';
import { unzipSync } from 'fflate';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { LANGUAGES, type Language } from '#domain/languages.ts';
import { type Translate, translator } from '#i18n/translator.ts';
import { openVisitors, PHONE } from '../support/browser/browser.ts';
import { linkIn } from '../support/people/emails.ts';
import { everyday } from '../support/everyday.ts';
import { giveMoney, WALLET } from '../support/people/money.ts';
import { NODE_SECRET, openTestNode } from '../support/world/node.ts';
import { picture } from '../support/browser/pictures.ts';
import { giveAnswer } from '../support/people/questions.ts';
import { openMailServer, readEmail } from '../support/world/smtp.ts';
import { openStage } from '../support/app/stage.ts';
import { agree, agreeAtOnce, field, fill, press, see } from './forms.ts';
import { answerQuestion } from './question.ts';
import { fillOrder, PIN, seeReview, withdrawalsOf } from './withdraw.ts';

/**
 * The first day of a new member, from the invitation to signing out, once per language: on phones and desktops, with
 * and without JavaScript.
 */
const PASSWORD = 'Blue-4-horses';
const face = { name: 'me.jpg', mimeType: 'image/jpeg', buffer: await picture('jpeg', { width: 300, height: 200 }) };
const PATIENCE = { timeout: 30_000 };
const mailServer = await openMailServer();
const node = await openTestNode();
const site = await openStage({
  money: true,
  env: { SMTP_URL: mailServer.url, QPAYMENTS_URL: node.url, QPAYMENTS_SECRET: NODE_SECRET },
});
node.webhooks.sendTo(`${site.origin}/api/webhooks/qpayments/`);
const visit = await openVisitors(site.origin);

type Day = { page: Page; t: Translate; language: Language; username: string; hasScripts: boolean };

const languages = LANGUAGES.map(({ segment }) => segment);

/** The reduced run uses a desktop without JavaScript. */
test.each(everyday(languages.slice(2, 3), languages))(
  'a day of a new member in %s',
  { timeout: 180_000 },
  async (language) => {
    const index = languages.indexOf(language);
    const hasScripts = index % 3 !== 2;
    const page = await visit({ ...(index % 2 === 1 && PHONE), javaScriptEnabled: hasScripts });
    page.setDefaultTimeout(PATIENCE.timeout);
    const day: Day = { page, t: translator(language), language, username: `guest_${language}`, hasScripts };
    await join(day);
    await tellWhoTheyAre(day);
    await buyPlace(day);
    await readFeed(day);
    await askSupport(day);
    await withdraw(day);
    await readNotices(day);
    await takeData(day);
    await leave(day);
  },
);

function open({ page, language }: Day, path: string): Promise<unknown> {
  return page.goto(`/${language}/dashboard/${path}`);
}

async function join(day: Day): Promise<void> {
  const { page, t, language, username } = day;
  await page.goto(`/${language}/partnerlink/anna`);
  await page.getByRole('link', { name: t('partner:join') }).click();
  await fill(page, {
    [t('auth:sign_up.email')]: `${username}@guests.example`,
    [t('auth:sign_up.username')]: username,
    [t('auth:sign_up.password')]: PASSWORD,
    [t('auth:sign_up.password_repeat')]: PASSWORD,
  });
  await agree(page);
  await proveHuman(day);
  await press(page, t('auth:sign_up.submit'));
  await see(page, t('auth:done.registered'));
  await page.goto(linkIn(await emailTo(username, t('mail:activation.button'))).href);
  await press(page, t('auth:activate.submit'));
  await see(page, t('auth:done.activated'));
  await fill(page, { [t('auth:sign_in.login')]: username, [t('auth:sign_in.password')]: PASSWORD });
  await proveHuman(day);
  await press(page, t('auth:sign_in.submit'));
  await page.getByRole('heading', { level: 1, name: t('profile:title') }).waitFor();
}

/** With JavaScript, the bot check is solved during the typing. */
async function proveHuman({ page, t, hasScripts }: Day): Promise<void> {
  if (!hasScripts) await answerQuestion(page, t);
}

/** Waits for the e-mail with these words and resolves to its text. */
async function emailTo(username: string, words: string): Promise<string> {
  const texts = () =>
    mailServer.emails.filter(({ to }) => to.includes(`${username}@guests.example`)).map((raw) => readEmail(raw).text);
  await expect.poll(() => texts().some((text) => text.includes(words)), PATIENCE).toBe(true);
  return texts().find((text) => text.includes(words)) ?? '';
}

async function tellWhoTheyAre(day: Day): Promise<void> {
  const { page, t, username, hasScripts } = day;
  await open(day, 'settings');
  await fill(page, { [t('settings:general.name')]: 'Grace <b>Hopper</b>', [t('profile:contacts.telegram')]: '@grace' });
  await press(page, t('settings:general.submit'));
  await see(page, t('settings:done.saved'));
  await field(page, t('settings:photo.upload')).focus();
  await field(page, t('settings:photo.upload')).setInputFiles(face);
  const frame = page.getByRole('dialog', { name: t('settings:photo.crop.title') });
  const save = (hasScripts ? frame : page).getByRole('button', { name: t('settings:photo.save') });
  await (hasScripts ? save.click() : Promise.all([page.waitForEvent('load'), save.click()]));
  await see(page, t('settings:done.photo_saved'));
  await open(day, 'profile');
  await page.locator('.header .avatar img').waitFor();
  await page.getByRole('heading', { name: 'Grace <b>Hopper</b>' }).waitFor();
  await page.getByText(`@${username}`).first().waitFor();
}

async function buyPlace(day: Day): Promise<void> {
  const { page, t, hasScripts } = day;
  await open(day, 'licenses');
  await page
    .getByRole('link', { name: t('places:choose') })
    .first()
    .click();
  await agreeAtOnce(page);
  await press(page, t('places:request.submit'));
  await page.waitForURL(/finance\/transactions\/[0-9a-f-]{36}/);
  const id = /transactions\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? '';
  await expect.poll(() => node.state.findPaymentRequest(id)?.state, PATIENCE).toBe('open');
  node.state.pay(id, { amount: '100.00' });
  // In the sheet over the board, or on the page of the invoice.
  const structure = page.locator('dialog, .split').getByRole('link', { name: t('places:show_structure'), exact: true });
  await expect
    .poll(async () => {
      if (!hasScripts) await page.reload();
      return structure.isVisible();
    }, PATIENCE)
    .toBe(true);
  await structure.click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await emailTo(day.username, t('mail:place_opened.button'));
}

async function readFeed(day: Day): Promise<void> {
  const { page, t } = day;
  await open(day, 'feed');
  await page.locator('#posts').getByRole('link').first().click();
  await page.getByRole('article').waitFor();
  await open(day, 'feed/webinars');
  await press(page, t('feed:calendar.make'));
  await see(page, t('feed:calendar.done'));
}

async function askSupport(day: Day): Promise<void> {
  const { page, t, username } = day;
  await open(day, 'support');
  await field(page, t('support:form.topic')).selectOption('places');
  await field(page, t('support:form.message')).fill('Where do I see who sits beside me?');
  await press(page, t('support:form.submit'));
  await see(page, t('support:done.title'));
  const number = /S-\d{5}/.exec(await page.locator('main').innerText())?.[0] ?? '';
  await giveAnswer(site, number, 'In the structure.');
  await emailTo(username, t('mail:support_answered.button'));
  await open(day, 'support');
  await see(page, 'In the structure.');
}

async function withdraw(day: Day): Promise<void> {
  const { page, t, username } = day;
  await giveMoney(site.services, username, 50_000_000n);
  await open(day, 'finance/pin');
  await fill(page, {
    [t('finance:pin.label')]: PIN,
    [t('finance:pin.repeat')]: PIN,
    [t('finance:pin.password')]: PASSWORD,
  });
  await press(page, t('finance:pin.submit'));
  await see(page, t('finance:done.pin_set'));
  await open(day, 'finance');
  await fillOrder(page, t, WALLET, '20');
  await press(page, t('finance:withdraw.go_on'));
  await seeReview(page, t);
  await fill(page, { [t('finance:pin.label')]: PIN });
  await press(page, t('finance:withdraw.send'));
  await expect
    .poll(async () => (await withdrawalsOf(site, username)).map(({ amountMicros }) => amountMicros), PATIENCE)
    .toEqual([20_000_000n]);
  // Its notice must not arrive while the notices are read.
  await emailTo(username, t('mail:withdrawal_completed.note'));
}

/**
 * There are also notices about new devices and PINs. This checks that the day's events are listed, and that listing
 * marks them as read.
 */
async function readNotices(day: Day): Promise<void> {
  const { page, t } = day;
  await open(day, 'profile');
  const noticesButton = page.locator('.header .btn[href$="/dashboard/notices"]');
  expect(Number(await noticesButton.getAttribute('data-count'))).toBeGreaterThan(3);
  await open(day, 'notices');
  await see(page, t('notices:kinds.pin_set'));
  await page
    .locator('main')
    .getByText(/S-\d{5}/)
    .first()
    .waitFor();
  expect(await noticesButton.getAttribute('data-count')).toBe(null);
}

async function takeData(day: Day): Promise<void> {
  const { page, t, username } = day;
  await open(day, 'settings/data');
  await fill(page, { [t('settings:second_factor.password')]: PASSWORD });
  await press(page, t('settings:data.download.open'));
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: t('settings:data.download.submit'), exact: true }).click(),
  ]);
  const files = unzipSync(await readFile(await download.path()));
  const rowsOf = (list: string): unknown => JSON.parse(new TextDecoder().decode(files[`${list}.json`]));
  expect(rowsOf('profile')).toMatchObject([{ username }]);
  expect(rowsOf('withdrawals')).toHaveLength(1);
}

async function leave(day: Day): Promise<void> {
  const { page, t, language } = day;
  await open(day, 'profile');
  if (page.viewportSize()?.width === PHONE.viewport.width) await press(page, t('common:menu.open'));
  await page
    .getByRole('button', { name: t('common:menu.sign_out') })
    .first()
    .click();
  await page.waitForURL(new RegExp(`/${language}/auth`));
  await open(day, 'profile');
  expect(new URL(page.url()).pathname).toBe(`/${language}/auth`);
}
