import { describe, expect, test } from 'vitest';
import { isLong } from '../support/everyday.ts';
import { barriersOn, barriersOnPhone } from './barriers.ts';
import { consoleScreens, eachDialog } from './console-screens.ts';
import { faultsIn, NARROW, USUAL } from './layout-faults.ts';
import { openConsoleStage, untilAlive } from './staff.ts';

const { site, openAs } = await openConsoleStage();
const screens = await consoleScreens(site);

describe('nobody is shut out of', () => {
  test.each(screens)('$name and its dialogs', async ({ address }) => {
    const page = await openAs('oscar', address);
    // At a desk the pages have been looked at as every role.
    const found = isLong ? await barriersOn(page) : [];
    found.push(...(await barriersOnPhone(page)));
    await eachDialog(page, async (name) => {
      found.push(...(await barriersOnPhone(page, 'dialog')).map((barrier) => `${name}: ${barrier}`));
    });
    expect(found).toEqual([]);
  });
});

test.each(['olga', 'oscar'])('nothing is cut off and nothing sticks out for %s', async (name) => {
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
