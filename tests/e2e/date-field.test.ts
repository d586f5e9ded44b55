import type { Locator, Page, Request } from 'playwright';
import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '#domain/languages.ts';
import { addDays, addMonths, formatDay } from '#domain/days.ts';
import { isoDay } from '#i18n/format.ts';
import { translator } from '#i18n/translator.ts';
import { CAST } from '#server/db/seed/cast.ts';
import { openVisitors, PHONE } from '../support/browser.ts';
import { openStage, signIn } from '../support/stage.ts';
import { barriersOn } from './barriers.ts';
import { holdUp } from './hold-up.ts';
import { layoutFaults } from './layout-faults.ts';
import { newestFirst, shownRows, sixty } from './sixty.ts';
import { swipe } from './swipe.ts';

const site = await openStage({ people: [...CAST, ...sixty] });
const visit = await openVisitors(site.origin);
const t = translator('en');

const MOSCOW = 'Europe/Moscow';
const today = isoDay(new Date(), MOSCOW);
/** Days of last month, all of them within the sixty on which somebody joined. */
const [first, last] = [`${addMonths(today, -1).slice(0, 8)}10`, `${addMonths(today, -1).slice(0, 8)}12`];
const joinedOn = (day: string) =>
  newestFirst.filter((name) => {
    const daysAgo = 60 - Number(name.slice(6));
    return isoDay(new Date(Date.now() - daysAgo * 86_400_000), MOSCOW) === day;
  });
const between = [last, addDays(first, 1), first].flatMap(joinedOn);

const isListScript = (request: Request) => request.url().includes('/members-');

async function openFilters(
  options: { javaScriptEnabled?: boolean } & Record<string, unknown> = {},
  { query = '', language = 'en' } = {},
): Promise<Page> {
  const page = await visit({ timezoneId: MOSCOW, ...options });
  await signIn(page, site, 'ivan');
  await page.goto(`/${language}/dashboard/team${query}`);
  // The list's script comes with the first touch; until then its links lead to whole pages.
  const scripts = options.javaScriptEnabled === false || page.waitForEvent('requestfinished', isListScript);
  await page.locator('#filter-form summary').click();
  await scripts;
  return page;
}

const fieldOn = (page: Page) => page.locator('[data-date-field]');
const buttonOn = (page: Page) => fieldOn(page).locator('> button');
const titleOn = (page: Page) => fieldOn(page).locator('[data-title]');
const dayOn = (page: Page, day: string) => page.getByRole('gridcell', { name: nameOf(day) });
const inputsOn = (page: Page) => fieldOn(page).locator('[name]');
const from = (page: Page) => page.getByLabel(t('team:filters.from'), { exact: true });
const to = (page: Page) => page.getByLabel(t('team:filters.to'), { exact: true });
const press = (page: Page, key: 'previous' | 'next' | 'clear' | 'apply') =>
  page.getByRole('button', { name: t(`common:date.${key}`), exact: true }).click();

function nameOf(day: string, language = 'en-GB'): string {
  const write = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { timeZone: 'UTC', ...options }).format(new Date(day));
  return `${write({ day: 'numeric', month: 'long' })} ${day.slice(0, 4)}, ${write({ weekday: 'long' })}`;
}

async function openCalendar(page: Page): Promise<void> {
  await buttonOn(page).click();
  await page.getByRole('grid').waitFor();
}

async function values(inputs: Locator): Promise<string[]> {
  return inputs.evaluateAll((all) => all.map((input) => (input as HTMLInputElement).value));
}

test('without scripts two inputs are all there is, and the form sends them', async () => {
  const page = await openFilters({ javaScriptEnabled: false });
  expect(await buttonOn(page).isVisible()).toBe(false);
  expect(await page.getByRole('button', { name: t('common:date.next') }).isVisible()).toBe(false);
  await from(page).fill(first);
  await to(page).fill(last);
  await page
    .locator('details')
    .getByRole('button', { name: t('team:filters.apply') })
    .click();
  await expect.poll(() => shownRows(page)).toEqual(between);
  expect(page.url()).toContain(`registered_from=${first}&registered_to=${last}`);
});

describe('with the mouse', () => {
  test('a range is two clicks, and the rows follow', async () => {
    const page = await openFilters();
    await openCalendar(page);
    await press(page, 'previous');
    await dayOn(page, last).click();
    await dayOn(page, first).click();
    await press(page, 'apply');
    await expect.poll(() => shownRows(page)).toEqual(between);
    expect(await buttonOn(page).innerText()).toBe(`${formatDay(first)} — ${formatDay(last)}`);
    expect(await page.getByRole('grid').isVisible()).toBe(false);
    expect(new URL(page.url()).searchParams.get('registered_to')).toBe(last);
  });

  test('nothing of the calendar comes before it is opened', async () => {
    const page = await openFilters();
    const scripts: string[] = [];
    page.on('request', (request) => scripts.push(request.url()));
    await page.mouse.move(300, 300);
    await buttonOn(page).hover();
    await page.getByRole('searchbox').fill('member1');
    await expect.poll(() => page.url()).toContain('search=member1');
    expect(scripts.filter((url) => url.includes('date-field'))).toEqual([]);
    await openCalendar(page);
    expect(scripts.filter((url) => url.includes('date-field'))).toHaveLength(1);
  });

  test('one end is enough here, and clearing takes both away', async () => {
    const page = await openFilters();
    await openCalendar(page);
    await press(page, 'previous');
    await dayOn(page, first).click();
    await press(page, 'apply');
    await expect.poll(() => page.url()).toContain(`registered_from=${first}`);
    expect(page.url()).not.toContain('registered_to');
    expect(await buttonOn(page).innerText()).toBe(`${formatDay(first)} —`);
    await openCalendar(page);
    await press(page, 'clear');
    await expect.poll(() => page.url()).not.toContain('registered_from');
    expect(await buttonOn(page).innerText()).toBe(t('common:date.any'));
  });

  test('a filter that is taken off leaves the field, and going back brings it', async () => {
    const page = await openFilters({}, { query: `?registered_from=${first}&registered_to=${last}` });
    await page.getByRole('link', { name: t('team:chips.from', { date: formatDay(first) }) }).click();
    await expect.poll(() => page.url()).not.toContain('registered_from');
    await expect.poll(() => buttonOn(page).innerText()).toBe(`— ${formatDay(last)}`);
    await page.goBack();
    await expect.poll(() => buttonOn(page).innerText()).toBe(`${formatDay(first)} — ${formatDay(last)}`);
    await openCalendar(page);
    expect(await page.getByRole('gridcell', { selected: true }).count()).toBe(3);
  });
});

