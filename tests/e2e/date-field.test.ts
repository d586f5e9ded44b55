import type { Locator, Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { addDays, addMonths, formatDay } from '#domain/days.ts';
import type { Language } from '#domain/languages.ts';
import { path } from '#domain/paths.ts';
import { isoDay } from '#i18n/format.ts';
import { translator } from '#i18n/translator.ts';
import { isLong } from '../support/everyday.ts';
import { openVisitors, PHONE } from '../support/browser/browser.ts';
import { SEEN_LANGUAGES } from '../support/browser/seen-languages.ts';
import { openStage } from '../support/app/stage.ts';
import { awake } from './awake.ts';
import { barriersOn } from './barriers.ts';
import { holdUp } from './hold-up.ts';
import { layoutFaults } from './layout-faults.ts';
import { swipe } from './swipe.ts';

const site = await openStage();
const visit = await openVisitors(site.origin);
const t = translator('en');

const MOSCOW = 'Europe/Moscow';
const today = isoDay(new Date(), MOSCOW);
const [first, last] = [`${addMonths(today, -1).slice(0, 8)}10`, `${addMonths(today, -1).slice(0, 8)}12`];

type Way = Parameters<typeof visit>[0] & { language?: Language };

/** A range that accepts one end, whose caller shows the received values. */
async function openRange({ language = 'en', ...options }: Way = {}): Promise<Page> {
  const page = await visit({ timezoneId: MOSCOW, ...options });
  await page.goto(path(language, 'devUi'));
  return page;
}

const fieldOn = (page: Page) => page.locator('form[name=partial] fieldset');
const heard = (page: Page) => page.locator('output[name=days]').textContent();
const buttonOn = (page: Page) => fieldOn(page).locator('> button');
const titleOn = (page: Page) => fieldOn(page).locator('[data-title]');
const dayOn = (page: Page, day: string) => page.getByRole('gridcell', { name: nameOf(day) });
const inputsOn = (page: Page) => fieldOn(page).locator('[name]');
const from = (page: Page) => page.getByLabel('Since', { exact: true });
const to = (page: Page) => page.getByLabel('Until', { exact: true });
const press = (page: Page, key: 'previous' | 'next' | 'clear' | 'apply') =>
  fieldOn(page)
    .getByRole('button', { name: t(`common:date.${key}`), exact: true })
    .click();

function nameOf(day: string, language = 'en-GB'): string {
  const write = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { timeZone: 'UTC', ...options }).format(new Date(day));
  return `${write({ day: 'numeric', month: 'long' })} ${day.slice(0, 4)}, ${write({ weekday: 'long' })}`;
}

/** “November 2026” */
function monthOf(day: string, language = 'en-GB'): string {
  const month = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' }).format(new Date(day));
  return `${month.charAt(0).toUpperCase()}${month.slice(1)} ${day.slice(0, 4)}`;
}

async function openCalendar(page: Page): Promise<void> {
  await buttonOn(page).click();
  await page.getByRole('grid').waitFor();
}

async function values(inputs: Locator): Promise<string[]> {
  return inputs.evaluateAll((all) => all.map((input) => (input as HTMLInputElement).value));
}

test('without scripts two inputs are all there is, and the form sends them', async () => {
  const page = await openRange({ javaScriptEnabled: false });
  expect(await buttonOn(page).isVisible()).toBe(false);
  expect(
    await fieldOn(page)
      .getByRole('button', { name: t('common:date.next') })
      .isVisible(),
  ).toBe(false);
  await from(page).fill(first);
  await to(page).fill(last);
  await page.getByRole('button', { name: 'Send' }).click();
  await page.waitForURL(`**?since=${first}&until=${last}`);
});

