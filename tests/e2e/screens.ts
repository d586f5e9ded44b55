import type { Page } from 'playwright';
import { addMonths } from '#domain/days.ts';
import type { Language } from '#domain/languages.ts';
import { path } from '#domain/paths.ts';
import { translator } from '#i18n/translator.ts';
import { isLong } from '../support/everyday.ts';
import type { Links } from '../support/people/links.ts';
import { WALLET } from '../support/people/money.ts';
import { pngOf } from '../support/browser/pictures.ts';
import { fill, press, send } from './forms.ts';
import { awake, fillOrder, seeReview } from './withdraw.ts';

/** A state of the site: an address and an action on it. */
export type Screen = {
  name: string;
  address: string;
  as?: 'anna' | 'jonas' | 'root';
  /** Differs from another screen by one sentence only, so only `LONG=1` checks it. */
  isVariant?: true;
  act?: (page: Page) => Promise<void>;
};

/** Refused requests that one of the screens needs. */
export const REFUSED = /^422 \S+\/api\/users\/email\/confirmation\/$/;

const isVariant = true;

/** All screens in one language, without variants unless `LONG=1`. */
export function screensIn(language: Language, links: Links): Screen[] {
  return allScreensIn(language, links).filter((screen) => isLong || !screen.isVariant);
}

