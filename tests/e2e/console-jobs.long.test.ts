import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Locator, Page } from 'playwright';
import { expect, test } from 'vitest';
import { consolePath } from '#domain/console-paths.ts';
import { supportNumber } from '#domain/support.ts';
import { type Translate, translator } from '#i18n/translator.ts';
import { approvals, members, staff, supportRequests, withdrawals } from '#server/db/schema/index.ts';
import { PHONE } from '../support/browser/browser.ts';
import { giveMoney, WALLET } from '../support/people/money.ts';
import { memberOf } from '../support/app/stage.ts';
import { emailOf } from '../support/people/staff.ts';
import { requestedWithdrawals } from '../support/people/withdraw.ts';
import { faultsIn } from './layout-faults.ts';
import { moneyFaultsIn } from './money-faults.ts';
import { openConsoleStage, untilAlive } from './staff.ts';

/** Page loads and clicks of each job, from the overview on. Typing is not counted; Enter sends what was typed. */
const JOBS = {
  'find a member and open the card': { loads: 2, clicks: 2 },
  'block and unblock on the card': { loads: 0, clicks: 2 },
  'approve one, knowing its member': { loads: 1, clicks: 3 },
  'decline one': { loads: 1, clicks: 3 },
  'approve 250': { loads: 1, clicks: 8 },
  'approve as the second person': { loads: 1, clicks: 2 },
  'post a file of accruals': { loads: 2, clicks: 3 },
  'reverse one line': { loads: 3, clicks: 4 },
  'answer two requests': { loads: 3, clicks: 5 },
  'change a price': { loads: 2, clicks: 4 },
  'pay out what is owed': { loads: 3, clicks: 4 },
} as const;

type Job = keyof typeof JOBS;
type Person = {
  page: Page;
  t: Translate;
  click: (target: Locator) => Promise<void>;
  confirm: (text: string) => Promise<void>;
};

const { site, openAs } = await openConsoleStage();
const { db, clock } = site.services;

const button = ({ page, t }: Person, key: Parameters<Translate>[0]) =>
  page.getByRole('button', { name: t(key), exact: true }).first();
const menu = ({ page, t }: Person, key: Parameters<Translate>[0]) =>
  page.getByRole('navigation', { name: t('console:skip_nav') }).getByRole('link', { name: t(key), exact: true });
const tile = ({ page, t }: Person, key: Parameters<Translate>[0]) => page.locator('.tile', { hasText: t(key) });

let posted = 0;

