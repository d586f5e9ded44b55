import type { Locator, Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import type { Language } from '#domain/languages.ts';
import { path } from '#domain/paths.ts';
import { translator } from '#i18n/translator.ts';
import { openVisitors, PHONE } from '../support/browser/browser.ts';
import { everyday, isLong } from '../support/everyday.ts';
import { openTestSite } from '../support/app/site.ts';
import { openStage } from '../support/app/stage.ts';
import { awake } from './awake.ts';
import { barriersOn } from './barriers.ts';
import { holdUp } from './hold-up.ts';
import { layoutFaults } from './layout-faults.ts';

const site = await openStage();
const visit = await openVisitors(site.origin);
const t = translator('en');
const status = (name: 'director' | 'silver_director' | 'gold_director' | 'platinum_manager') =>
  t(`common:career_status.${name}`);

type Way = Parameters<typeof visit>[0] & { language?: Language };

/** The gallery page with all kinds of selects. */
async function openSelects({ language = 'en', ...options }: Way = {}): Promise<Page> {
  const page = await visit(options);
  await page.goto(path(language, 'devUi'));
  return page;
}

function fieldOf(page: Page, name: string): Locator {
  return page.getByRole('combobox', { name, exact: true });
}

function listOf(page: Page, name: string): Locator {
  return page.getByRole('listbox', { name, exact: true });
}

/** Clicks the middle of the element with this label, like a person who does not know its structure. */
async function press(page: Page, name: string): Promise<Locator> {
  await page.getByLabel(name, { exact: true }).click();
  await fieldOf(page, name).waitFor();
  return listOf(page, name);
}

function chosenIn(page: Page, name: string): Promise<string[]> {
  return page
    .locator(`select[name=${name}]`)
    .evaluate((select: HTMLSelectElement) => [...select.selectedOptions].map(({ value }) => value));
}

/** Runs in the browser. */
function nameOfFocused(): string | undefined {
  const { activeElement: focused } = document;
  const labels = (focused as HTMLInputElement | null)?.labels;
  return focused?.ariaLabel ?? labels?.[0]?.textContent?.trim();
}

/** Announcements of the selects for screen readers. */
const spoken = (page: Page) => page.locator('.select [role=status]:not(:empty)').allTextContents();

describe('by pointer', () => {
  test('several are chosen and taken out again, in the list and at the field', async () => {
    const page = await openSelects();
    const list = await press(page, 'Grouped');
    await list.getByRole('option', { name: status('silver_director') }).click();
    await list.getByRole('option', { name: status('platinum_manager') }).click();
    expect(await chosenIn(page, 'grouped')).toEqual(['silver_director', 'platinum_manager']);
    await list.getByRole('option', { name: status('silver_director') }).click();
    expect(await chosenIn(page, 'grouped')).toEqual(['platinum_manager']);
    await page.getByRole('button', { name: `${t('common:select.remove')} ${status('platinum_manager')}` }).click();
    expect(await chosenIn(page, 'grouped')).toEqual(['']);
  });

  test('one is chosen, and the list closes', async () => {
    const page = await openSelects();
    const list = await press(page, 'One');
    expect(await list.getByRole('option', { selected: true }).textContent()).toBe(status('director'));
    await list.getByRole('option', { name: status('silver_director'), exact: true }).click();
    await list.waitFor({ state: 'hidden' });
    expect(await chosenIn(page, 'one')).toEqual(['silver_director']);
  });

  test.runIf(isLong)('a click elsewhere closes the list and chooses nothing', async () => {
    const page = await openSelects();
    const list = await press(page, 'Long');
    await page.getByRole('heading', { level: 1 }).click();
    await list.waitFor({ state: 'hidden' });
    expect(await chosenIn(page, 'long')).toEqual([]);
  });

  test('a tap opens the list on a phone', async () => {
    const page = await openSelects(PHONE);
    await page.getByLabel('Unlabelled').tap();
    await listOf(page, 'Unlabelled')
      .getByRole('option', { name: status('silver_director'), exact: true })
      .tap();
    expect(await chosenIn(page, 'unlabelled')).toEqual(['director', 'silver_director']);
  });

  test.runIf(isLong)('a list at the end of the page can be reached to its end', async () => {
    const page = await openSelects(PHONE);
    const list = await press(page, 'Grouped');
    await list.getByRole('option', { name: status('platinum_manager') }).tap();
    expect(await chosenIn(page, 'grouped')).toEqual(['platinum_manager']);
  });

  test.runIf(isLong)('what can’t be chosen is not chosen', async () => {
    const page = await openSelects();
    const list = await press(page, 'Grouped');
    const gold = list.getByRole('option', { name: status('gold_director'), exact: true });
    expect(await gold.isDisabled()).toBe(true);
    await gold.click({ force: true });
    expect(await chosenIn(page, 'grouped')).toEqual(['']);
  });
});

describe('by keyboard alone', () => {
  /** Moves the focus to a field by Tab, which opens nothing. */
  async function reach(page: Page, name: string): Promise<Locator> {
    const hasFocus = () => page.evaluate(nameOfFocused);
    while ((await hasFocus()) !== name) await page.keyboard.press('Tab');
    await awake(page);
    expect(await page.getByRole('combobox', { expanded: true }).count()).toBe(0);
    return fieldOf(page, name);
  }

  test('letters search, arrows lead, Enter chooses, Escape closes, Backspace takes out', async () => {
    const page = await openSelects();
    const field = await reach(page, 'Grouped');
    await page.keyboard.type('plat reg');
    await field.waitFor();
    const list = listOf(page, 'Grouped');
    await expect.poll(() => list.getByRole('option').count()).toBe(1);
    await page.keyboard.press('Enter');
    expect(await chosenIn(page, 'grouped')).toEqual(['platinum_regional_director']);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(await chosenIn(page, 'grouped')).toHaveLength(2);
    await page.keyboard.press('Escape');
    expect(await field.getAttribute('aria-expanded')).toBe('false');
    await page.keyboard.press('Backspace');
    expect(await chosenIn(page, 'grouped')).toEqual(['platinum_regional_director']);
  });

  test('all that is chosen is marked at once, and deleted', async () => {
    const page = await openSelects();
    const field = await reach(page, 'Unlabelled');
    await page.keyboard.press('ArrowDown');
    await field.waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => chosenIn(page, 'unlabelled')).toEqual(['director', 'regional_director']);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Backspace');
    expect(await chosenIn(page, 'unlabelled')).toEqual([]);
  });

  test.runIf(isLong)('a chosen one is taken out at its button, and the focus stays with the field', async () => {
    const page = await openSelects();
    const field = await reach(page, 'Unlabelled');
    await page.keyboard.press('ArrowDown');
    await field.waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    expect(await chosenIn(page, 'unlabelled')).toEqual([]);
    await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true);
  });

  test.runIf(isLong)('what can’t be chosen is passed over', async () => {
    const page = await openSelects();
    const field = await reach(page, 'Grouped');
    await page.keyboard.type('gold');
    await field.waitFor();
    await expect.poll(() => listOf(page, 'Grouped').getByRole('option').count()).toBe(3);
    await page.keyboard.press('Enter');
    expect(await chosenIn(page, 'grouped')).toEqual(['gold_regional_director']);
  });
});

