import { describe, expect, test } from 'vitest';
import { everyday } from '../support/everyday.ts';
import { barriersInTurn, barriersOnPhone, themeInTurn } from './barriers.ts';
import { consoleScreens, eachDialog } from './console-screens.ts';
import { faultsIn, NARROW, USUAL } from './layout-faults.ts';
import { openConsoleStage, untilAlive } from './staff.ts';

const { site, openAs } = await openConsoleStage();
const screens = await consoleScreens(site);

describe('nobody is shut out of', () => {
  test.each(screens.map((screen, index) => ({ ...screen, index })))(
    '$name and its dialogs',
    async ({ address, index }) => {
      const page = await openAs('oscar', address);
      const found = await barriersInTurn(page, index);
      await eachDialog(page, async (name) => {
        found.push(
          ...(await barriersOnPhone(page, 'dialog', themeInTurn(index))).map((barrier) => `${name}: ${barrier}`),
        );
      });
      expect(found).toEqual([]);
    },
  );
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
