import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { path } from '#domain/paths.ts';
import { translator } from '#i18n/translator.ts';
import { openVisitors } from '../support/browser/browser.ts';
import { openStage } from '../support/app/stage.ts';

const site = await openStage();
const visit = await openVisitors(site.origin);
const t = translator('en');

type Form = 'single' | 'fixed' | 'marked' | 'partial';
const form = (page: Page, name: Form) => page.locator(`form[name=${name}]`);

async function openForm(name: Form, options = {}): Promise<Page> {
  const page = await visit(options);
  await page.goto(path('en', 'devUi'));
  await page.evaluate(() => {
    for (const kind of ['invalid-select', 'invalid-fixed-range'])
      document.addEventListener(kind, ({ type, detail }: CustomEventInit & Event) => {
        document.body.dataset['heard'] = `${document.body.dataset['heard'] ?? ''}${type} ${detail.days} `;
      });
  });
  await openField(page, name);
  return page;
}

async function openField(page: Page, name: Form): Promise<void> {
  await form(page, name)
    .getByRole('button', { name: new RegExp(`^${name}`, 'i') })
    .click();
  await page.getByRole('grid').waitFor();
}

const heard = (page: Page) => page.evaluate(() => document.body.dataset['heard']?.trim());
const sent = (page: Page, name: Form) =>
  form(page, name).evaluate((one) => new URLSearchParams(new FormData(one as HTMLFormElement) as never).toString());
const day = (page: Page, name: string | RegExp) => page.getByRole('gridcell', { name });
const warning = (page: Page, key: 'invalid_select' | 'invalid_fixed_range') =>
  page.getByRole('alert').filter({ hasText: t(`common:date.${key}`) });
const press = (page: Page, key: 'previous' | 'next' | 'clear' | 'apply') =>
  page.getByRole('button', { name: t(`common:date.${key}`), exact: true }).click();

describe('one day', () => {
  test.each(['America/Los_Angeles', 'Pacific/Kiritimati', 'Europe/Moscow'])(
    'is the day chosen, in %s',
    async (zone) => {
      const page = await openForm('single', { timezoneId: zone });
      await day(page, '17 November 2026, Tuesday').click();
      expect(await page.getByRole('grid').isVisible()).toBe(false);
      expect(await sent(page, 'single')).toBe('day=2026-11-17');
      const button = page.getByRole('button', { name: 'Single 17.11.2026' });
      expect(await button.evaluate((one) => one === document.activeElement)).toBe(true);
    },
  );

  test('can’t be a disabled one, and everybody hears of it', async () => {
    const page = await openForm('single');
    await day(page, '11 November 2026, Wednesday').click({ force: true });
    await warning(page, 'invalid_select').waitFor();
    expect(await heard(page)).toBe('invalid-select 2026-11-11');
    expect(await sent(page, 'single')).toBe('day=2026-11-20');
    expect(await day(page, '11 November 2026, Wednesday').getAttribute('aria-disabled')).toBe('true');
    await day(page, '12 November 2026, Thursday').click();
    expect(await sent(page, 'single')).toBe('day=2026-11-12');
    expect(await warning(page, 'invalid_select').isVisible()).toBe(false);
  });

  test('can’t be typed outside of the limits', async () => {
    const page = await openForm('single');
    await page.getByLabel('Day', { exact: true }).fill('11.12.2026');
    await press(page, 'next');
    await warning(page, 'invalid_select').waitFor();
    expect(await heard(page)).toBe('invalid-select 2026-12-11');
    expect(await page.getByLabel('Day', { exact: true }).inputValue()).toBe('20.11.2026');
    expect(await sent(page, 'single')).toBe('day=2026-11-20');
  });

  test('the months end where the limits do', async () => {
    const page = await openForm('single');
    const [previous, next] = (['previous', 'next'] as const).map((key) =>
      page.getByRole('button', { name: t(`common:date.${key}`) }),
    );
    expect(await previous!.getAttribute('aria-disabled')).toBe('true');
    await press(page, 'next');
    await page.getByText('December 2026', { exact: true }).waitFor();
    expect(await next!.getAttribute('aria-disabled')).toBe('true');
    await next!.click({ force: true });
    await page.getByText('December 2026', { exact: true }).waitFor();
    await next!.press('Tab');
    await page.keyboard.press('PageDown');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-day'))).toBe('2026-12-10');
  });
});

