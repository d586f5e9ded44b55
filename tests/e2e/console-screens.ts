import { randomUUID } from 'node:crypto';
import { desc, eq } from 'drizzle-orm';
import type { Page } from 'playwright';
import { CONSOLE_PAGES, type ConsolePage, consolePath } from '#domain/console-paths.ts';
import { accrualBatches, posts, staff, staffWork, transactions, withdrawals } from '#server/db/schema/index.ts';
import { giveQuestion } from '../support/people/questions.ts';
import { emailOf } from '../support/people/staff.ts';
import type { Stage } from '../support/app/stage.ts';
import { untilAlive } from './staff.ts';

export type ConsoleScreen = { name: string; address: string };

/** Pages without parameters in their address. */
export const PLAIN = (Object.keys(CONSOLE_PAGES) as ConsolePage[]).filter((page) => {
  const { pattern, ability } = CONSOLE_PAGES[page];
  return ability !== null && !pattern.includes('{') && page !== 'signOut';
});

/** Every page of the console, with content. */
export async function consoleScreens(stage: Stage): Promise<ConsoleScreen[]> {
  return [...PLAIN.map((page) => ({ name: page, address: consolePath(page) })), ...REPORTS, ...(await cards(stage))];
}

const REPORTS = ['view=money', 'view=reconciliation', 'view=reconciliation&kind=payouts'].map((query) => ({
  name: `reports?${query}`,
  address: `${consolePath('reports')}?${query}`,
}));

async function cards(stage: Stage): Promise<ConsoleScreen[]> {
  const { db, clock } = stage.services;
  const [withdrawal] = await db.select().from(withdrawals).where(eq(withdrawals.state, 'requested'));
  const [transaction] = await db.select().from(transactions).orderBy(desc(transactions.createdAt)).limit(1);
  const [batch] = await db.select().from(accrualBatches).limit(1);
  const [post] = await db.select().from(posts).limit(1);
  const [olga] = await db
    .select()
    .from(staff)
    .where(eq(staff.email, emailOf('olga')));
  const work = randomUUID();
  await db.insert(staffWork).values({
    ...{ id: work, action: 'withdrawals approve', input: {}, reason: 'left', address: '', total: 3 },
    ...{ startedBy: olga!.id, startedAt: clock.now(), finishedAt: clock.now() },
  });
  const card = (page: ConsolePage, params: Record<string, string>) => ({
    name: page,
    address: consolePath(page, params),
  });
  return [
    card('member', { username: 'anna' }),
    card('withdrawal', { id: withdrawal!.id }),
    card('transaction', { id: transaction!.id }),
    card('accrualBatch', { batch: batch!.batch }),
    card('supportRequest', { number: await giveQuestion(stage, 'anna') }),
    card('post', { slug: post!.slug }),
    card('work', { id: work }),
    card('legalDraft', { document: 'terms' }),
  ];
}

/** Opens every dialog of a page and calls `look` for it. */
export async function eachDialog(page: Page, look: (name: string) => Promise<void>): Promise<void> {
  const address = page.url();
  const names = new Set(await page.locator('main button[type=button]:visible:enabled').allInnerTexts());
  const dialogs = page.getByRole('dialog');
  for (const name of names) {
    await page.getByRole('main').getByRole('button', { name, exact: true }).first().click();
    if ((await dialogs.count()) > 0) {
      await look(name);
      await page.keyboard.press('Escape');
      if ((await dialogs.count()) === 0) continue;
    }
    // Other buttons may have changed the page.
    await page.goto(address);
    await untilAlive(page);
  }
}
