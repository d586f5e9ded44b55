import { expect, test } from 'vitest';
import { type Language, LANGUAGES } from '#domain/languages.ts';
import { path } from '#domain/paths.ts';
import { isLong } from '../support/everyday.ts';
import { signIn } from '../support/stage.ts';
import { faultsIn, NARROW, type Reading, USUAL } from './layout-faults.ts';
import { openScreens } from './open-screens.ts';
import { openMenu, REFUSED, screensIn } from './screens.ts';

const { site, visit, links } = await openScreens();

/** The default, the long one and the one with the tall letters: every day each screen is seen in one of them. */
const CLOSELY: Language[] = ['ru', 'de', 'tamil'];

/** With `LONG=1` at every width; otherwise at the narrowest and the widest, where most goes wrong. */
const READINGS: Reading[] = [...USUAL, { width: 360 }, { width: 768 }, { width: 1280 }];

const cases = (isLong ? LANGUAGES.map(({ segment }) => segment) : CLOSELY).flatMap((language) => [
  { language, who: 'a guest', as: undefined },
  { language, who: 'a member', as: 'anna' as const },
]);

const isSeenIn = (language: Language, index: number) => isLong || CLOSELY[index % CLOSELY.length] === language;

test.each(cases)('nothing is cut off and nothing sticks out for $who in $language', async ({ language, as }) => {
  const page = await visit({ expects: REFUSED });
  const readings = isLong ? READINGS : USUAL;
  const found: string[] = [];
  const screens = screensIn(language, links).filter((_, index) => isSeenIn(language, index));
  for (const screen of screens.filter((one) => Boolean(one.as) === Boolean(as))) {
    if (screen.as) await signIn(page, site, screen.as);
    await page.goto(screen.address);
    await screen.act?.(page);
    found.push(...(await faultsIn(page, screen.name, readings)));
  }
  if (as) {
    await page.goto(path(language, 'profile'));
    await page.setViewportSize({ width: 320, height: 640 });
    await openMenu(page, language);
    found.push(...(await faultsIn(page, 'menu', NARROW)));
  }
  expect(found).toEqual([]);
});
