import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { tagOf, type Language } from '#domain/languages.ts';
import { translator } from '#i18n/translator.ts';
import { openVisitors, PHONE } from '../support/browser/browser.ts';
import { linkIn } from '../support/people/emails.ts';
import { openMailServer, type MailServer, readEmail } from '../support/world/smtp.ts';
import { openStage, signIn } from '../support/app/stage.ts';
import { agree, fill, press, see, send, valuesOf } from './forms.ts';
import { answerQuestion } from './question.ts';

/** Anna shows her name on her partner page. */
const ANNA = 'Анна Северянина';

const mailServer = await openMailServer();
const site = await openStage({ env: { SMTP_URL: mailServer.url } });
const visit = await openVisitors(site.origin);

const PASSWORD = 'Blue-4-horses';

test('a guest joins by Anna’s link, confirms the e-mail, signs in and stands in Anna’s team', async () => {
  const t = translator('en');
  const page = await visit({ reducedMotion: 'no-preference' });
  await openInvitation(page, 'en');
  await see(page, t('auth:inviter.invites'));
  await see(page, `@anna · ${t('auth:inviter.remembered')}`);

  await fillSignUp(page, 'en', 'grace');
  const rules = page.getByRole('list', { name: t('auth:password.rules') });
  await expect.poll(() => rules.locator('.ok').count()).toBe(4);
  await press(page, t('auth:sign_up.submit'));
  await see(page, t('auth:done.registered'));
  await see(page, t('auth:next.sent_to', { email: 'grace@guests.example' }));

  await page.goto((await emailTo('grace')).link);
  await send(page, t('auth:activate.submit'));
  await see(page, t('auth:done.activated'));
  expect(page.url()).not.toContain('grace');
  expect(await valuesOf(page, t('auth:sign_in.login'))).toEqual(['grace']);
  await page.keyboard.type(PASSWORD);
  await send(page, t('auth:sign_in.submit'));
  expect((await page.context().cookies()).filter(({ name }) => name === 'login')).toEqual([]);
  await standsInAnnasTeam(page, 'en', 'grace');
});

test('so does one on a phone without JavaScript, in Tamil', async () => {
  const t = translator('tamil');
  const page = await visit({ ...PHONE, javaScriptEnabled: false });
  await openInvitation(page, 'tamil');
  await fillSignUp(page, 'tamil', 'kavya');
  await answerQuestion(page, t);
  await send(page, t('auth:sign_up.submit'));
  await see(page, t('auth:done.registered'));

  const mail = await emailTo('kavya');
  expect(mail.text).toContain(t('mail:activation.button'));
  await page.goto(mail.link);
  await send(page, t('auth:activate.submit'));
  await see(page, t('auth:done.activated'));
  expect(await valuesOf(page, t('auth:sign_in.login'))).toEqual(['kavya']);
  await fill(page, { [t('auth:sign_in.login')]: 'kavya@guests.example', [t('auth:sign_in.password')]: PASSWORD });
  await answerQuestion(page, t);
  await send(page, t('auth:sign_in.submit'));
  await standsInAnnasTeam(page, 'tamil', 'kavya');
});

async function openInvitation(page: Page, language: Language) {
  const t = translator(language);
  await page.goto(`/${language}/partnerlink/anna`);
  expect(await page.locator('html').getAttribute('lang')).toBe(tagOf(language));
  await page.getByRole('heading', { name: t('partner:heading', { name: ANNA, product: 'Atrium' }) }).waitFor();
  await page.getByRole('link', { name: t('partner:join') }).click();
  await page.waitForURL(`**/${language}/auth/sign-up?ref=anna`);
}

async function fillSignUp(page: Page, language: Language, username: string) {
  const t = translator(language);
  await fill(page, {
    [t('auth:sign_up.email')]: `${username}@guests.example`,
    [t('auth:sign_up.username')]: username,
    [t('auth:sign_up.password')]: PASSWORD,
    [t('auth:sign_up.password_repeat')]: PASSWORD,
  });
  await agree(page);
}

async function emailTo(username: string): Promise<{ text: string; link: string }> {
  const isTheirs = ({ to }: MailServer['emails'][number]) => to.includes(`${username}@guests.example`);
  await expect.poll(() => mailServer.emails.filter(isTheirs).length).toBe(1);
  const { text } = readEmail(mailServer.emails.find(isTheirs)!);
  return { text, link: linkIn(text).href };
}

async function standsInAnnasTeam(page: Page, language: Language, username: string) {
  const t = translator(language);
  expect(new URL(page.url()).pathname).toBe(`/${language}/dashboard/profile`);
  await page.getByRole('heading', { name: username }).waitFor();
  await page
    .locator('section')
    .filter({ hasText: t('profile:inviter.title') })
    .getByText('@anna')
    .waitFor();

  const annas = await visit();
  await signIn(annas, site, 'anna');
  await annas.goto(`/${language}/dashboard/profile`);
  const registrations = annas.locator('section').filter({ hasText: t('profile:registrations.title') });
  await registrations.getByText(`@${username}`).waitFor();
}