describe('a range that needs two ends', () => {
  test('is told when a disabled day lies in it', async () => {
    const page = await openForm('fixed');
    await day(page, '9 November 2026, Monday').click();
    await day(page, '12 November 2026, Thursday').click();
    await warning(page, 'invalid_fixed_range').waitFor();
    expect(await heard(page)).toBe('invalid-fixed-range 2026-11-12');
    expect(await sent(page, 'fixed')).toBe('from=2026-11-04&to=2026-11-10');
    await day(page, '14 November 2026, Saturday').click();
    expect(await sent(page, 'fixed')).toBe('from=2026-11-12&to=2026-11-14');
  });

  test('can’t be applied with one, nor left so', async () => {
    const page = await openForm('fixed');
    await day(page, '9 November 2026, Monday').click();
    await press(page, 'apply');
    await warning(page, 'invalid_fixed_range').waitFor();
    expect(await heard(page)).toBe('invalid-fixed-range 2026-11-09');
    expect(await page.getByRole('grid').isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('grid').isVisible()).toBe(false);
    await warning(page, 'invalid_fixed_range').waitFor();
    expect(await sent(page, 'fixed')).toBe('from=2026-11-04&to=2026-11-10');
    expect(new URL(page.url()).search).toBe('');
  });

  test('is sent when it is applied', async () => {
    const page = await openForm('fixed');
    await day(page, '12 November 2026, Thursday').click();
    await day(page, '24 November 2026, Tuesday').click();
    await press(page, 'apply');
    await page.waitForURL('**/en/dev/ui?from=2026-11-12&to=2026-11-24');
  });

  test('presets are ranges that are taken at once', async () => {
    const page = await openForm('fixed');
    const week = page.getByRole('link', { name: 'Third week' });
    await week.click();
    await page.waitForURL('**/en/dev/ui?from=2026-11-16&to=2026-11-22');
  });

  test('presets are links without scripts, and the form is sent', async () => {
    const page = await visit({ javaScriptEnabled: false });
    await page.goto(path('en', 'devUi'));
    const fixed = form(page, 'fixed');
    expect(await fixed.getByRole('link', { name: 'First week' }).getAttribute('aria-current')).toBe('true');
    await fixed.getByRole('link', { name: 'Third week' }).click();
    await page.waitForURL('**/en/dev/ui?week=third#here');
    await fixed.getByLabel('From', { exact: true }).fill('2026-11-05');
    expect(await fixed.getByLabel('To', { exact: true }).getAttribute('max')).toBe('2026-12-10');
    await fixed.getByRole('button', { name: t('common:date.apply') }).click();
    await page.waitForURL('**/en/dev/ui?from=2026-11-05&to=2026-11-10');
  });
});

