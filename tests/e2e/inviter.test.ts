import type { Page } from 'playwright';
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { translator } from '#i18n/translator.ts';
import { signUps } from '#server/db/schema/index.ts';
import { openVisitors } from '../support/browser/browser.ts';
import { memberOf, openStage } from '../support/app/stage.ts';
import { awake } from './awake.ts';
import { agree, countPosts, field, fill, press, see, valuesOf } from './forms.ts';

const site = await openStage();
const visit = await openVisitors(site.origin);
const t = translator('en');

const CODE = t('auth:inviter.code');

async function changeTo(page: Page, code: string) {
  await page.goto('/en/auth/sign-up?ref=anna');
  await see(page, t('auth:inviter.invites'));
  await page.getByText(t('auth:inviter.change'), { exact: true }).click();
  await field(page, CODE).fill(code);
  // Before the island is hydrated, Enter sends the plain form.
  await awake(page);
}

test('sign-up sleeps until it is touched', async () => {
  const page = await visit();
  await page.goto('/en/auth/sign-up?ref=anna', { waitUntil: 'networkidle' });
  expect(await page.locator('main astro-island[ssr]').count()).toBe(1);
  await page.getByText(t('auth:inviter.change'), { exact: true }).click();
  await page.getByRole('button', { name: t('auth:inviter.check') }).waitFor();
});

test('the inviter can be changed, and the new one is whom the guest joins', async () => {
  const page = await visit();
  const posts = countPosts(page);
  await changeTo(page, 'ivan');
  await field(page, CODE).press('Enter');
  await see(page, `${t('auth:inviter.found')} ivan`);
  await see(page, '@ivan');
  expect(posts()).toBe(0);
  await fill(page, {
    [t('auth:sign_up.email')]: 'guest@guests.example',
    [t('auth:sign_up.username')]: 'ivans.guest',
    [t('auth:sign_up.password')]: 'Blue-4-horses',
    [t('auth:sign_up.password_repeat')]: 'Blue-4-horses',
  });
  await agree(page);
  await press(page, t('auth:sign_up.submit'));
  await see(page, t('auth:done.registered'));
  const ivan = await memberOf(site, 'ivan');
  const waiting = and(eq(signUps.username, 'ivans.guest'), eq(signUps.inviterId, ivan.id));
  expect(await site.services.db.$count(signUps, waiting)).toBe(1);
});

test('the inviter stays as it was when nobody has the new code', async () => {
  const page = await visit({ expects: /^404 / });
  await changeTo(page, 'nobody');
  await press(page, t('auth:inviter.check'));
  await see(page, t('faults:inviter_unknown'));
  await see(page, new RegExp('@anna'));
});

test('the inviter is asked for again when the line was broken, and the code is still there', async () => {
  const page = await visit({ expects: /did not come through|ERR_FAILED/ });
  await changeTo(page, 'ivan');
  await page.route('**/api/partners/**', (route) => route.abort());
  await press(page, t('auth:inviter.check'));
  await see(page, t('auth:inviter.broken'));
  expect(await valuesOf(page, CODE)).toEqual(['ivan']);
  await page.unroute('**/api/partners/**');
  await press(page, t('auth:inviter.check'));
  await see(page, '@ivan');
});
