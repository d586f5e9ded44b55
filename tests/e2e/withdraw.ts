import { eq } from 'drizzle-orm';
import type { Page } from 'playwright';
import { expect } from 'vitest';
import type { Translate } from '#i18n/translator.ts';
import { withdrawals } from '#server/db/schema/index.ts';
import { memberOf, type Stage } from '../support/app/stage.ts';
import { fill } from './forms.ts';

export const PIN = '4826';

export function fillOrder(page: Page, t: Translate, destination: string, amount: string): Promise<void> {
  return fill(page, { [t('finance:withdraw.destination')]: destination, [t('finance:withdraw.amount')]: amount });
}

/** Waits until the form is hydrated, which its focus starts. */
export async function awake(page: Page, t: Translate): Promise<void> {
  await page.getByLabel(t('finance:withdraw.destination')).focus();
  await page.waitForFunction(() => !document.querySelector('main astro-island[ssr]'));
}

export async function faultsAt(page: Page, name: 'destination' | 'amount' | 'pin'): Promise<string[]> {
  const faults = await page.locator(`#${name}-errors`).getByRole('listitem').allTextContents();
  return faults.map((text) => text.trim());
}

export async function seeReview(page: Page, t: Translate): Promise<void> {
  await page.getByRole('heading', { name: t('finance:withdraw.check') }).waitFor();
}

/** Waits for the success message. */
export async function seeDone(page: Page, t: Translate, done: 'sent' | 'requested'): Promise<void> {
  await page
    .getByRole('status')
    .filter({ hasText: t(`finance:done.${done}`) })
    .waitFor();
}

/** A member's withdrawals from the database, oldest first. */
export async function withdrawalsOf(stage: Stage, username: string) {
  const { id } = await memberOf(stage, username);
  const rows = await stage.services.db.select().from(withdrawals).where(eq(withdrawals.memberId, id));
  return rows.toSorted((a, b) => a.requestedAt.getTime() - b.requestedAt.getTime());
}

export async function expectWithdrawals(stage: Stage, username: string, micros: bigint[]): Promise<void> {
  expect((await withdrawalsOf(stage, username)).map(({ amountMicros }) => amountMicros)).toEqual(micros);
}
