import type { Locator, Page } from 'playwright';

export async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await field(page, label).fill(value);
}

export function field(page: Page, label: string): Locator {
  return page.getByLabel(label, { exact: true });
}

/** Ticks what a guest has to agree to. */
export async function agree(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: /18/ }).check();
}

export function valuesOf(page: Page, ...labels: string[]): Promise<string[]> {
  return Promise.all(labels.map((label) => field(page, label).inputValue()));
}

export async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
}

/** Counts the loaded documents from now on. */
export function countLoads(page: Page): () => number {
  let count = 0;
  page.on('load', () => (count += 1));
  return () => count;
}

/** Presses the button of a form and waits for the next page. */
export async function send(page: Page, name: string): Promise<void> {
  await Promise.all([page.waitForEvent('load'), press(page, name)]);
}

/** Presses a button and confirms the question, in a dialog or, without scripts, on its own page. */
export async function confirm(page: Page, name: string, yes = name): Promise<void> {
  await press(page, name);
  const question = page.getByRole('alertdialog').or(page.getByRole('main').locator('form:has([href])'));
  await question.getByRole('button', { name: yes, exact: true }).click();
}

/** Waits until the text is visible. */
export async function see(page: Page, text: string | RegExp): Promise<void> {
  await page.getByText(text, { exact: true }).filter({ visible: true }).first().waitFor();
}

export async function notSee(page: Page, text: string): Promise<void> {
  await page.getByText(text, { exact: true }).filter({ visible: true }).first().waitFor({ state: 'detached' });
}

export async function errorsAt(page: Page, label: string): Promise<string[]> {
  const texts = await fieldBlock(page, label).locator('.errors').getByRole('listitem').allTextContents();
  return texts.map((text) => text.trim());
}

function fieldBlock(page: Page, label: string): Locator {
  return page.locator('[data-field]').filter({ has: page.getByLabel(label, { exact: true }) });
}

/** Counts the forms that a page sends from now on. */
export function countPosts(page: Page): () => number {
  let posts = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST') posts += 1;
  });
  return () => posts;
}

export async function switchLanguage(page: Page, name: string): Promise<void> {
  await page.locator('[popovertarget=languages]').click();
  const menu = page.locator('#languages');
  await menu.getByText(name, { exact: true }).click();
}

/** Ticks the box without which no place is requested. */
export function agreeAtOnce(scope: Page | Locator): Promise<void> {
  return scope.locator('[name=at_once]').check();
}
