import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright';
import { describe, expect, onTestFinished, test } from 'vitest';
import { path } from '#domain/paths.ts';
import { translator } from '#i18n/translator.ts';
import { answerQuestion } from './question.ts';
import { DEMO_PASSWORD } from '#server/operator/seed/cast.ts';
import { DEMO_TOTP_SECRET, seedStaff } from '#server/operator/seed/staff.ts';
import { totpCode } from '#server/api/second-factor/index.ts';
import { complaintsOf, openVisitors, PHONE } from '../support/browser/browser.ts';
import { freePort } from '../support/free-port.ts';
import { giveLinks } from '../support/people/links.ts';
import { emailOf } from '../support/people/staff.ts';
import { openStage, signIn } from '../support/app/stage.ts';
import { fill, press, send } from './forms.ts';

const t = translator('en');
const site = await openStage();
const visit = await openVisitors(site.origin);
const visitSecure = await openSecure();

/** Other tests rely on complaints of pages; this shows that they are detected. */
describe('a page is heard', () => {
  test.each([
    ['an image of another host', () => Object.assign(new Image(), { src: 'http://127.0.0.1:9/a.png' }), /img-src/],
    ['a style in an attribute', () => document.body.setAttribute('style', 'color: red'), /style-src/],
    ['a line to another host', () => void fetch('http://127.0.0.1:9/').catch(() => undefined), /connect-src/],
    [
      'a script out of a string',
      () => void document.body.append(Object.assign(document.createElement('script'), { textContent: 'window.x = 1' })),
      /script-src|TrustedScript/,
    ],
  ])('when it wants %s', async (_, want, directive) => {
    const page = await visit({ expects: /./ });
    const complaints = complaintsOf(page);
    await page.goto('/en/auth');
    await page.evaluate(want).catch(() => undefined);
    await expect.poll(() => complaints.filter((one) => directive.test(one)).length).toBeGreaterThan(0);
  });

  test('when it loads something of another host', async () => {
    const page = await visit({ expects: /^Foreign/, bypassCSP: true });
    const complaints = complaintsOf(page);
    await page.route('http://cdn.example/**', (route) => route.fulfill({ body: '' }));
    await page.goto('/en/auth');
    await page.evaluate(() => fetch('http://cdn.example/a.js', { mode: 'no-cors' }));
    expect(complaints).toEqual(['Foreign: http://cdn.example/a.js']);
  });
});

test('no address with a code in it is told to the page that a link leads to', async () => {
  const links = await giveLinks(site);
  const elsewhere = await listenElsewhere();
  const codes = [
    path('en', 'activate', { token: links.activation }),
    path('en', 'reset', { token: links.reset }),
    path('en', 'confirmEmail', { token: links.email }),
    path('en', 'keepFactor', { token: 'x'.repeat(43) }),
    path('en', 'signUp', { ref: 'anna' }),
    `/operator/invitation?token=${'x'.repeat(43)}`,
  ];
  for (const address of codes) {
    const page = await visit({ expects: /^4\d\d / });
    await page.goto(address);
    await page.evaluate((href) => {
      const link = Object.assign(document.createElement('a'), { href, textContent: 'elsewhere' });
      document.body.prepend(link);
      link.click();
    }, elsewhere.origin);
    await page.waitForURL(`${elsewhere.origin}/**`);
  }
  expect(elsewhere.referrers).toEqual(codes.map(() => undefined));
});

async function listenElsewhere() {
  const referrers: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    if (request.url === '/') referrers.push(request.headers.referer);
    response.end('elsewhere');
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await expect.poll(() => server.listening).toBe(true);
  return { referrers, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test('signing out with a service worker leaves nothing of the member, and the next member finds a whole page', async () => {
  const page = await visit({ ...PHONE, serviceWorkers: 'allow' });
  const workers = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
  await signIn(page, site, 'anna');
  await page.goto('/en/dashboard/support');
  await page.mouse.click(5, 400);
  await expect.poll(workers).toBe(1);
  await page.locator('#message').fill('My PIN letter has not come.');
  await press(page, t('common:menu.open'));
  await press(page, t('common:menu.sign_out'));
  await page.waitForURL(/\/en\/auth(\?|$)/);
  const left = await page.evaluate(async () => {
    const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const answers = (await Promise.all(stores.map((store) => store.matchAll()))).flat();
    return [...Object.values(sessionStorage), ...(await Promise.all(answers.map((answer) => answer.text())))].join(
      '\n',
    );
  });
  expect(left).not.toMatch(/My PIN letter|anna/);
  await signIn(page, site, 'ivan');
  await page.goto('/en/dashboard/support');
  await page.mouse.click(5, 400);
  await expect.poll(workers).toBe(1);
  expect(await page.locator('#message').inputValue()).toBe('');
});

/** Browsers treat `localhost` as secure, like https. */
async function openSecure() {
  const port = await freePort();
  const secure = await openStage({ env: { PORT: String(port), PUBLIC_ORIGIN: `https://localhost:${port}` } });
  await secure.services.transaction((tx) => seedStaff(tx, secure.services));
  return openVisitors(`http://localhost:${port}`);
}

describe('on https', () => {
  const namesOf = async (page: Page) => (await page.context().cookies()).map(({ name }) => name);

  test('a browser keeps the cookies of this host alone, and theme and session work with them', async () => {
    const page = await visitSecure();
    await page.goto('/en/auth?ref=anna');
    await page.getByRole('switch', { name: t('common:frame.dark_theme') }).click();
    await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('light');
    await fill(page, { [t('auth:sign_in.login')]: 'anna', [t('auth:sign_in.password')]: DEMO_PASSWORD });
    await send(page, t('auth:sign_in.submit'));
    await page.waitForURL('**/en/dashboard/profile');
    expect(await page.locator('html').getAttribute('data-theme')).toBe('light');
    const names = await namesOf(page);
    expect(names).toEqual(expect.arrayContaining(['__Host-access_token', '__Host-refresh_token', '__Host-theme']));
    expect(names.filter((name) => !name.startsWith('__Host-'))).toEqual([]);
    await press(page, t('common:menu.sign_out'));
    await page.waitForURL(/\/en\/auth(\?|$)/);
    expect((await namesOf(page)).filter((name) => name.endsWith('_token'))).toEqual([]);
    expect(await page.locator('html').getAttribute('data-theme')).toBe('light');
  });

  test('the console has a cookie of its own that goes nowhere else', async () => {
    const page = await visitSecure({ javaScriptEnabled: false, locale: 'en' });
    await page.goto('/operator/sign-in');
    await page.getByLabel('Email').fill(emailOf('oscar'));
    await page.getByLabel('Password').fill(DEMO_PASSWORD);
    await page.getByLabel('Code from your app').fill(totpCode(DEMO_TOTP_SECRET, new Date()));
    await answerQuestion(page, translator('en'));
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL('**/operator');
    const cookies = await page.context().cookies();
    expect(cookies.find(({ name }) => name === '__Secure-staff_session')).toMatchObject({
      ...{ path: '/operator', secure: true, httpOnly: true, sameSite: 'Strict' },
    });
    expect(cookies.map(({ name }) => name)).not.toContain('staff_session');
  });
});
