import { expect, test } from 'vitest';
import { everyday } from '../support/everyday.ts';
import { barriersInTurn, barriersOnPhone, themeInTurn } from './barriers.ts';
import { consoleScreens, eachDialog } from './console-screens.ts';
import { faultsIn, NARROW, USUAL } from './layout-faults.ts';
import { moneyFaultsIn } from './money-faults.ts';
import { openConsoleStage } from './staff.ts';

const { site, openAs } = await openConsoleStage();
const screens = await consoleScreens(site);

/** Screens with actions for an owner. */
const ASKING = ['member', 'withdrawal', 'posts', 'staff'];

/** The reduced run uses the owner who reads Russian, because Russian words are longer. */
const cases = everyday(['olga'], ['olga', 'oscar']).flatMap((who) =>
  screens.map((screen, index) => ({ ...screen, who, index })),
);

test.each(cases)('$name and its dialogs shut nobody out and fit, for $who', async ({ name, address, who, index }) => {
  const page = await openAs(who, address, { walks: who });
  const found = await barriersInTurn(page, index);
  found.push(...(await faultsIn(page, name, USUAL)));
  found.push(...(await moneyFaultsIn(page)));
  let dialogs = 0;
  await eachDialog(page, async (dialog) => {
    dialogs += 1;
    const barriers = await barriersOnPhone(page, 'dialog', themeInTurn(index));
    found.push(...barriers.map((barrier) => `${dialog}: ${barrier}`));
    found.push(...(await faultsIn(page, `${name}: ${dialog}`, NARROW)));
    found.push(...(await moneyFaultsIn(page)).map((fault) => `${dialog}: ${fault}`));
  });
  expect(found).toEqual([]);
  if (ASKING.includes(name)) expect(dialogs).toBeGreaterThan(0);
});
