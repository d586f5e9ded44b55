import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { translator } from '#i18n/translator.ts';
import { openVisitors } from '../support/browser.ts';
import { drawComponents } from '../support/draw-component.ts';
import { openStage } from '../support/stage.ts';

/** What no page of ours asks of the field yet: forms that are drawn for the test and put into a page that is served. */
const site = await openStage();
const visit = await openVisitors(site.origin);
const t = translator('en');

const november = { label: 'When', min: '2026-11-03', max: '2026-12-10', disabled: ['2026-11-11', '2026-11-25'] };
const range = [
  { name: 'from', label: 'From', value: '2026-11-04' },
  { name: 'to', label: 'To', value: '2026-11-10' },
];
const markers = [
  {
    date: '2026-11-18',
    color: 'warn',
    tooltip: [
      { text: 'A payout is on its way', color: 'warn' },
      { text: 'A place was closed', color: 'ok' },
    ],
  },
];
const presets = [{ label: 'Last week', href: '/en/auth?preset=week#here' }];
const [single, fixed, marked] = await drawComponents('/src/components/ui/date-field.astro', [
  { props: { ...november, ends: [{ name: 'day', label: 'Day', value: '2026-11-20' }] } },
  { props: { ...november, ends: range, submits: true, presets } },
  {
    props: {
      label: 'When',
      ends: [{ name: 'day', label: 'Day', value: '2027-02-10' }],
      weekStart: 0,
      hasSixWeeks: true,
      markers: [...markers, { date: '2027-02-10', color: 'ok', tooltip: [{ text: 'Today’s gain', color: 'ok' }] }],
    },
  },
]);

async function serveForm(field: string | undefined, options = {}): Promise<Page> {
  const page = await visit(options);
  await page.route('**/en/auth', async (route) => {
    // As a part, so that the page comes with the whole stylesheet: it does not know what is put into it.
    const response = await route.fetch({ headers: { ...route.request().headers(), 'x-part': 'drawn' } });
    const form = `<form id="drawn" action="/en/auth" novalidate>${field}</form>`;
    await route.fulfill({ response, body: (await response.text()).replace(/<main[^>]*>/, `$&${form}`) });
  });
  await page.goto('/en/auth');
  return page;
}

async function openForm(field: string | undefined, options = {}): Promise<Page> {
  const page = await serveForm(field, options);
  await page.evaluate(() => {
    for (const name of ['invalid-select', 'invalid-fixed-range'])
      document.addEventListener(name, ({ type, detail }: CustomEventInit & Event) => {
        document.body.dataset['heard'] = `${document.body.dataset['heard'] ?? ''}${type} ${detail.days} `;
      });
  });
  await page.getByRole('button', { name: /^When/ }).click();
  await page.getByRole('grid').waitFor();
  return page;
}

const heard = (page: Page) => page.evaluate(() => document.body.dataset['heard']?.trim());
const sent = (page: Page) =>
  page.evaluate(() => new URLSearchParams(new FormData(document.querySelector('form#drawn')!) as never).toString());
const day = (page: Page, name: string | RegExp) => page.getByRole('gridcell', { name });
const warning = (page: Page, key: 'invalid_select' | 'invalid_fixed_range') =>
  page.getByRole('alert').filter({ hasText: t(`common:date.${key}`) });
const press = (page: Page, key: 'previous' | 'next' | 'clear' | 'apply') =>
  page.getByRole('button', { name: t(`common:date.${key}`), exact: true }).click();

