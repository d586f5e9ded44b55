import { setTimeout as delay } from 'node:timers/promises';
import type { BrowserContext, Page, Request } from 'playwright';
import { expect, test } from 'vitest';
import { endAllSessions } from '#server/members/auth/session/index.ts';
import { notify } from '#server/members/notices/index.ts';
import { openVisitors } from '../support/browser/browser.ts';
import { isLong } from '../support/everyday.ts';
import { memberOf, openStage, signIn } from '../support/app/stage.ts';

const site = await openStage();
const visit = await openVisitors(site.origin);

const PROFILE = '/en/dashboard/profile';
const STREAM = '/api/events/';
const RECENT = '/api/events/recent/';
/** Longer than a page waits before it opens the stream. */
const A_WHILE_MS = 3_500;
/** Longer than a page waits before it reconnects. */
const LONGER_MS = 6_000;

/** Records the requests for events from all pages of a browser. */
function noteAsked(context: BrowserContext): { streams: Page[]; recent: Page[] } {
  const asked = { streams: [] as Page[], recent: [] as Page[] };
  context.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname === STREAM) asked.streams.push(request.frame().page());
    if (pathname === RECENT) asked.recent.push(request.frame().page());
  });
  return asked;
}

async function happens(username: string): Promise<void> {
  const member = await memberOf(site, username);
  await site.services.transaction((tx) => notify(tx, site.services, member, 'password-changed'));
}

/** Kinds of changes reported on a page, in order. */
const changes = (page: Page) => page.evaluate(() => document.documentElement.dataset['changed']?.trim() ?? '');

/** Opens a page whose clock can be advanced. Afterwards it asks about a longer time than has passed for the server. */
async function openClocked(page: Page, address: string): Promise<void> {
  await page.clock.install();
  await page.goto(address);
}

/** Advances the clock of all pages of a browser. The extra request ensures that earlier requests are recorded. */
async function pass(page: Page, ms: number): Promise<void> {
  await page.clock.fastForward(ms);
  await page.evaluate(() => fetch('/robots.txt'));
}

/** Simulates that another window covers this one, which a test can't do. */
const setHidden = (page: Page, isHidden: boolean) =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);

test('two windows share one stream, and when one is hidden the other goes on', async () => {
  const first = await visit({ isNew: true });
  await signIn(first, site, 'anna');
  const asked = noteAsked(first.context());
  await first.goto(PROFILE);
  await expect.poll(() => asked.streams).toEqual([first]);
  const second = await first.context().newPage();
  await second.goto(PROFILE);
  await delay(A_WHILE_MS);
  expect(asked.streams).toEqual([first]);

  await happens('anna');
  // A server that started later than the page reports all kinds first.
  await expect.poll(() => changes(first)).toMatch(/\bnotices$/);
  await expect.poll(() => changes(second)).toMatch(/\bnotices$/);

  const closed = first.waitForEvent('requestfailed', (request) => new URL(request.url()).pathname === STREAM);
  const told = await changes(second);
  await setHidden(first, true);
  await closed;
  await expect.poll(() => asked.streams).toEqual([first, second]);
  // A new stream repeats the events of the last seconds.
  const seen = `${told} notices`;
  await expect.poll(() => changes(second)).toBe(seen);
  const heard = await changes(first);
  await happens('anna');
  await expect.poll(() => changes(second)).toBe(`${seen} notices`);
  expect(await changes(first)).toBe(heard);

  await second.close();
  await setHidden(first, false);
  // While it was hidden, another person may have signed in.
  await expect.poll(() => changes(first)).toBe(`${heard} session notices`);
  expect(asked.streams).toEqual([first, second, first]);
  expect(asked.recent).toEqual([]);
});

test('what happened while the page was on its way is not missed', async () => {
  const page = await visit({ isNew: true });
  await signIn(page, site, 'ivan');
  const asked = noteAsked(page.context());
  await page.goto(PROFILE, { waitUntil: 'commit' });
  await happens('ivan');
  expect(asked.streams).toEqual([]);
  await expect.poll(() => changes(page)).toBe('notices');
});

test.runIf(isLong)('where no stream comes through, the page asks now and then', async () => {
  const page = await visit({ isNew: true, expects: /events|ERR_FAILED/ });
  await signIn(page, site, 'anna');
  await page.context().route(`**${STREAM}?*`, (route) => route.abort());
  const asked = noteAsked(page.context());
  await page.goto(PROFILE);
  await expect.poll(() => asked.recent.length).toBe(1);
  const before = await changes(page);
  await happens('anna');
  await expect.poll(() => changes(page), { timeout: 25_000 }).toMatch(new RegExp(`^${before} ?notices$`));
});

test('who saves data, and who is no member, opens nothing', async () => {
  const thrifty = await visit({ isNew: true });
  await thrifty.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  await signIn(thrifty, site, 'anna');
  const guest = await visit({ isNew: true });
  const asked = [noteAsked(thrifty.context()), noteAsked(guest.context())];
  await openClocked(thrifty, PROFILE);
  await openClocked(guest, '/en/auth');
  await pass(thrifty, A_WHILE_MS);
  await pass(guest, A_WHILE_MS);
  expect(asked).toEqual([
    { streams: [], recent: [] },
    { streams: [], recent: [] },
  ]);
});

test('a session that ends elsewhere ends it in silence', async () => {
  const page = await visit({ isNew: true, expects: /^401/ });
  await signIn(page, site, 'jonas');
  const asked = noteAsked(page.context());
  const opened = page.waitForResponse((response) => new URL(response.url()).pathname === STREAM);
  await openClocked(page, PROFILE);
  await pass(page, A_WHILE_MS);
  await opened;
  let isClosed = false;
  const note = (request: Request) => {
    isClosed ||= new URL(request.url()).pathname === STREAM;
  };
  // The server or the page closes it first.
  page.on('requestfinished', note).on('requestfailed', note);
  const jonas = await memberOf(site, 'jonas');
  await site.services.transaction((tx) => endAllSessions(tx, site.services, jonas.id, 'password'));
  await expect.poll(() => isClosed).toBe(true);
  await pass(page, LONGER_MS);
  expect(asked.streams).toHaveLength(1);
  expect(asked.recent).toEqual([]);
  expect(new URL(page.url()).pathname).toBe(PROFILE);
});
