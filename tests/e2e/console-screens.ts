import { randomUUID } from 'node:crypto';
import { desc, eq } from 'drizzle-orm';
import type { Page } from 'playwright';
import { NEW_ANNOUNCEMENT } from '#domain/announcements.ts';
import { CONSOLE_PAGES, type ConsolePage, consolePath } from '#domain/console-paths.ts';
import {
  accrualBatches,
  accrualDraftLines,
  accrualDrafts,
  announcements,
  approvals,
  members,
  posts,
  staff,
  staffWork,
  transactions,
  withdrawals,
} from '#server/db/schema/index.ts';
import { giveMoney, WALLET } from '../support/people/money.ts';
import { giveQuestion } from '../support/people/questions.ts';
import { emailOf } from '../support/people/staff.ts';
import type { Stage } from '../support/app/stage.ts';
import { withdraw } from '../support/people/withdraw.ts';
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

const REPORTS = [
  'view=owed',
  'view=money',
  'view=growth',
  'view=reconciliation',
  'view=reconciliation&kind=payouts',
].map((query) => ({
  name: `reports?${query}`,
  address: `${consolePath('reports')}?${query}`,
}));

async function cards(stage: Stage): Promise<ConsoleScreen[]> {
  const { db, clock } = stage.services;
  await giveUnevenAmounts(stage);
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
    ...(['member', 'memberLedger', 'memberTeam', 'memberSecurity', 'memberMails'] as const).map((page) =>
      card(page, { username: 'anna' }),
    ),
    card('withdrawal', { id: withdrawal!.id }),
    card('transaction', { id: transaction!.id }),
    card('accrualBatch', { batch: batch!.batch }),
    card('accrualDraft', { id: await giveApprovals(stage, withdrawal!.id) }),
    card('supportRequest', { number: await giveQuestion(stage, 'anna') }),
    card('post', { slug: post!.slug }),
    card('work', { id: work }),
    card('legalDraft', { document: 'terms' }),
    card('announcement', { id: NEW_ANNOUNCEMENT }),
    card('announcement', { id: await giveAnnouncement(stage) }),
  ];
}

/** Beside amounts with two decimals: a list that shows them in another way than those is noticed. */
async function giveUnevenAmounts({ services }: Stage): Promise<void> {
  await giveMoney(services, 'anna', 1_020_505_000n);
  await withdraw(services, WALLET, { username: 'anna', micros: '1020500000', uid: randomUUID() });
  await giveMoney(services, 'jonas', 1_500_001n);
  const closed = { closedAt: services.clock.now(), name: null };
  await services.db.update(members).set(closed).where(eq(members.username, 'jonas'));
}

/** Waits for a second person. */
async function giveAnnouncement({ services: { db, clock } }: Stage): Promise<string> {
  const [oscar] = await db
    .select()
    .from(staff)
    .where(eq(staff.email, emailOf('oscar')));
  const id = randomUUID();
  const now = clock.now();
  await db.insert(announcements).values({
    ...{ id, state: 'waiting', texts: { ru: { title: 'Работы', text: 'Ночью.' } }, link: '', isByEmail: true },
    segment: { languages: ['ru'], statuses: [], activity: 'all', plan: '' },
    ...{ createdBy: oscar!.id, createdAt: now, changedBy: oscar!.id, changedAt: now, recipients: 120 },
  });
  const prepared = { preparedBy: oscar!.id, preparedAt: now, input: {}, amountMicros: 0n };
  await db
    .insert(approvals)
    .values({ id: randomUUID(), action: 'announcements send', subject: id, reason: 'night work', ...prepared });
  return id;
}

/** A payment and a file of accruals wait for a second person. Returns the id of the file. */
async function giveApprovals({ services: { db, clock } }: Stage, withdrawalId: string): Promise<string> {
  const [fiona] = await db
    .select()
    .from(staff)
    .where(eq(staff.email, emailOf('fiona')));
  const id = randomUUID();
  const prepared = { preparedBy: fiona!.id, preparedAt: clock.now() };
  await db.insert(accrualDrafts).values({
    ...{ id, batch: 'november-2026', csv: Buffer.from('x'), labels: {}, lineCount: 2, totalMicros: 1_600_000_000n },
    ...{ sums: [{ reason: 'earnings', lines: 2, micros: '1600000000' }], faultCount: 0, state: 'checked', ...prepared },
    repeats: [{ batch: 'october-2026', lines: 1 }],
  });
  await db.insert(accrualDraftLines).values(
    ['anna', 'ivan'].map((username, index) => ({
      ...{ draftId: id, line: index + 1, username, reason: 'earnings', source: '' },
      amountMicros: index === 0 ? 1_200_505_000n : 399_495_000n,
      document: `E-${index}`,
    })),
  );
  const waiting = { reason: 'month’s end', input: {}, amountMicros: 1_600_000_000n, ...prepared };
  await db.insert(approvals).values([
    { id: randomUUID(), action: 'withdrawals approve', subject: withdrawalId, ...waiting },
    { id: randomUUID(), action: 'accruals post', subject: id, ...waiting },
  ]);
  return id;
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
