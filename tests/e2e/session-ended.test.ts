import { eq } from 'drizzle-orm';
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { formatMoney } from '#i18n/format.ts';
import { translator } from '#i18n/translator.ts';
import { CAST, DEMO_PASSWORD } from '#server/operator/seed/cast.ts';
import { sessionFamilies, supportRequests } from '#server/db/schema/index.ts';
import { openVisitors, PHONE } from '../support/browser/browser.ts';
import { everyday, isLong } from '../support/everyday.ts';
import { WALLET } from '../support/people/money.ts';
import { picture } from '../support/browser/pictures.ts';
import { memberOf, openStage, signIn } from '../support/app/stage.ts';
import { field, fill, press, see, send, switchLanguage, valuesOf } from './forms.ts';
import { answerQuestion } from './question.ts';
import { awake, fillOrder, PIN, seeReview, withdrawalsOf } from './withdraw.ts';

const names = ['olga', 'petra', 'vera'];
const people = names.map((username) => ({ ...CAST[2]!, username, name: username, inviter: 'ivan' }) as const);
const site = await openStage({ people: [...CAST, ...people], money: true });
const visit = await openVisitors(site.origin);
const t = translator('en');

const SUPPORT = '/en/dashboard/support';
const MESSAGE = t('support:form.message');

async function openAs(username: string, address: string, options = {}): Promise<Page> {
  const page = await visit(options);
  await signIn(page, site, username);
  await page.goto(address);
  return page;
}

/** As from another device: this browser keeps its cookies, but they are invalid. */
async function endElsewhere(username: string): Promise<void> {
  const { id } = await memberOf(site, username);
  await site.services.db.update(sessionFamilies).set({ endedAt: new Date() }).where(eq(sessionFamilies.memberId, id));
}

/** As after signing out in another tab or hours of absence: the cookies are gone. */
async function loseCookies(page: Page): Promise<void> {
  await page.context().clearCookies({ name: /_token$/ });
}

async function seeWhy(page: Page, words = t): Promise<void> {
  await page.waitForURL('**/auth?**');
  await see(page, words('auth:ended.text'));
}

/** Signs in on the page that the member was redirected to. */
async function signInHere(page: Page, login: string, options: { words?: typeof t; isPlain?: boolean } = {}) {
  const { words = t, isPlain = false } = options;
  await fill(page, { [words('auth:sign_in.login')]: login, [words('auth:sign_in.password')]: DEMO_PASSWORD });
  if (isPlain) await answerQuestion(page, words);
  await send(page, words('auth:sign_in.submit'));
}

const addressOf = (page: Page) => {
  const { pathname, searchParams } = new URL(page.url());
  searchParams.delete('kept');
  return pathname + (searchParams.size > 0 ? `?${searchParams}` : '');
};

const requestsOf = async (username: string) => {
  const { id } = await memberOf(site, username);
  return site.services.db.select().from(supportRequests).where(eq(supportRequests.memberId, id));
};

