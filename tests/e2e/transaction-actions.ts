import type { Page } from 'playwright';
import { translator } from '#i18n/translator.ts';

const t = translator('en');

/** Presses the button of a transaction and says yes to the question, which stands over the page. */
export async function confirmHere(page: Page, act: 'cancel' | 'recreate'): Promise<void> {
  // In a sheet, where there is one over the page.
  await page
    .getByRole('button', { name: t(`transactions:act.${act}`), exact: true })
    .last()
    .click();
  const question = page.getByRole('alertdialog', { name: t(`transactions:ask.${act}`) });
  await question.getByRole('button', { name: t(`transactions:confirm.${act}`), exact: true }).click();
}

/** What a page says to who hears it. */
export async function saidOn(page: Page): Promise<string> {
  return (await page.getByRole('status').allTextContents()).join(' ');
}