describe('with the mouse', () => {
  test('a range is two clicks, in any order', async () => {
    const page = await openRange();
    await openCalendar(page);
    await press(page, 'previous');
    await dayOn(page, last).click();
    await dayOn(page, first).click();
    await press(page, 'apply');
    expect(await heard(page)).toBe(`${first}/${last}`);
    expect(await buttonOn(page).innerText()).toBe(`${formatDay(first)} — ${formatDay(last)}`);
    expect(await page.getByRole('grid').isVisible()).toBe(false);
  });

  test('nothing of the calendar comes before it is opened', async () => {
    const page = await openRange();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await buttonOn(page).hover();
    await buttonOn(page).focus();
    await awake(page);
    await page.waitForLoadState('networkidle');
    const scripts = () => asked.filter((url) => /calendar\.|trusted-types/.test(url) && url.endsWith('.js'));
    expect(scripts()).toEqual([]);
    await openCalendar(page);
    expect(scripts()).toHaveLength(2);
  });

  test.runIf(isLong)('one end is enough here, and clearing takes both away', async () => {
    const page = await openRange();
    await openCalendar(page);
    await press(page, 'previous');
    await dayOn(page, first).click();
    await press(page, 'apply');
    await expect.poll(() => heard(page)).toBe(`${first}/`);
    expect(await buttonOn(page).innerText()).toBe(`${formatDay(first)} —`);
    await openCalendar(page);
    await press(page, 'clear');
    expect(await heard(page)).toBe('/');
    expect(await buttonOn(page).innerText()).toBe(t('common:date.any'));
  });
});

describe('typing', () => {
  test('takes dd.MM.yyyy, in the wrong order too', async () => {
    const page = await openRange();
    await openCalendar(page);
    await from(page).fill(formatDay(last));
    await to(page).fill(formatDay(first).replaceAll('.', ''));
    await press(page, 'apply');
    expect(await heard(page)).toBe(`${first}/${last}`);
    expect(await values(inputsOn(page))).toEqual([first, last]);
  });

  test.runIf(isLong)('what is no day is said, and the day before it stays', async () => {
    const page = await openRange();
    await openCalendar(page);
    await from(page).fill(formatDay(first));
    await to(page).focus();
    await from(page).fill('31.02.2026');
    await to(page).focus();
    await page
      .getByRole('alert')
      .filter({ hasText: t('common:date.invalid_select') })
      .waitFor();
    expect(await from(page).inputValue()).toBe(formatDay(first));
  });

  test('into the browser’s own input before the calendar came is kept, with the focus', async () => {
    const page = await openRange();
    const letCalendarCome = await holdUp(page, '**/month-grid*.js');
    await buttonOn(page).click();
    await from(page).fill(first);
    letCalendarCome();
    await page.getByRole('grid').waitFor();
    expect(await from(page).inputValue()).toBe(first);
    expect(await from(page).evaluate((input) => input === document.activeElement)).toBe(true);
    await expect.poll(() => dayOn(page, first).getAttribute('aria-selected')).toBe('true');
    await expect.poll(() => heard(page)).toBe(`${first}/`);
  });

  test('into the browser’s own inputs is all there is where the calendar does not come', async () => {
    const page = await openRange({ expects: /404|Failed to fetch/ });
    await page.route('**/month-grid*.js', (route) => route.fulfill({ status: 404 }));
    await buttonOn(page).click();
    await from(page).fill(first);
    await press(page, 'apply');
    await expect.poll(() => heard(page)).toBe(`${first}/`);
    expect(await values(inputsOn(page))).toEqual([first, '']);
  });
});

test('the keyboard alone chooses a range and comes back to the button', async () => {
  const page = await openRange();
  await buttonOn(page).focus();
  await page.keyboard.press('Enter');
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  await expect.poll(focused).toBe(nameOf(today));
  await page.keyboard.press('PageUp');
  await expect.poll(focused).toBe(nameOf(addMonths(today, -1)));
  expect(await titleOn(page).getAttribute('aria-live')).toBe('polite');
  const back = Number(addMonths(today, -1).slice(8)) - 10;
  for (let step = 0; step < Math.abs(back); step++) await page.keyboard.press(back > 0 ? 'ArrowLeft' : 'ArrowRight');
  await expect.poll(focused).toBe(nameOf(first));
  await page.keyboard.press(' ');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  expect(await heard(page)).toBe(`${first}/${addDays(first, 2)}`);
  await page.keyboard.press('Escape');
  expect(await page.getByRole('grid').isVisible()).toBe(false);
  expect(await buttonOn(page).evaluate((button) => button === document.activeElement)).toBe(true);
  expect(await buttonOn(page).getAttribute('aria-labelledby')).toMatch(/label.*shown/);
});