describe('typing', () => {
  test('takes dd.MM.yyyy, in the wrong order too', async () => {
    const page = await openFilters();
    await openCalendar(page);
    await from(page).fill(formatDay(last));
    await to(page).fill(formatDay(first).replaceAll('.', ''));
    await to(page).press('Enter');
    await expect.poll(() => shownRows(page)).toEqual(between);
    expect(await values(inputsOn(page))).toEqual([first, last]);
  });

  test('what is no day is said, and the day before it stays', async () => {
    const page = await openFilters({}, { query: `?registered_from=${first}` });
    await openCalendar(page);
    await from(page).fill('31.02.2026');
    await to(page).focus();
    await page
      .getByRole('alert')
      .filter({ hasText: t('common:date.invalid_select') })
      .waitFor();
    expect(await from(page).inputValue()).toBe(formatDay(first));
  });

  test('into the browser’s own input before the calendar came is kept, with the focus', async () => {
    const page = await openFilters();
    const letCalendarCome = await holdUp(page, '**/date-field*.js');
    await buttonOn(page).click();
    await from(page).fill(first);
    letCalendarCome();
    await page.getByRole('grid').waitFor();
    expect(await from(page).inputValue()).toBe(first);
    expect(await from(page).evaluate((input) => input === document.activeElement)).toBe(true);
    await expect.poll(() => dayOn(page, first).getAttribute('aria-selected')).toBe('true');
    await expect.poll(() => page.url()).toContain(`registered_from=${first}`);
  });
});

test('the keyboard alone chooses a range and comes back to the button', async () => {
  const page = await openFilters();
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
  await expect.poll(() => shownRows(page)).toEqual(between);
  await page.keyboard.press('Escape');
  expect(await page.getByRole('grid').isVisible()).toBe(false);
  expect(await buttonOn(page).evaluate((button) => button === document.activeElement)).toBe(true);
  expect(await buttonOn(page).getAttribute('aria-labelledby')).toMatch(/label.*shown/);
});

test('Tab reaches typing, months, the one active day and the buttons', async () => {
  const page = await openFilters();
  await openCalendar(page);
  await from(page).focus();
  const stops: (string | null)[] = [];
  for (let stop = 0; stop < 6; stop++) {
    await page.keyboard.press('Tab');
    stops.push(
      await page.evaluate(() => {
        const { ariaLabel, textContent, id } = document.activeElement as HTMLElement;
        return (ariaLabel ?? textContent.trim()) || id;
      }),
    );
  }
  expect(stops).toEqual([
    'registered_to-typed',
    t('common:date.previous'),
    t('common:date.next'),
    nameOf(today),
    t('common:date.clear'),
    t('common:date.apply'),
  ]);
});

test('a finger turns the months from ten pixels on, and chooses nothing by it', async () => {
  const page = await openFilters(PHONE);
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

test('a finger that hardly moves has tapped', async () => {
  const page = await openFilters(PHONE);
  await buttonOn(page).tap();
  await page.getByRole('grid').waitFor();
  const month = (await titleOn(page).textContent())!;
  await swipe(page, dayOn(page, `${today.slice(0, 8)}15`), 4);
  await expect.poll(() => page.getByRole('gridcell', { selected: true }).count()).toBe(1);
  expect(await titleOn(page).textContent()).toBe(month);
});

test.each(LANGUAGES)('month, days and weekdays are $name', async ({ segment, tag }) => {
  const page = await openFilters({ viewport: { width: 320, height: 640 } }, { language: segment });
  await openCalendar(page);
  const locale = tag === 'en' ? 'en-GB' : tag;
  const monthName = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' }).format(new Date(today));
  expect((await titleOn(page).textContent())?.toLocaleLowerCase(tag)).toBe(
    `${monthName} ${today.slice(0, 4)}`.toLocaleLowerCase(tag),
  );
  expect(await page.locator('[aria-current=date]').getAttribute('aria-label')).toBe(nameOf(today, locale));
  const monday = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(new Date('2026-11-16'));
  expect(await page.getByRole('columnheader').first().getAttribute('aria-label')).toBe(monday);
  expect(await page.evaluate(layoutFaults)).toEqual([]);
});

test('a day is big enough for a finger on the smallest screen', async () => {
  const page = await openFilters({ ...PHONE, viewport: { width: 320, height: 640 } });
  await buttonOn(page).tap();
  await page.getByRole('grid').waitFor();
  const box = await dayOn(page, today).boundingBox();
  expect(Math.min(box!.width, box!.height)).toBeGreaterThanOrEqual(40);
});

test('nobody is shut out of the open calendar', async () => {
  const page = await openFilters({}, { query: `?registered_from=${first}&registered_to=${last}` });
  await openCalendar(page);
  expect(await barriersOn(page, '[data-date-field]')).toEqual([]);
});