describe('one day', () => {
  test.each(['America/Los_Angeles', 'Pacific/Kiritimati', 'Europe/Moscow'])(
    'is the day chosen, in %s',
    async (zone) => {
      const page = await openForm(single, { timezoneId: zone });
      await day(page, '17 November 2026, Tuesday').click();
      expect(await page.getByRole('grid').isVisible()).toBe(false);
      expect(await sent(page)).toBe('day=2026-11-17');
      const button = page.getByRole('button', { name: 'When 17.11.2026' });
      expect(await button.evaluate((one) => one === document.activeElement)).toBe(true);
    },
  );

  test('can’t be a disabled one, and everybody hears of it', async () => {
    const page = await openForm(single);
    await day(page, '11 November 2026, Wednesday').click({ force: true });
    await warning(page, 'invalid_select').waitFor();
    expect(await heard(page)).toBe('invalid-select 2026-11-11');
    expect(await sent(page)).toBe('day=2026-11-20');
    expect(await day(page, '11 November 2026, Wednesday').getAttribute('aria-disabled')).toBe('true');
    await day(page, '12 November 2026, Thursday').click();
    expect(await sent(page)).toBe('day=2026-11-12');
    expect(await warning(page, 'invalid_select').isVisible()).toBe(false);
  });

  test('can’t be typed outside of the limits', async () => {
    const page = await openForm(single);
    await page.getByLabel('Day', { exact: true }).fill('11.12.2026');
    await press(page, 'next');
    await warning(page, 'invalid_select').waitFor();
    expect(await heard(page)).toBe('invalid-select 2026-12-11');
    expect(await page.getByLabel('Day', { exact: true }).inputValue()).toBe('20.11.2026');
    expect(await sent(page)).toBe('day=2026-11-20');
  });

  test('the months end where the limits do', async () => {
    const page = await openForm(single);
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
    const page = await openForm(fixed);
    await day(page, '9 November 2026, Monday').click();
    await day(page, '12 November 2026, Thursday').click();
    await warning(page, 'invalid_fixed_range').waitFor();
    expect(await heard(page)).toBe('invalid-fixed-range 2026-11-12');
    expect(await sent(page)).toBe('from=2026-11-04&to=2026-11-10');
    await day(page, '14 November 2026, Saturday').click();
    expect(await sent(page)).toBe('from=2026-11-12&to=2026-11-14');
  });

  test('can’t be applied with one, nor left so', async () => {
    const page = await openForm(fixed);
    await day(page, '9 November 2026, Monday').click();
    await press(page, 'apply');
    await warning(page, 'invalid_fixed_range').waitFor();
    expect(await heard(page)).toBe('invalid-fixed-range 2026-11-09');
    expect(await page.getByRole('grid').isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('grid').isVisible()).toBe(false);
    await warning(page, 'invalid_fixed_range').waitFor();
    expect(await sent(page)).toBe('from=2026-11-04&to=2026-11-10');
    expect(new URL(page.url()).search).toBe('');
  });

  test('is sent when it is applied', async () => {
    const page = await openForm(fixed);
    await day(page, '12 November 2026, Thursday').click();
    await day(page, '24 November 2026, Tuesday').click();
    await press(page, 'apply');
    await page.waitForURL('**/en/auth?from=2026-11-12&to=2026-11-24');
  });

  test('presets are links', async () => {
    const page = await openForm(fixed);
    await page.getByRole('link', { name: 'Last week' }).click();
    await page.waitForURL('**/en/auth?preset=week#here');
  });

  test('is sent without scripts too', async () => {
    const page = await serveForm(fixed, { javaScriptEnabled: false });
    await page.getByLabel('From', { exact: true }).fill('2026-11-05');
    expect(await page.getByLabel('To', { exact: true }).getAttribute('max')).toBe('2026-12-10');
    await press(page, 'apply');
    await page.waitForURL('**/en/auth?from=2026-11-05&to=2026-11-10');
  });
});

describe('marked days', () => {
  test('say what is marked, to eyes and to ears', async () => {
    const page = await openForm(marked);
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
    const page = await openForm(marked);
    await page.getByText('February 2027', { exact: true }).waitFor();
    expect(await page.getByRole('gridcell').count()).toBe(42);
    expect(await page.getByRole('columnheader').first().getAttribute('aria-label')).toBe('Sunday');
    expect(await page.getByRole('gridcell').first().getAttribute('data-day')).toBe('2027-01-31');
    await day(page, /^10 February/).focus();
    await page.keyboard.press('Home');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-day'))).toBe('2027-02-07');
  });

  test('four weeks are enough where they are', async () => {
    const page = await openForm(single);
    expect(await page.getByRole('gridcell').count()).toBe(42);
    await press(page, 'next');
    expect(await page.getByRole('gridcell').count()).toBe(35);
  });
});