describe.each([
  ['with JavaScript', { javaScriptEnabled: true }],
  ['on a phone without', { ...PHONE, javaScriptEnabled: false }],
])('%s, a member whose session was ended elsewhere', (_, options) => {
  const isPlain = !options.javaScriptEnabled;

  test('sends a message: is told why, comes back, finds their words, and nothing was sent', async () => {
    const page = await openAs('olga', SUPPORT, { ...options, expects: /^401 / });
    await field(page, t('support:form.topic')).selectOption('account');
    await field(page, MESSAGE).fill('Wörter, слова,\nசொற்கள் & "quotes"');
    const before = (await requestsOf('olga')).length;
    await endElsewhere('olga');
    await send(page, t('support:form.submit'));
    await seeWhy(page);
    await see(page, t('auth:ended.kept'));
    await signInHere(page, 'olga', { isPlain });
    expect(addressOf(page)).toBe(SUPPORT);
    await see(page, t('common:kept'));
    expect(await valuesOf(page, MESSAGE)).toEqual(['Wörter, слова,\nசொற்கள் & "quotes"']);
    expect(await valuesOf(page, t('support:form.topic'))).toEqual(['account']);
    expect(await requestsOf('olga')).toHaveLength(before);
    await press(page, t('support:form.submit'));
    await see(page, t('support:done.title'));
    expect(await requestsOf('olga')).toHaveLength(before + 1);
  });

  test('saves settings: what was typed is there, the password is not, and nothing is saved', async () => {
    const page = await openAs('petra', '/en/dashboard/settings', { ...options, expects: /^401 / });
    await fill(page, {
      [t('settings:general.name')]: 'Petra Typed',
      [t('settings:general.email')]: 'petra.typed@demo.example',
      [t('settings:general.password')]: 'Secret-77',
    });
    await field(page, t('settings:general.in_sitemap')).check();
    await endElsewhere('petra');
    await send(page, t('settings:general.submit'));
    await seeWhy(page);
    expect(decodeURIComponent(page.url()) + (await page.content())).not.toContain('Secret-77');
    await signInHere(page, 'petra', { isPlain });
    expect(addressOf(page)).toBe('/en/dashboard/settings');
    await see(page, t('common:kept'));
    // With scripts the sealed form leaves the address.
    expect(new URL(page.url()).searchParams.has('kept')).toBe(isPlain);
    const fields = ['settings:general.name', 'settings:general.email', 'settings:general.password'] as const;
    expect(await valuesOf(page, ...fields.map((name) => t(name)))).toEqual([
      'Petra Typed',
      'petra.typed@demo.example',
      '',
    ]);
    expect(await field(page, t('settings:general.in_sitemap')).isChecked()).toBe(true);
    expect((await memberOf(site, 'petra')).name).not.toBe('Petra Typed');
  });

  test('filters the team: the filter is what they come back to', async () => {
    const page = await openAs('ivan', '/en/dashboard/team', { ...options, expects: /^401 / });
    await endElsewhere('ivan');
    await page.getByRole('searchbox').fill('petra');
    // With a script, typing alone asks, and the page may be gone by then.
    if (isPlain) await page.getByRole('searchbox').press('Enter');
    await seeWhy(page);
    await signInHere(page, 'ivan', { isPlain });
    await page.waitForURL('**/en/dashboard/team?**');
    expect(new URL(page.url()).searchParams.get('search')).toBe('petra');
    expect(await page.getByRole('searchbox').inputValue()).toBe('petra');
  });

  test('opens a page again that is given as it was: is told why', async () => {
    const page = await openAs('jonas', '/en/dashboard/profile', options);
    await page.goto('/en/dashboard/profile');
    await endElsewhere('jonas');
    await page.goto('/en/dashboard/profile');
    await seeWhy(page);
  });

  test.each([['elsewhere'], ['by time']])('(%s) follows a link: to where it leads', async (how) => {
    const page = await openAs('jonas', '/en/dashboard/profile', { ...options, expects: /^401 / });
    if (how === 'elsewhere') await endElsewhere('jonas');
    else await loseCookies(page);
    const address = await page.locator('#nav a[href$="/dashboard/licenses"]').getAttribute('href');
    await page.evaluate(() => document.querySelector<HTMLElement>('#nav a[href$="/dashboard/licenses"]')?.click());
    await seeWhy(page);
    await signInHere(page, 'jonas', { isPlain });
    expect(addressOf(page)).toBe(address);
  });
});

describe('a withdrawal that meets a session that is over', () => {
  const ORDER = [t('finance:withdraw.destination'), t('finance:withdraw.amount')] as const;

  async function review(page: Page): Promise<void> {
    await fillOrder(page, t, WALLET, '25');
    await press(page, t('finance:withdraw.go_on'));
    await seeReview(page, t);
    await field(page, t('finance:pin.label')).fill(PIN);
  }

  test.each([true, false])(
    'comes back as a form, without the PIN, and nothing is sent (JavaScript: %s)',
    async (has) => {
      const before = await withdrawalsOf(site, 'anna');
      const page = await openAs('anna', '/en/dashboard/finance', { javaScriptEnabled: has, expects: /^401 / });
      if (has) await awake(page, t);
      const sent: string[] = [];
      // Without the origin, because its port could contain the digits of the PIN.
      page.on('request', (request) => sent.push(request.url().replace(site.origin, '')));
      await review(page);
      await endElsewhere('anna');
      await press(page, t('finance:withdraw.send'));
      await seeWhy(page);
      await see(page, t('auth:ended.kept'));
      expect(sent.map(decodeURIComponent).join()).not.toContain(PIN);
      await signInHere(page, 'anna', { isPlain: !has });
      expect(addressOf(page)).toBe('/en/dashboard/finance');
      await see(page, t('common:kept'));
      expect(await valuesOf(page, ...ORDER)).toEqual([WALLET, formatMoney('25', 'en')]);
      expect(await withdrawalsOf(site, 'anna')).toEqual(before);
    },
  );
});