test.runIf(isLong)('Tab reaches typing, months, the one active day and the buttons', async () => {
  const page = await openRange();
  await openCalendar(page);
  await from(page).focus();
  const stops: (string | null)[] = [];
  for (let stop = 0; stop < 7; stop++) {
    await page.keyboard.press('Tab');
    stops.push(
      await page.evaluate(() => {
        const { ariaLabel, textContent, id } = document.activeElement as HTMLElement;
        return (ariaLabel ?? textContent.trim()) || id;
      }),
    );
  }
  expect(stops).toEqual([
    'until-typed',
    t('common:date.previous'),
    monthOf(today),
    t('common:date.next'),
    nameOf(today),
    t('common:date.clear'),
    t('common:date.apply'),
  ]);
});

test.runIf(isLong)('a finger turns the months from ten pixels on, and chooses nothing by it', async () => {
  const page = await openRange(PHONE);
  await buttonOn(page).tap();
  const grid = page.getByRole('grid');
  await grid.waitFor();
  const month = (await titleOn(page).textContent())!;
  await swipe(page, grid, 60, 90);
  expect(await titleOn(page).textContent()).toBe(month);
  await swipe(page, grid, 11);
  await expect.poll(() => titleOn(page).textContent()).not.toBe(month);
  await page.locator(`[data-day="${first}"]`).waitFor();
  await swipe(page, grid, -80);
  await expect.poll(() => titleOn(page).textContent()).toBe(month);
  expect(await page.getByRole('gridcell', { selected: true }).count()).toBe(0);
});

test.runIf(isLong)('a finger that hardly moves has tapped', async () => {
  const page = await openRange(PHONE);
  await buttonOn(page).tap();
  await page.getByRole('grid').waitFor();
  const month = (await titleOn(page).textContent())!;
  await swipe(page, dayOn(page, `${today.slice(0, 8)}15`), 4);
  await expect.poll(() => page.getByRole('gridcell', { selected: true }).count()).toBe(1);
  expect(await titleOn(page).textContent()).toBe(month);
});

describe('a day of years ago', () => {
  const before = `${Number(today.slice(0, 4)) - 2}-02-14`;
  const described = (page: Page) => titleOn(page).getByRole('button').getAttribute('title');

  test('is a few presses away: month, year, month, day', async () => {
    const page = await openRange();
    await openCalendar(page);
    expect(await described(page)).toBe(t('common:date.choose_month'));
    await titleOn(page).getByRole('button').click();
    expect([await titleOn(page).textContent(), await described(page)]).toEqual([
      today.slice(0, 4),
      t('common:date.choose_year'),
    ]);
    expect(await page.locator('[aria-current=date]:visible').getAttribute('aria-label')).toBe(monthOf(today));
    await titleOn(page).getByRole('button').click();
    expect(await titleOn(page).textContent()).toMatch(/^\d{3}0 – \d{3}9$/);
    expect(await titleOn(page).getByRole('button').getAttribute('aria-disabled')).toBe('true');
    await page.getByRole('gridcell', { name: before.slice(0, 4), exact: true }).click();
    await page.getByRole('gridcell', { name: monthOf(before) }).click();
    expect(await titleOn(page).textContent()).toBe(monthOf(before));
    await dayOn(page, before).click();
    await press(page, 'apply');
    expect(await heard(page)).toBe(`${before}/`);
  });

  test('is a few taps away on a phone, where years and months fit', async () => {
    const page = await openRange({ ...PHONE, viewport: { width: 360, height: 740 } });
    await buttonOn(page).tap();
    await page.getByRole('grid', { name: monthOf(today), exact: true }).waitFor();
    await titleOn(page).getByRole('button').tap();
    await page.getByRole('grid', { name: today.slice(0, 4), exact: true }).waitFor();
    await titleOn(page).getByRole('button').tap();
    expect(await page.getByRole('gridcell').count()).toBe(12);
    expect(await page.evaluate(layoutFaults, false)).toEqual([]);
    expect(await barriersOn(page, 'form[name=partial] fieldset')).toEqual([]);
    const year = page.getByRole('gridcell', { name: before.slice(0, 4), exact: true });
    const box = (await year.boundingBox())!;
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
    await year.tap();
    await page.getByRole('gridcell', { name: monthOf(before) }).tap();
    await dayOn(page, before).tap();
    expect(await page.getByRole('gridcell', { selected: true }).count()).toBe(1);
    await press(page, 'apply');
    expect(await heard(page)).toBe(`${before}/`);
  });

  test('is found by keys alone, and arrows turn a year or ten of them', async () => {
    const page = await openRange();
    await openCalendar(page);
    const title = titleOn(page).getByRole('button');
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    await title.press('Enter');
    await fieldOn(page)
      .getByRole('button', { name: t('common:date.previous_year') })
      .click();
    expect(await titleOn(page).textContent()).toBe(String(Number(today.slice(0, 4)) - 1));
    await title.press('Enter');
    for (const key of ['previous_decade', 'next_decade'] as const)
      await fieldOn(page)
        .getByRole('button', { name: t(`common:date.${key}`) })
        .click();
    await page.locator('.calendar [tabindex="0"]:visible').press('ArrowLeft');
    await expect.poll(focused).toBe(before.slice(0, 4));
    await page.keyboard.press('Enter');
    await expect.poll(focused).toBe(monthOf(`${before.slice(0, 4)}${today.slice(4)}`));
    await page.keyboard.press('Enter');
    await expect.poll(() => titleOn(page).textContent()).toBe(monthOf(`${before.slice(0, 4)}${today.slice(4)}`));
    await expect.poll(focused).toBe(nameOf(`${before.slice(0, 4)}${today.slice(4, 8)}01`));
  });
});

