import { eq } from 'drizzle-orm';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { translator } from '#i18n/translator.ts';
import { supportRequests } from '#server/db/schema/index.ts';
import { openVisitors, PHONE } from '../support/browser/browser.ts';
import { memberOf, openStage, signIn } from '../support/app/stage.ts';
import { field, press, see } from './forms.ts';

const site = await openStage();
const visit = await openVisitors(site.origin);
const t = translator('de');

/** A member whose service worker has started, which happens at the first touch. `never` matches files that don't load. */
async function openKept(username: string, page: string, never = /^$/): Promise<Page> {
  const expects = /Failed to convert|ERR_|did not come through|Failed to fetch|error loading|Error hydrating/i;
  const phone = await visit({ ...PHONE, serviceWorkers: 'allow', expects });
  await phone.context().route(never, (route) => route.abort());
  await signIn(phone, site, username);
  await phone.goto(`/de/dashboard/${page}`);
  await phone.mouse.click(5, 400);
  await phone.evaluate(async () => {
    const { serviceWorker } = navigator;
    if (!serviceWorker.controller)
      await new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve, { once: true }));
  });
  // The service worker handles the next page and caches the offline page.
  await phone.reload();
  await expect.poll(() => keptAddresses(phone)).toContain('/de/offline');
  return phone;
}

function keptAddresses(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = await Promise.all(stores.map((store) => store.keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
}

test('without a line the page says so, in the reader’s language, and goes on when it is back', async () => {
  const phone = await openKept('anna', 'team');
  await phone.context().setOffline(true);
  await phone.goto('/de/dashboard/finance');
  await see(phone, t('common:offline.title'));
  expect(await phone.title()).toBe('Sie sind offline / Atrium');
  await phone.context().setOffline(false);
  await phone.getByRole('link', { name: t('common:broken.again') }).click();
  await phone.getByRole('heading', { level: 1, name: t('finance:title') }).waitFor();
});

test('a message to support that could not be sent stays in its form, and is sent once when the line is back', async () => {
  const phone = await openKept('marie', 'support');
  await field(phone, t('support:form.topic')).selectOption('places');
  await field(phone, t('support:form.message')).fill('Bin ich da?');
  await see(phone, '11 / 1000');
  await phone.context().setOffline(true);
  await press(phone, t('support:form.submit'));
  await see(phone, t('common:line_broken'));
  await phone.context().setOffline(false);
  await press(phone, t('support:form.submit'));
  await see(phone, t('support:done.title'));
  const { id } = await memberOf(site, 'marie');
  const asked = await site.services.db.select().from(supportRequests).where(eq(supportRequests.memberId, id));
  expect(asked).toMatchObject([{ topic: 'places', message: 'Bin ich da?' }]);
});

test('where the form’s script never came, the page without a line keeps the message and sends it once', async () => {
  const message = 'Wo ist <b>mein</b> "Platz"?\nDanke & Gruß {inputs} $&';
  const phone = await openKept('jonas', 'support', /support-screen.*\.js/);
  // Until it has failed, a press would wait for the script.
  const failed = phone.waitForEvent('console', (said) => /Error hydrating.*support-screen/.test(said.text()));
  await field(phone, t('support:form.topic')).selectOption('places');
  await field(phone, t('support:form.message')).fill(message);
  await failed;
  await phone.context().setOffline(true);
  await press(phone, t('support:form.submit'));
  await see(phone, t('common:offline.kept'));
  expect((await phone.locator('.message').innerText()).trim()).toBe(message);
  await press(phone, t('common:offline.send'));
  await see(phone, t('common:offline.kept'));
  await phone.context().setOffline(false);
  await press(phone, t('common:offline.send'));
  await see(phone, t('support:done.title'));
  const { id } = await memberOf(site, 'jonas');
  const asked = await site.services.db.select().from(supportRequests).where(eq(supportRequests.memberId, id));
  expect(asked).toMatchObject([{ topic: 'places', message }]);
});

test('what is kept is built files and the page without a line, and nothing of anybody', async () => {
  const phone = await openKept('priya', 'profile');
  await phone.goto('/de/dashboard/settings');
  await phone.goto('/de/dashboard/finance');
  expect(
    (await keptAddresses(phone)).filter((address) => !/^\/(_astro|icons)\/|^\/de\/offline$/.test(address)),
  ).toEqual([]);
  const texts = await phone.evaluate(async () => {
    const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const answers = (await Promise.all(stores.map((store) => store.matchAll()))).flat();
    return Promise.all(answers.map((answer) => answer.text()));
  });
  expect(texts.length).toBeGreaterThan(2);
  expect(texts.join('\n')).not.toContain('priya');
});

test('nothing of it is fetched before the first touch', async () => {
  const phone = await visit({ ...PHONE, serviceWorkers: 'allow' });
  await signIn(phone, site, 'anna');
  await phone.goto('/de/dashboard/profile', { waitUntil: 'networkidle' });
  const registrations = () => phone.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
  expect(await registrations()).toBe(0);
  await phone.keyboard.press('Tab');
  await expect.poll(registrations).toBe(1);
});
