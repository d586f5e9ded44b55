import type { Page } from 'playwright';
import { CAST, type Person } from '#server/operator/seed/cast.ts';

/** Sixty people below Ivan in five lines, one a day; every third is inactive, every fifth a gold director. */
export const sixty: Person[] = Array.from({ length: 60 }, (_, index) => ({
  ...CAST[2]!,
  username: `member${String(index).padStart(2, '0')}`,
  name: `Member ${index}`,
  inviter: index < 12 ? 'ivan' : `member${String(index - 12).padStart(2, '0')}`,
  careerStatus: index % 5 === 0 ? 'gold_director' : 'none',
  active: index % 3 !== 0,
  registeredDaysAgo: 60 - index,
}));

export const oldestFirst = sixty.map(({ username }) => username);
export const newestFirst = oldestFirst.toReversed();

/** Visible usernames in order. */
export async function shownRows(page: Page): Promise<string[]> {
  const names = await page.locator('tbody tr:visible .user small').allTextContents();
  return names.map((name) => name.slice(1));
}

/** Waits until the list is hydrated; before that, its links load pages. */
export async function awake(page: Page): Promise<void> {
  await page.getByRole('searchbox').focus();
  await page.waitForFunction(() => !document.querySelector('main astro-island[ssr]'));
}
