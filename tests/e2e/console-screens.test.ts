import { describe, expect, test } from 'vitest';
import type { Theme } from '#domain/theme.ts';
import { everyday } from '../support/everyday.ts';
import { barriersOn, barriersOnPhone } from './barriers.ts';
import { consoleScreens, eachDialog } from './console-screens.ts';
import { faultsIn, NARROW, USUAL } from './layout-faults.ts';
import { openConsoleStage, untilAlive } from './staff.ts';

const { site, openAs } = await openConsoleStage();
const screens = await consoleScreens(site);

/** Every day each screen is seen in one of the two windows, with the colours of one theme. */
const everyOther = screens.map((screen, index) => ({
  ...screen,
  at: everyday(['phone', 'desk'][index % 2], 'both'),
  theme: (index % 4 < 2 ? 'dark' : 'light') as Theme,
}));

describe('nobody is shut out of', () => {
  test.each(everyOther)('$name and its dialogs', async ({ address, at, theme }) => {
    const page = await openAs('oscar', address);
    const found = at === 'phone' ? [] : await barriersOn(page, 'html', theme);
    if (at !== 'desk') found.push(...(await barriersOnPhone(page, 'html', theme)));
    await eachDialog(page, async (name) => {
      found.push(...(await barriersOnPhone(page, 'dialog', theme)).map((barrier) => `${name}: ${barrier}`));
    });
    expect(found).toEqual([]);
  });
});

test.each(everyday(['olga'], ['olga', 'oscar']))('nothing is cut off and nothing sticks out for %s', async (name) => {
  const page = await openAs(name, '/operator');
  const found: string[] = [];
  for (const screen of screens) {
    await page.goto(screen.address);
    await untilAlive(page);
    found.push(...(await faultsIn(page, screen.name, USUAL)));
    if (name === 'oscar') continue;
    await page.setViewportSize({ width: 360, height: 800 });
    await eachDialog(page, async (dialog) => {
      found.push(...(await faultsIn(page, `${screen.name}: ${dialog}`, NARROW)));
    });
  }
  expect(found).toEqual([]);
});