const WALKS: Record<Job, (who: Person) => Promise<void>> = {
  async 'find a member and open the card'(who) {
    await who.click(menu(who, 'console_members:members.title'));
    await who.page.getByRole('searchbox').fill('jonas');
    await who.page.keyboard.press('Enter');
    await who.page.waitForURL('**search=jonas');
    await who.click(who.page.getByRole('cell').getByRole('link', { name: 'jonas', exact: true }));
    await button(who, 'console_members:card.block').waitFor();
  },
  async 'block and unblock on the card'(who) {
    await who.page.goto(consolePath('member', { username: 'jonas' }));
    await untilAlive(who.page);
    for (const act of ['block', 'unblock'] as const) {
      await who.click(button(who, `console_members:card.${act}`));
      await who.confirm('asked by phone');
    }
    await button(who, 'console_members:card.block').waitFor();
  },
  async 'approve one, knowing its member'(who) {
    await requestedWithdrawals(site, 1, '112');
    await who.page.reload();
    await who.click(tile(who, 'console:overview.kinds.withdrawals'));
    await who.click(who.page.locator('tbody a.link').first());
    await who.page.getByRole('dialog').getByText(who.t('console_members:card.inviter')).waitFor();
    await who.click(
      who.page.getByRole('dialog').getByRole('button', { name: who.t('console:withdrawals.approve'), exact: true }),
    );
    await who.confirm('known destination');
    await who.page.getByText(who.t('console:withdrawals.approved')).first().waitFor();
  },
  async 'decline one'(who) {
    await requestedWithdrawals(site, 1, '112');
    await who.page.reload();
    await who.click(tile(who, 'console:overview.kinds.withdrawals'));
    await who.click(button(who, 'console:withdrawals.reject'));
    await who.click(who.page.getByLabel(who.t('console:withdrawals.said_reasons')));
    await who.page.getByLabel(who.t('console:withdrawals.said_reasons')).selectOption({ index: 1 });
    await who.confirm('no answer');
    await who.page.getByText(who.t('console:withdrawals.rejected')).first().waitFor();
  },
  async 'approve 250'(who) {
    await requestedWithdrawals(site, 250, '112');
    await who.page.reload();
    await who.click(tile(who, 'console:overview.kinds.withdrawals'));
    await who.click(who.page.getByLabel(who.t('console:withdrawals.page_size')));
    await who.page.getByLabel(who.t('console:withdrawals.page_size')).selectOption('200');
    const waiting = await db.$count(withdrawals, eq(withdrawals.state, 'requested'));
    for (const count of [200, waiting - 200]) {
      await expect.poll(() => who.page.locator('tbody tr').count()).toBe(count);
      await who.click(who.page.getByLabel(who.t('console:list.select_all')));
      await who.click(button(who, 'console:withdrawals.approve_selected'));
      await who.click(who.page.getByRole('dialog').getByRole('checkbox'));
      await who.confirm('checked');
      await who.page
        .getByText(who.t('console:work.progress', { done: count, total: count }))
        .waitFor({ timeout: 60_000 });
    }
    await who.page.getByText(who.t('console:act.empty')).waitFor();
  },
  async 'approve as the second person'(who) {
    await givePreparedPayment();
    await who.page.reload();
    await who.click(tile(who, 'console:overview.kinds.approvals'));
    await who.click(button(who, 'console:approvals.approve'));
    const facts = await who.page.getByRole('dialog').innerText();
    for (const fact of ['anna', who.t('console:withdrawals.weighing.balance')]) expect(facts).toContain(fact);
    await who.confirm('right');
    await who.page.getByText(who.t('console:approvals.approved')).first().waitFor();
  },
  async 'post a file of accruals'(who) {
    posted += 1;
    await who.click(menu(who, 'console_money:accruals.title'));
    const csv = `username,amount,reason,source,document\nanna,20.505,earnings,,J-${posted}\nivan,4,bonus,,K-${posted}\n`;
    const file = { name: `jobs-${posted}.csv`, mimeType: 'text/csv', buffer: Buffer.from(csv) };
    await who.page.locator('input[type=file]').setInputFiles(file);
    await who.click(button(who, 'console_money:accruals.check'));
    await who.click(button(who, 'console_money:draft.post'));
    await who.confirm('month’s end');
    await who.page.getByText(who.t('console_money:draft.posted')).waitFor();
  },
  async 'reverse one line'(who) {
    await who.click(menu(who, 'console_money:accruals.title'));
    await who.click(who.page.getByRole('link', { name: who.t('console_money:accruals.batches'), exact: true }));
    await who.click(who.page.locator('tbody a.link').first());
    await who.click(button(who, 'console_money:batch.reverse_line'));
    await who.confirm('a slip');
    await who.page.getByText(who.t('console_money:batch.reversed')).first().waitFor();
  },
  async 'answer two requests'(who) {
    const numbers = [await giveRequest(), await giveRequest()];
    await who.page.reload();
    await who.click(tile(who, 'console:overview.kinds.support'));
    await who.click(who.page.getByRole('link', { name: numbers[0]! }));
    for (const number of numbers) {
      await who.page.getByRole('heading', { level: 1 }).filter({ hasText: number }).waitFor();
      await untilAlive(who.page);
      await who.page.getByLabel(who.t('console_members:support.answer'), { exact: true }).fill('It takes an hour.');
      await who.click(button(who, 'console_members:support.send'));
      await who.page.getByText(who.t('console_members:support.sent')).waitFor();
      const next = who.page.getByRole('link', { name: who.t('console_members:support.next') });
      if (number === numbers[0]) await who.click(next);
    }
  },
  async 'change a price'(who) {
    posted += 1;
    await who.click(menu(who, 'console_content:plans.title'));
    await who.click(who.page.getByRole('link', { name: who.t('console_content:plans.edit') }));
    await who.page.getByLabel(who.t('console_content:plans.price')).fill(String(100 + posted));
    await who.click(button(who, 'console_content:draft.save'));
    await who.click(button(who, 'console_content:draft.apply'));
    await who.confirm('December');
    await who.page.getByText(who.t('console_content:plans.applied')).waitFor();
  },
  async 'pay out what is owed'(who) {
    await giveMoney(site.services, 'marie', 5_000_000n);
    await db.update(members).set({ closedAt: clock.now() }).where(eq(members.username, 'marie'));
    await who.click(menu(who, 'console_money:reports.title'));
    await who.click(who.page.getByRole('link', { name: who.t('console_money:reports.owed'), exact: true }));
    await who.click(who.page.getByRole('link', { name: 'marie', exact: true }));
    await who.click(button(who, 'console_members:card.pay_out'));
    await who.page.getByRole('dialog').getByRole('textbox').first().fill(WALLET);
    await who.confirm('wrote to us');
    await button(who, 'console_members:card.pay_out').waitFor({ state: 'detached' });
  },
};

