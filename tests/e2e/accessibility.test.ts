import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { translator } from '#i18n/translator.ts';
import { PHONE } from '../support/browser.ts';
import { everyday } from '../support/everyday.ts';
import { signIn } from '../support/stage.ts';
import { barriersInTurn, barriersOn } from './barriers.ts';
import { send } from './forms.ts';
import { questionIn } from './question.ts';
import { openScreens } from './open-screens.ts';
import { openMenu, REFUSED, screensIn } from './screens.ts';

const { site, visit, links } = await openScreens();
const t = translator('en');

const screens = screensIn('en', links);
describe('nobody is shut out of', () => {
  test.each(screens.map((screen, index) => ({ ...screen, index })))('$name', async ({ address, as, act, index }) => {
    const page = await visit({ expects: REFUSED });
    if (as) await signIn(page, site, as);
    await page.goto(address);
    await act?.(page);
    expect(await barriersInTurn(page, index)).toEqual([]);
  });

  test.each(screens.filter(({ name }) => everyday(name === 'feed', name.startsWith('feed'))))(
    '$name in the light',
    async ({ address, as, act }) => {
      const page = await visit();
      await page.context().addCookies([{ name: 'theme', value: 'light', url: site.origin }]);
      if (as) await signIn(page, site, as);
      await page.goto(address);
      await act?.(page);
      expect(await page.locator('html').getAttribute('data-theme')).toBe('light');
      expect(await barriersOn(page)).toEqual([]);
    },
  );

  test('the open menu of a phone', async () => {
    const page = await visit(PHONE);
    await signIn(page, site, 'anna');
    // axe knows no top layer: what lies behind the drawer must not lie over it in the order of the page.
    await page.goto('/en/dashboard/support');
    await openMenu(page, 'en');
    expect(await barriersOn(page)).toEqual([]);
  });

  test('sign-up where no script has come and the question stands', async () => {
    const page = await visit({ ...PHONE, expects: /ERR_FAILED|Failed to fetch/ });
    await page.route('**/*.js', (route) => route.abort());
    await page.goto('/en/auth/sign-up');
    await send(page, t('auth:sign_up.submit'));
    await page.getByRole('textbox', { name: questionIn(t) }).waitFor();
    expect(await barriersOn(page)).toEqual([]);
  });

  test('the page that says that something broke', async () => {
    await site.services.db.execute(sql`alter table members rename to members_elsewhere`);
    const page = await visit({ expects: /^50\d / });
    const answer = await page.goto('/en/partnerlink/anna');
    await site.services.db.execute(sql`alter table members_elsewhere rename to members`);
    expect(answer?.status()).toBe(500);
    expect(await barriersOn(page)).toEqual([]);
  });
});