test.each(SEEN_LANGUAGES)('month, days and weekdays are $name', async ({ segment, tag }) => {
  const page = await openRange({ viewport: { width: 320, height: 640 }, language: segment });
  await openCalendar(page);
  const locale = tag === 'en' ? 'en-GB' : tag;
  const monthName = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' }).format(new Date(today));
  expect((await titleOn(page).textContent())?.toLocaleLowerCase(tag)).toBe(
    `${monthName} ${today.slice(0, 4)}`.toLocaleLowerCase(tag),
  );
  expect(await page.locator('[aria-current=date]:visible').getAttribute('aria-label')).toBe(nameOf(today, locale));
  expect(await page.evaluate(layoutFaults, false)).toEqual([]);
  const [sunday, monday] = ['2026-11-15', '2026-11-16'].map((day) => new Date(day));
  const start = ['tamil', 'hindi'].includes(segment) ? sunday : monday;
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(start);
  expect(await page.getByRole('columnheader').first().getAttribute('aria-label')).toBe(weekday);
  await titleOn(page).getByRole('button').click();
  expect(await page.locator('[aria-current=date]:visible').getAttribute('aria-label')).toBe(monthOf(today, locale));
  expect(await page.evaluate(layoutFaults, false)).toEqual([]);
});

test.runIf(isLong)('a day is big enough for a finger on the smallest screen', async () => {
  const page = await openRange({ ...PHONE, viewport: { width: 320, height: 640 } });
  await buttonOn(page).tap();
  await page.getByRole('grid').waitFor();
  const box = await dayOn(page, today).boundingBox();
  expect(Math.min(box!.width, box!.height)).toBeGreaterThanOrEqual(40);
});

test('nobody is shut out of the open calendar', async () => {
  const page = await openRange();
  await openCalendar(page);
  expect(await barriersOn(page, 'form[name=partial] fieldset')).toEqual([]);
  await titleOn(page).getByRole('button').click();
  expect(await barriersOn(page, 'form[name=partial] fieldset')).toEqual([]);
});

test.runIf(isLong)('closes when the focus goes past it', async () => {
  const page = await openRange();
  await openCalendar(page);
  await press(page, 'clear');
  const apply = fieldOn(page).getByRole('button', { name: t('common:date.apply'), exact: true });
  await apply.focus();
  await page.keyboard.press('Tab');
  await apply.waitFor({ state: 'hidden' });
});