async function giveRequest(): Promise<string> {
  const { id: memberId } = await memberOf(site, 'ivan');
  const request = { memberId, topic: 'other', message: 'Where is my place?', createdAt: clock.now() } as const;
  const [row] = await db.insert(supportRequests).values(request).returning();
  return supportNumber(row!.id);
}

async function givePreparedPayment(): Promise<void> {
  const [subject = ''] = await requestedWithdrawals(site, 1, '1200');
  const [fiona] = await db
    .select()
    .from(staff)
    .where(eq(staff.email, emailOf('fiona')));
  await db.insert(approvals).values({
    ...{ id: randomUUID(), action: 'withdrawals approve', subject, input: {}, amountMicros: 1_200_000_000n },
    ...{ reason: 'asked by phone', preparedBy: fiona!.id, preparedAt: clock.now() },
  });
}

const READERS = [
  { name: 'oscar', language: 'en' },
  { name: 'olga', language: 'ru' },
] as const;
const WIDTHS = { phone: PHONE, desk: { viewport: { width: 1280, height: 800 } } } as const;

const cases = READERS.flatMap((reader) =>
  (Object.keys(WIDTHS) as (keyof typeof WIDTHS)[]).flatMap((width) =>
    (Object.keys(JOBS) as Job[]).map((job) => ({ ...reader, width, job })),
  ),
);

test.each(cases)('$job: $name with a $width', { timeout: 180_000 }, async ({ name, language, width, job }) => {
  const page = await openAs(name, consolePath('overview'), WIDTHS[width]);
  const t = translator(language);
  const counted = { loads: 0, clicks: 0 };
  const found: string[] = [];
  const look = async () => {
    found.push(
      ...(await faultsIn(page, job, [{ width: width === 'phone' ? 360 : 1280 }])),
      ...(await moneyFaultsIn(page)),
    );
  };
  const who: Person = {
    page,
    t,
    async click(target) {
      await target.click();
      counted.clicks += 1;
      await page.waitForLoadState();
      await untilAlive(page);
    },
    async confirm(text) {
      await look();
      await page
        .getByRole('dialog')
        .last()
        .getByRole('textbox', { name: t('console:act.reason'), exact: true })
        .fill(text);
      await page.keyboard.press('Enter');
      await page
        .getByRole('dialog')
        .filter({ hasText: t('console:act.reason_hint') })
        .waitFor({ state: 'detached' });
    },
  };
  let isBegun = false;
  page.on('request', (request) => {
    const isPage = request.isNavigationRequest() && request.frame() === page.mainFrame() && request.method() === 'GET';
    if (isPage && isBegun) counted.loads += 1;
  });
  const { click } = who;
  who.click = (target) => {
    isBegun = true;
    return click(target);
  };
  await WALKS[job](who);
  await look();
  expect({ ...counted, found }).toEqual({ ...JOBS[job], found: [] });
});