describe('what was typed', () => {
  test('is not for whoever else signs in on the same browser', async () => {
    const page = await openAs('olga', SUPPORT, { javaScriptEnabled: false });
    await field(page, MESSAGE).fill('Olga’s secret');
    await loseCookies(page);
    await send(page, t('support:form.submit'));
    await seeWhy(page);
    await signInHere(page, 'ivan', { isPlain: true });
    expect(addressOf(page)).toBe(SUPPORT);
    expect(await valuesOf(page, MESSAGE)).toEqual(['']);
    expect(await page.content()).not.toContain('Olga’s secret');
    expect(await page.getByText(t('common:kept')).count()).toBe(0);
  });

  test('outlives a wrong password and another language', async () => {
    const page = await openAs('olga', SUPPORT, { ...PHONE, expects: /^401 / });
    const german = translator('de');
    await field(page, t('support:form.topic')).selectOption('account');
    await field(page, MESSAGE).fill('Still here');
    await page.evaluate(() => sessionStorage.clear());
    await loseCookies(page);
    await send(page, t('support:form.submit'));
    await seeWhy(page);
    await switchLanguage(page, 'Deutsch');
    await page.waitForURL('**/de/auth**');
    await seeWhy(page, german);
    await fill(page, { [german('auth:sign_in.login')]: 'olga', [german('auth:sign_in.password')]: 'wrong' });
    await send(page, german('auth:sign_in.submit'));
    await see(page, german('refusals:wrong_credentials'));
    await signInHere(page, 'olga', { words: german });
    expect(addressOf(page)).toBe('/de/dashboard/support');
    expect(await valuesOf(page, german('support:form.message'))).toEqual(['Still here']);
  });

  test.runIf(isLong)('comes back once more when the session ends a second time', async () => {
    const page = await openAs('olga', '/en/dashboard/settings/notices', { javaScriptEnabled: false });
    const boxes = page.getByRole('main').getByRole('checkbox');
    const wanted = await boxes.first().isChecked();
    await boxes.first().setChecked(!wanted);
    for (const lose of [() => endElsewhere('olga'), () => loseCookies(page)]) {
      await lose();
      await send(page, t('notices:emails.submit'));
      await seeWhy(page);
      await signInHere(page, 'olga', { isPlain: true });
      await see(page, t('common:kept'));
      expect(await boxes.first().isChecked()).toBe(!wanted);
    }
  });
});

describe('a guest', () => {
  test('who opens a member’s page comes back to it, and is not told of a session they never had', async () => {
    const page = await visit();
    await page.goto('/en/dashboard/feed?done=all-read');
    await page.waitForURL('**/en/auth?**');
    expect(await page.getByText(t('auth:ended.text')).count()).toBe(0);
    await signInHere(page, 'ivan');
    expect(addressOf(page)).toBe('/en/dashboard/feed');
  });

  test('who has signed in in another tab meanwhile is led there by a reload', async () => {
    const page = await visit();
    await page.goto('/en/dashboard/team?search=ivan');
    await signIn(page, site, 'anna');
    await page.reload();
    expect(addressOf(page)).toBe('/en/dashboard/team?search=ivan');
  });
});

test('a photo that meets a session that is over leads to sign-in too, and what was typed beside it is kept', async () => {
  const page = await openAs('vera', '/en/dashboard/settings', { expects: /^401 / });
  await fill(page, { [t('settings:general.name')]: 'Vera Typed' });
  const upload = field(page, t('settings:photo.upload'));
  await upload.focus();
  await upload.setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: await picture() });
  const dialog = page.getByRole('dialog', { name: t('settings:photo.crop.title') });
  await dialog.waitFor();
  await endElsewhere('vera');
  await dialog.getByRole('button', { name: t('settings:photo.save') }).click();
  await seeWhy(page);
  await signInHere(page, 'vera');
  expect(addressOf(page)).toBe('/en/dashboard/settings');
  expect(await valuesOf(page, t('settings:general.name'))).toEqual(['Vera Typed']);
  expect((await memberOf(site, 'vera')).name).toBe('vera');
});

const ELSEWHERE = [
  '//evil.example',
  '/\\evil.example',
  'https://evil.example/en/dashboard/team',
  '/en/auth',
  '/en/dev/ui',
];

/** The reduced run tries one address of another site and one of ours outside the dashboard; the rule has its own tests. */
test.each(everyday(['/\\evil.example', '/en/dev/ui'], ELSEWHERE))(
  'whoever signs in where a link has put %o is led to their profile',
  async (address) => {
    const page = await visit();
    await page.goto(`/en/auth?ended=yes&return_to=${encodeURIComponent(address)}`);
    await signInHere(page, 'ivan');
    expect(page.url()).toBe(`${site.origin}/en/dashboard/profile`);
  },
);
