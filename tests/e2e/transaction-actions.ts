import type { Page } from 'playwright';
import { translator } from '#i18n/translator.ts';

const t = translator('en');

/** Presses the button of a transaction and confirms the dialog. */
export async function confirmHere(page: Page, act: 'cancel' | 'recreate'): Promise<void> {
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
