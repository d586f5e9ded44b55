import type { Page } from 'playwright';
import { translator } from '#i18n/translator.ts';

const t = translator('en');

/** Opens the folded acts of an invoice, if there are any. */
export async function unfoldActs(page: Page): Promise<void> {
  const summary = page.locator('details:not([open]) > summary', { hasText: t('transactions:more') });
  if ((await summary.count()) > 0) await summary.click();
}

/** Presses the button of a transaction and confirms the dialog. */
export async function confirmHere(page: Page, act: 'cancel' | 'recreate'): Promise<void> {
  await unfoldActs(page);
  // The last button is the one in the sheet, if there is a sheet.
  await page
    .getByRole('button', { name: t(`transactions:act.${act}`), exact: true })
    .last()
    .click();
  const question = page.getByRole('alertdialog', { name: t(`transactions:ask.${act}`) });
  await question.getByRole('button', { name: t(`transactions:confirm.${act}`), exact: true }).click();
}

/** Announcements of the page for screen readers. */
export async function saidOn(page: Page): Promise<string> {
  return (await page.getByRole('status').allTextContents()).join(' ');
}