function allScreensIn(language: Language, links: Links): Screen[] {
  const t = translator(language);
  const at = (name: 'signIn' | 'signUp' | 'activate' | 'reset', query?: Record<string, string>) =>
    path(language, name, query);
  const signIn = { [t('auth:sign_in.login')]: 'lena', [t('auth:sign_in.password')]: 'Demo-2026!' };
  const email = { [t('auth:sign_up.email')]: 'somebody-with-a-very-long-name-indeed@a-long-host-name.example' };
  const sendEmpty = (name: string) => async (page: Page) => {
    await press(page, name);
    await page.getByText(t('faults:required'), { exact: true }).first().waitFor();
  };
  /** For forms that are refused in place: waits for an error at the field. */
  const pressEmpty = (name: string, wrong: string) => async (page: Page) => {
    await press(page, name);
    await page.locator(`#${wrong}-errors`).waitFor();
  };
  return [
    { name: 'sign-in', address: at('signIn') },
    { name: 'sign-in-empty', address: at('signIn'), act: sendEmpty(t('auth:sign_in.submit')) },
    {
      name: 'sign-in-not-activated',
      address: at('signIn'),
      act: async (page) => {
        await fill(page, signIn);
        await send(page, t('auth:sign_in.submit'));
      },
    },
    { name: 'sign-in-done', isVariant, address: at('signIn', { done: 'password-saved' }) },
    { name: 'sign-up', address: at('signUp') },
    { name: 'sign-up-invited', address: at('signUp', { ref: 'anna' }) },
    { name: 'sign-up-unknown', isVariant, address: at('signUp', { ref: 'nobody' }) },
    {
      name: 'sign-up-change',
      address: at('signUp', { ref: 'anna' }),
      act: async (page) => {
        await page.getByText(t('auth:inviter.change'), { exact: true }).click();
        await page.getByLabel(t('auth:inviter.code'), { exact: true }).fill('ivan');
        await press(page, t('auth:inviter.check'));
        await page.getByText(`${t('auth:inviter.found')} ivan`, { exact: true }).waitFor();
      },
    },
    {
      name: 'sign-up-faults',
      address: at('signUp', { ref: 'anna' }),
      act: async (page) => {
        await fill(page, { ...email, [t('auth:sign_up.username')]: 'A!', [t('auth:sign_up.password')]: '?' });
        await press(page, t('auth:sign_up.submit'));
        await page.getByText(t('faults:required'), { exact: true }).first().waitFor();
      },
    },
    { name: 'registered', isVariant, address: at('activate', { done: 'registered' }) },
    { name: 'activate', address: at('activate', { token: links.activation }) },
    { name: 'activate-used', isVariant, address: at('activate', { token: links.used }) },
    { name: 'activate-broken', isVariant, address: at('activate', { token: 'x' }) },
    { name: 'activate-resend', address: at('activate') },
    { name: 'reset', address: at('reset') },
    { name: 'reset-sent', isVariant, address: at('reset', { done: 'reset-sent' }) },
    { name: 'reset-password', address: at('reset', { token: links.reset }) },
    {
      name: 'reset-password-empty',
      isVariant,
      address: at('reset', { token: links.reset }),
      act: sendEmpty(t('auth:reset.new_submit')),
    },
    { name: 'ref', address: path(language, 'refEntry') },
    { name: 'partner', address: path(language, 'partner', { ref: 'anna' }) },
    { name: 'legal', address: path(language, 'legal', { document: 'privacy' }) },
    { name: 'transparency', address: path(language, 'transparency') },
    { name: 'seals', address: path(language, 'seals') },
    { name: 'verify-wrong', address: path(language, 'verify', { number: 'K2M' }) },
    { name: 'partner-unknown', isVariant, address: path(language, 'partner', { ref: 'nobody' }) },
    { name: 'missing', address: path(language, 'teamMember', { username: 'nobody' }), as: 'anna' },
    {
      name: 'languages',
      address: at('signIn'),
      act: async (page) => {
        await page.locator('[popovertarget=languages]').click();
        await page.locator('#languages').waitFor();
      },
    },
    { name: 'profile', address: path(language, 'profile'), as: 'anna' },
    { name: 'profile-of-root', isVariant, address: path(language, 'profile'), as: 'root' },
    {
      name: 'team-hand',
      address: path(language, 'teamHand'),
      as: 'anna',
      act: async (page) => {
        for (const summary of await page.locator('main summary').all()) await summary.click();
      },
    },
    {
      name: 'finance',
      address: path(language, 'finance'),
      as: 'anna',
      act: async (page) => {
        for (const summary of await page.locator('#history summary').all()) await summary.click();
      },
    },
    {
      name: 'finance-faults',
      address: path(language, 'finance'),
      as: 'anna',
      act: async (page) => {
        await awake(page, t);
        await fillOrder(page, t, 'x', '1');
        await press(page, t('finance:withdraw.go_on'));
        await page.locator('#amount-errors').waitFor();
      },
    },
    {
      name: 'finance-review',
      address: path(language, 'finance'),
      as: 'anna',
      act: async (page) => {
        await awake(page, t);
        await fillOrder(page, t, WALLET, '1234,56');
        await press(page, t('finance:withdraw.go_on'));
        await seeReview(page, t);
      },
    },
    {
      name: 'withdrawal',
      address: path(language, 'finance'),
      as: 'anna',
      act: async (page) => {
        await page.locator('a[href*="/withdrawals/"]').first().click();
        await page.waitForURL('**/withdrawals/*');
      },
    },
    { name: 'finance-done', isVariant, address: path(language, 'finance', { done: 'requested' }), as: 'anna' },
    { name: 'finance-print', address: path(language, 'financePrint', { kind: 'accrual' }), as: 'anna' },
    { name: 'finance-proof', address: path(language, 'financeProof'), as: 'anna' },
    { name: 'statements', address: path(language, 'statements'), as: 'anna' },
    { name: 'statement', address: path(language, 'statement', { month: lastMonth() }), as: 'anna' },
    { name: 'finance-of-root', address: path(language, 'finance'), as: 'root' },
    {
      name: 'finance-pin',
      address: path(language, 'financePin'),
      as: 'root',
      act: pressEmpty(t('finance:pin.submit'), 'pin'),
    },
    { name: 'licenses', address: path(language, 'licenses'), as: 'anna' },
    { name: 'licenses-unfinished', address: path(language, 'licenses'), as: 'jonas' },
    { name: 'turbo-nothing', address: path(language, 'turbo', { show: 'mine' }), as: 'root' },
    { name: 'dreamx', address: path(language, 'dreamx'), as: 'anna' },
    { name: 'plan', address: path(language, 'plan', { platform: 'turbo', plan: 'turbo-1' }), as: 'root' },
    { name: 'structure', address: path(language, 'structure', { platform: 'licenses' }), as: 'anna' },
    {
      name: 'structure-inside',
      address: path(language, 'structure', { platform: 'licenses' }, { place: '1' }),
      as: 'root',
      act: async (page) => {
        await page.locator('a.seat').last().click();
        await page.waitForURL(/node=/);
        await page.getByRole('link', { name: t('places:filter.drop') }).waitFor();
      },
    },
    { name: 'team-tree', isVariant, address: path(language, 'teamTree', { at: 'ivan' }), as: 'root' },
    {
      name: 'team-tree-open',
      address: path(language, 'teamTree'),
      as: 'root',
      act: async (page) => {
        await page.locator('.member > a').last().click();
        await page.getByRole('treeitem', { expanded: true }).nth(1).waitFor();
      },
    },
    { name: 'transactions', address: path(language, 'transactions'), as: 'anna' },
    {
      name: 'transaction-unfinished',
      address: path(language, 'transactions'),
      as: 'jonas',
      act: async (page) => {
        await page.locator('main a[href*="/transactions/"]').first().click();
        await page.getByRole('img', { name: t('transactions:pay.code') }).waitFor();
      },
    },
    {
      name: 'transaction-active',
      address: path(language, 'transactions'),
      as: 'anna',
      act: async (page) => {
        await page.locator('main a[href*="/transactions/"]').last().click();
        await page.getByText(t('transactions:payments')).waitFor();
      },
    },
    { name: 'support', address: path(language, 'support'), as: 'root' },
    {
      name: 'support-faults',
      address: path(language, 'support'),
      as: 'anna',
      act: sendEmpty(t('support:form.submit')),
    },
    {
      name: 'support-about',
      isVariant,
      address: path(language, 'support', { about: 'transaction:00000000-0000-4000-8000-000000000000' }),
      as: 'anna',
    },
    { name: 'support-done', isVariant, address: path(language, 'support', { done: 'S-00001' }), as: 'anna' },
    {
      name: 'feed',
      address: path(language, 'feed'),
      as: 'anna',
      act: async (page) => {
        await page.locator('[popovertarget^=share]').first().click();
        await page.locator('[id^=share]').first().waitFor();
      },
    },
    { name: 'feed-done', isVariant, address: path(language, 'feed', { done: 'all-read' }), as: 'root' },
    { name: 'feed-webinars', address: path(language, 'webinars'), as: 'anna' },
    { name: 'feed-post', address: path(language, 'feed'), as: 'anna', act: openPost('.post h2 a') },
    { name: 'feed-webinar', address: path(language, 'webinars'), as: 'anna', act: openPost('.event h2 a') },
    {
      name: 'settings-faults',
      address: path(language, 'settings'),
      as: 'anna',
      act: async (page) => {
        await fill(page, { [t('settings:general.email')]: 'anna at demo' });
        await pressEmpty(t('settings:general.submit'), 'email')(page);
      },
    },
    { name: 'settings-second-factor', address: path(language, 'secondFactor'), as: 'anna' },
    { name: 'settings-second-factor-off', isVariant, address: path(language, 'secondFactorOff'), as: 'root' },
    { name: 'settings-passkeys', address: path(language, 'passkeys'), as: 'jonas' },
    { name: 'settings-destinations', address: path(language, 'destinations'), as: 'anna' },
    { name: 'settings-destinations-wait', isVariant, address: path(language, 'destinationWait'), as: 'anna' },
    { name: 'finance-resumption', address: path(language, 'financeResumption'), as: 'anna' },
    { name: 'settings-log', address: path(language, 'securityLog'), as: 'anna' },
    { name: 'not-me', address: path(language, 'notMe', { token: 'x' }) },
    { name: 'keep-second-factor', isVariant, address: path(language, 'keepFactor', { token: 'x' }) },
    { name: 'emails-off', isVariant, address: path(language, 'emailsOff', { token: '1.place-opened.x' }) },
    {
      name: 'settings-photo-faults',
      address: path(language, 'settingsPhoto'),
      as: 'anna',
      act: async (page) => {
        await page.locator('#photo-form').evaluate((form: HTMLFormElement) => form.requestSubmit());
        await page.locator('#photo-errors').waitFor();
      },
    },
    {
      name: 'settings-photo-crop',
      address: path(language, 'settings'),
      as: 'anna',
      act: async (page) => {
        const photo = page.getByLabel(t('settings:photo.upload'), { exact: true });
        await photo.focus();
        await photo.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: pngOf(300, 200) });
        await page.getByRole('dialog').waitFor();
      },
    },
    { name: 'settings-done', isVariant, address: path(language, 'settings', { done: 'saved' }), as: 'anna' },
    {
      name: 'settings-security',
      address: `${path(language, 'settingsSecurity')}#change-password`,
      as: 'anna',
      act: pressEmpty(t('settings:security.submit'), 'old'),
    },
    { name: 'settings-security-of-root', isVariant, address: path(language, 'settingsSecurity'), as: 'root' },
    {
      name: 'settings-data',
      address: path(language, 'settingsData'),
      as: 'anna',
      act: pressEmpty(t('settings:data.close.submit'), 'understood'),
    },
    { name: 'account-closed', isVariant, address: at('signIn', { done: 'account-closed' }) },
    { name: 'notices', address: path(language, 'notices'), as: 'anna' },
    { name: 'notices-done', isVariant, address: path(language, 'notices', { done: 'all-read' }), as: 'root' },
    { name: 'settings-notices', address: path(language, 'settingsNotices', { done: 'emails-saved' }), as: 'anna' },
    { name: 'new-email', address: path(language, 'confirmEmail', { token: links.email }) },
    {
      name: 'new-email-done',
      isVariant,
      address: path(language, 'confirmEmail', { done: 'email-confirmed' }),
      as: 'anna',
    },
    {
      name: 'new-email-broken',
      isVariant,
      address: path(language, 'confirmEmail', { token: 'x' }),
      act: async (page) => {
        await press(page, t('settings:email.submit'));
        await page.getByText(t('refusals:email_link_invalid'), { exact: true }).waitFor();
      },
    },
    { name: 'seat', address: path(language, 'seat', { platform: 'licenses', place: '2' }), as: 'anna' },
  ];
}

function openPost(link: string) {
  return async (page: Page): Promise<void> => {
    await page.locator(link).first().click();
    await page.locator('.prose').waitFor();
  };
}

export async function openMenu(page: Page, language: Language): Promise<void> {
  const t = translator(language);
  await press(page, t('common:menu.open'));
  await page.getByRole('navigation', { name: t('common:menu.label') }).waitFor();
}

function lastMonth(): string {
  return addMonths(new Date().toISOString().slice(0, 10), -1).slice(0, 7);
}