describe('marked days', () => {
  test('say what is marked, to eyes and to ears', async () => {
    const page = await openForm('marked');
    const gain = day(page, '10 February 2027, Wednesday, Today’s gain');
    expect(await gain.getAttribute('data-mark')).toBe('ok');
    expect(await gain.getAttribute('aria-selected')).toBe('true');
    await gain.focus();
    expect(await page.getByText('Today’s gain').isVisible()).toBe(true);
    for (let month = 0; month < 3; month++) await press(page, 'previous');
    expect(await page.getByText('A payout is on its way').isVisible()).toBe(false);
    await day(page, /^18 November 2026, Wednesday, A payout is on its way, A place was closed$/).hover();
    expect(await page.getByText('A payout is on its way').isVisible()).toBe(true);
    expect(await page.getByText('A place was closed').getAttribute('data-mark')).toBe('ok');
  });

  test('stand in six weeks that begin on Sunday where it is wished so', async () => {
    const page = await openForm('marked');
    await page.getByText('February 2027', { exact: true }).waitFor();
    expect(await page.getByRole('gridcell').count()).toBe(42);
    expect(await page.getByRole('columnheader').first().getAttribute('aria-label')).toBe('Sunday');
    expect(await page.getByRole('gridcell').first().getAttribute('data-day')).toBe('2027-01-31');
    await day(page, /^10 February/).focus();
    await page.keyboard.press('Home');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-day'))).toBe('2027-02-07');
  });

  test('four weeks are enough where they are', async () => {
    const page = await openForm('single');
    expect(await page.getByRole('gridcell').count()).toBe(42);
    await press(page, 'next');
    expect(await page.getByRole('gridcell').count()).toBe(35);
  });
});

describe('whoever renders it', () => {
  const told = (page: Page, name: 'days' | 'fault') => page.locator(`output[name=${name}]`).textContent();

  test('hears of each choice and of each bad one', async () => {
    const page = await openForm('partial');
    await page.getByLabel('Since', { exact: true }).fill('05.11.2026');
    expect(await told(page, 'days')).toBe('2026-11-05/');
    await page.getByLabel('Until', { exact: true }).fill('31.02.2026');
    await page.getByLabel('Since', { exact: true }).focus();
    await expect.poll(() => told(page, 'fault')).toBe('invalid-select ');
    await press(page, 'clear');
    expect(await told(page, 'days')).toBe('/');
  });

  test('sets the days, and nothing is said of it', async () => {
    const page = await openForm('partial');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Set three days' }).click();
    await page.getByRole('button', { name: 'Partial 05.11.2026 — 07.11.2026' }).click();
    await page.getByRole('grid').waitFor();
    expect(await page.getByRole('gridcell', { selected: true }).count()).toBe(3);
    expect(await sent(page, 'partial')).toBe('since=2026-11-05&until=2026-11-07');
  });

  test('takes it away, and nothing is left', async () => {
    const page = await openForm('partial');
    await page.keyboard.press('Escape');
    await page.getByRole('grid').waitFor({ state: 'detached' });
    await openField(page, 'partial');
    await page
      .getByRole('button', { name: 'Take the dates away' })
      .evaluate((button: HTMLButtonElement) => button.click());
    await page.getByRole('grid').waitFor({ state: 'detached' });
    const left = page.locator('[class*=air-datepicker], form[name=partial] fieldset');
    expect(await left.count()).toBe(0);
  });
});

describe.each([
  { width: 1280, height: 800 },
  { width: 1366, height: 768 },
  { width: 1280, height: 560 },
  { width: 360, height: 640 },
])('in a window of $width × $height', (viewport) => {
  test.each([0.1, 0.5, 0.95])('the open field fits where it stands at %d of the height', async (share) => {
    const page = await visit({ viewport });
    await page.goto(path('en', 'devUi'));
    const button = form(page, 'fixed').locator('fieldset > button');
    await button.evaluate((one, y) => {
      document.body.style.paddingBlockEnd = '100vh';
      scrollBy({ top: one.getBoundingClientRect().top - y, behavior: 'instant' });
    }, share * viewport.height);
    await openField(page, 'fixed');
    await day(page, '9 November 2026, Monday').click();
    await press(page, 'apply');
    await warning(page, 'invalid_fixed_range').waitFor();
    const apply = page.getByRole('button', { name: t('common:date.apply') });
    for (const seen of [page.getByRole('dialog'), apply, warning(page, 'invalid_fixed_range')]) {
      const box = (await seen.boundingBox())!;
      expect(box.y).toBeGreaterThanOrEqual(0);
      expect(box.y + box.height).toBeLessThanOrEqual(viewport.height);
    }
  });
});
