import { and, eq, sql } from 'drizzle-orm';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { translator } from '#i18n/translator.ts';
import { consents, signUps } from '#server/db/schema/index.ts';
import { CAST } from '#server/operator/seed/cast.ts';
import { seedConsents } from '#server/operator/seed/consents.ts';
import { openVisitors } from '../support/browser/browser.ts';
import { memberOf, openStage, signIn } from '../support/app/stage.ts';
import { publishVersion } from '../support/people/legal.ts';
import { agree, countLoads, fill, press, see, send, valuesOf } from './forms.ts';
import { answerQuestion } from './question.ts';

const BOTH = [true, false].flatMap((isLive) => [[isLive, isLive ? 'live' : 'plain'] as const]);
const people = BOTH.map(([, name]) => ({ ...CAST[4]!, username: `reader.${name}`, language: 'en' as const }));
const site = await openStage({ people: [...CAST, ...people], money: true });
const visit = await openVisitors(site.origin);
const t = translator('en');
const refused = { expects: /^4(22|09) / };

let versions = 0;
async function publish(): Promise<string> {
  versions += 1;
  await publishVersion(site.services, 'terms', `v${versions}`);
  return `v${versions}`;
}

const box = (page: Page) => page.locator('input[name=agreed]');
const label = (page: Page) => page.locator('label', { has: box(page) }).innerText();

test.each(BOTH)('a guest agrees to the versions that the form names (JavaScript: %s)', async (isLive, name) => {
  const page = await visit({ javaScriptEnabled: isLive, ...refused });
  const first = await publish();
  await page.goto('/en/auth/sign-up?ref=anna');
  expect(await label(page)).toBe(t('auth:sign_up.agree', { age: 18, terms: first, privacy: 'sample-1' }));
  expect(await box(page).isChecked()).toBe(false);
  const username = `guest.${name}`;
  const passwords = {
    [t('auth:sign_up.password')]: 'Blue-4-horses',
    [t('auth:sign_up.password_repeat')]: 'Blue-4-horses',
  };
  const typed = { [t('auth:sign_up.email')]: `${username}@guests.example`, [t('auth:sign_up.username')]: username };
  await fill(page, { ...typed, ...passwords });
  const [terms] = await Promise.all([
    page.context().waitForEvent('page'),
    page
      .locator('form')
      .getByRole('link', { name: t('partner:legal.terms') })
      .click(),
  ]);
  await terms.close();

  const submit = async () => {
    if (!isLive) await fill(page, passwords);
    if (!isLive) await answerQuestion(page, t);
    const button = t('auth:sign_up.submit');
    await (isLive ? press(page, button) : send(page, button));
  };
  const loads = countLoads(page);
  await submit();
  await see(page, t('faults:agreement_required'));
  await agree(page);
  const second = await publish();
  await submit();
  await see(page, t('faults:agreement_outdated'));
  await expect.poll(() => label(page)).toContain(second);
  expect(await box(page).isChecked()).toBe(false);
  expect(await valuesOf(page, ...Object.keys(typed))).toEqual(Object.values(typed));
  await agree(page);
  await submit();
  await see(page, t('auth:done.registered'));
  if (isLive) expect(loads()).toBe(0);
  const [signUp] = await site.services.db.select().from(signUps).where(eq(signUps.username, username));
  expect(signUp).toMatchObject({ showsUpline: false, agreement: { language: 'en', versions: expect.any(Array) } });
  expect(signUp?.agreement?.versions).toHaveLength(2);
});

test.each(BOTH)('a member agrees once to new terms, to the newest only (JavaScript: %s)', async (isLive, name) => {
  const username = `reader.${name}`;
  const page = await visit({ javaScriptEnabled: isLive, ...refused });
  await signIn(page, site, username);
  await publish();
  await page.goto('/en/dashboard/team?line=1');
  const card = page.getByRole('region', { name: t('common:agreement.terms') });
  await card.waitFor();
  const newest = await publish();
  const loads = countLoads(page);
  const confirm = () => (isLive ? press(page, t('common:agreement.agree')) : send(page, t('common:agreement.agree')));
  await confirm();
  await see(page, t('refusals:agreement_outdated'));
  await card.getByRole('link', { name: newest }).waitFor();
  await confirm();
  await card.waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/en/dashboard/team?line=1');
  if (isLive) expect(loads()).toBe(0);
  await page.goto('/en/dashboard/profile');
  expect(await card.count()).toBe(0);
  const { id } = await memberOf(site, username);
  const isNewest = sql`${consents.versionId} = (select max(id) from legal_versions where document = 'terms')`;
  expect(await site.services.db.$count(consents, and(eq(consents.memberId, id), isNewest))).toBe(1);
});

test('a new privacy policy is a notice', async () => {
  const page = await visit();
  await site.services.transaction((tx) => seedConsents(tx));
  await publishVersion(site.services, 'privacy', 'newer');
  await signIn(page, site, 'reader.live');
  await page.goto('/en/dashboard/feed');
  await page.getByRole('region', { name: t('common:agreement.privacy') }).waitFor();
  await press(page, t('common:agreement.read'));
  await see(page, t('common:agreement.done'));
});