describe('who can’t see', () => {
  test('hears of a field with a list, of what is looked at and what is chosen', async () => {
    const page = await openSelects();
    const list = await press(page, 'Unlabelled');
    const field = fieldOf(page, 'Unlabelled');
    expect(await field.getAttribute('aria-expanded')).toBe('true');
    expect(await list.getAttribute('aria-multiselectable')).toBe('true');
    expect(await list.getByRole('option', { selected: true }).allTextContents()).toEqual([status('director')]);
    const looked = async () => list.locator(`#${await field.getAttribute('aria-activedescendant')}`);
    await page.keyboard.press('ArrowDown');
    expect(await (await looked()).getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('ArrowDown');
    expect(await (await looked()).textContent()).toBe(t('common:career_status.regional_director'));
    expect(await (await looked()).getAttribute('aria-selected')).toBe('false');
  });

  test.runIf(isLong)('hears the names of groups', async () => {
    const page = await openSelects();
    const list = await press(page, 'Grouped');
    const gold = list.getByRole('group', { name: 'gold', exact: true });
    expect(await gold.getByRole('option').count()).toBe(3);
  });

  test.runIf(isLong)('hears at the field what is wrong with it', async () => {
    const page = await openSelects();
    await page.getByLabel('Plain').focus();
    await awake(page);
    await press(page, 'Wrong');
    await expect.poll(() => fieldOf(page, 'Wrong').getAttribute('aria-invalid')).toBe(null);
    await page.reload();
    await page.getByLabel('Wrong', { exact: true }).focus();
    await awake(page);
    await page.keyboard.press('ArrowDown');
    await fieldOf(page, 'Wrong').waitFor();
    expect(await fieldOf(page, 'Wrong').getAttribute('aria-describedby')).toBe('wrong-errors');
  });

  test('meets no barrier in open lists', async () => {
    const page = await openSelects();
    expect(await barriersOn(page)).toEqual([]);
    const list = await press(page, 'Grouped');
    await list.getByRole('option').first().click();
    await page.keyboard.type('gold');
    await expect.poll(() => list.getByRole('option').count()).toBe(3);
    expect(await barriersOn(page, '.select:has([name=grouped])')).toEqual([]);
    await page.keyboard.type('en');
    await expect.poll(() => spoken(page)).toEqual([t('common:nothing_found')]);
    expect(await barriersOn(page, '.select:has([name=grouped])')).toEqual([]);
  });
});

describe.each(everyday<Language[]>(['de'], ['en', 'de', 'tamil']))('in %s', (language) => {
  const words = translator(language);

  test('the maximum is said, and the next choice needs room', async () => {
    const page = await openSelects({ ...PHONE, language });
    const list = await press(page, 'Grouped');
    const full = words('common:select.full', { max: 2 });
    for (const index of [0, 1, 2]) await list.getByRole('option').nth(index).click();
    await page.getByText(full, { exact: true }).filter({ visible: true }).first().waitFor();
    expect(await spoken(page)).toEqual([full]);
    expect(await chosenIn(page, 'grouped')).toHaveLength(2);
    expect(await page.evaluate(layoutFaults, false)).toEqual([]);
    await list.getByRole('option').nth(0).click();
    await list.getByRole('option').nth(2).click();
    expect(await chosenIn(page, 'grouped')).toEqual(['silver_regional_director', 'silver_international_director']);
  });

  test.runIf(isLong)('a search without a result and an empty list say so', async () => {
    const page = await openSelects({ language });
    await press(page, 'Long');
    await page.keyboard.type('1501');
    await expect.poll(() => spoken(page)).toEqual([words('common:nothing_found')]);
    await page.keyboard.press('Escape');
    await press(page, 'Empty');
    await expect.poll(() => spoken(page)).toContain(words('common:select.empty'));
  });

  test.runIf(isLong)('a word of a label is found', async () => {
    const page = await openSelects({ language });
    const list = await press(page, 'Unlabelled');
    const label = words('common:career_status.platinum_manager');
    await page.keyboard.insertText(label.split(/[\s-]/).at(-1)!);
    await expect.poll(() => list.getByRole('option').allTextContents()).toEqual([label]);
  });
});

describe('a long list', () => {
  test.runIf(isLong)('shows a thousand at most, and finds the others', async () => {
    const page = await openSelects();
    const list = await press(page, 'Long');
    expect(await list.getByRole('option').count()).toBe(1000);
    expect((await list.boundingBox())?.height).toBe(300);
    expect((await list.getByRole('option').first().boundingBox())?.height).toBe(40);
    await page.keyboard.type('1499');
    await expect.poll(() => list.getByRole('option').allTextContents()).toEqual(['1499']);
  });
});

describe('Tom Select', () => {
  const SCRIPT = '**/combobox*.js';
  const FILES = /combobox|trusted-types/;

  test('does not come before a select is opened', async () => {
    const page = await openSelects();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.getByRole('heading', { level: 1 }).click();
    await page.getByLabel('Long').focus();
    await awake(page);
    await page.waitForLoadState('networkidle');
    expect(asked.filter((address) => FILES.test(address))).toEqual([]);
    await press(page, 'Long');
    expect(asked.filter((address) => FILES.test(address) && address.endsWith('.js'))).toHaveLength(2);
  });

  test.runIf(isLong)('finds what was typed while it was on its way', async () => {
    const page = await openSelects();
    const letScriptCome = await holdUp(page, SCRIPT);
    await page.getByLabel('Unlabelled').focus();
    await awake(page);
    await Promise.all([page.waitForRequest(SCRIPT), page.keyboard.type('manager')]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ControlOrMeta+a');
    expect(await chosenIn(page, 'unlabelled')).toEqual(['director']);
    letScriptCome();
    await fieldOf(page, 'Unlabelled').waitFor();
    await expect
      .poll(() => listOf(page, 'Unlabelled').getByRole('option').allTextContents())
      .toEqual([status('platinum_manager')]);
    expect(await fieldOf(page, 'Unlabelled').inputValue()).toBe('manager');
  });

  test('leaves the native select where it does not come', async () => {
    const page = await openSelects({ expects: /404|ERR_FAILED|Failed to fetch/ });
    await page.route(SCRIPT, (route) => route.fulfill({ status: 404 }));
    const select = page.getByLabel('Unlabelled');
    await select.click();
    await select.getByRole('option', { name: status('silver_director'), exact: true }).click();
    expect(await chosenIn(page, 'unlabelled')).toEqual(['silver_director']);
  });

  test('opens the door for its own tags alone', async () => {
    const page = await openSelects({ expects: /trusted-types-sink|TrustedHTML/ });
    await press(page, 'Unlabelled');
    const passes = (markup: string) =>
      page.evaluate((text) => {
        try {
          document.createElement('p').innerHTML = text;
          return true;
        } catch {
          return false;
        }
      }, markup);
    expect(await passes('<div role="listbox" tabindex="-1">1 &lt; 2</div>')).toBe(true);
    for (const markup of ['<img src="/x">', '<div onclick="x()">', '<div/onclick=x()>', '<i></i><script>x()</script>'])
      expect(await passes(markup), markup).toBe(false);
  });

  test.runIf(isLong)('goes without a trace when its select does', async () => {
    const page = await openSelects();
    await press(page, 'Set by its caller');
    await page.getByRole('button', { name: 'Take the select away' }).click();
    await fieldOf(page, 'Set by its caller').waitFor({ state: 'detached' });
    expect(await page.locator('.ts-wrapper, .ts-dropdown, .combobox').count()).toBe(0);
    await page.mouse.wheel(0, -200);
    await page.getByRole('heading', { level: 1 }).click();
    await page.getByRole('button', { name: 'Take the select away' }).click();
    const list = await press(page, 'Set by its caller');
    expect(await list.getByRole('option', { selected: true }).allTextContents()).toEqual([status('director')]);
  });
});

describe('whoever renders it', () => {
  const heard = (page: Page) => page.locator('output[name=heard]').textContent();

  test.runIf(isLong)('hears what is chosen', async () => {
    const page = await openSelects();
    const list = await press(page, 'Set by its caller');
    await list.getByRole('option', { name: status('silver_director'), exact: true }).click();
    expect(await heard(page)).toBe('director, silver_director');
  });

  test.runIf(isLong)('sets what is chosen, before it is opened and after', async () => {
    const page = await openSelects();
    await page.getByRole('button', { name: 'Set to the highest' }).click();
    await expect.poll(() => chosenIn(page, 'set')).toEqual(['platinum_manager']);
    const list = await press(page, 'Set by its caller');
    await list.getByRole('option', { name: status('director'), exact: true }).click();
    expect(await heard(page)).toBe('director, platinum_manager');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Set to the highest' }).click();
    const pill = (name: Parameters<typeof status>[0]) =>
      page.getByRole('button', { name: `${t('common:select.remove')} ${status(name)}`, exact: true });
    await pill('director').waitFor({ state: 'detached' });
    expect(await pill('platinum_manager').count()).toBe(1);
  });

  test('resets it with its form', async () => {
    const page = await openSelects();
    const list = await press(page, 'Unlabelled');
    await list.getByRole('option', { name: status('silver_director'), exact: true }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Reset' }).click();
    await expect.poll(() => chosenIn(page, 'unlabelled')).toEqual(['director']);
    await expect.poll(() => page.locator('.pill').allTextContents()).toEqual([status('director')]);
  });
});

test('one of few is chosen in the native select for ever', async () => {
  const page = await openSelects();
  await page.getByLabel('Plain').focus();
  await awake(page);
  await page.keyboard.press('ArrowDown');
  await page.getByLabel('Plain').selectOption('silver_director');
  expect(await fieldOf(page, 'Plain').evaluate((field) => field.tagName)).toBe('SELECT');
});

test('without scripts several are chosen in the native list', async () => {
  const page = await openSelects({ ...PHONE, javaScriptEnabled: false });
  await page.getByLabel('Unlabelled').selectOption(['director', 'platinum_manager']);
  await page.getByLabel('One').selectOption('silver_director');
  await page.getByRole('button', { name: t('team:filters.apply') }).click();
  await page.waitForURL(/one=silver_director/);
  expect(new URL(page.url()).searchParams.getAll('unlabelled')).toEqual(['director', 'platinum_manager']);
});

test('the page that shows all this is of the demo alone', async () => {
  const { origin } = await openTestSite({ env: { SMTP_URL: 'smtp://localhost:1' } });
  const answer = await fetch(`${origin}${path('en', 'devUi')}`);
  expect(answer.status).toBe(404);
});
