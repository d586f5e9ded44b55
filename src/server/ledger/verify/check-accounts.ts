import { sql } from 'drizzle-orm';
import { moneyText } from '#domain/money.ts';
import { OPEN_STATES } from '#domain/withdrawal.ts';
import type { Db } from '#server/db/connect.ts';
import type { AccountKind } from '#server/db/schema/index.ts';
import { type AccountChains, accountName, type ChainEnd } from './account-chains.ts';
import type { Report } from './report.ts';

const AT_ONCE = 5_000;

type Row = {
  id: number;
  kind: AccountKind;
  member_id: number | null;
  balance: string;
  entry_count: number;
  head: Buffer | null;
  waiting: string | null;
};

export async function checkAccounts(db: Db, chains: AccountChains, report: Report): Promise<number> {
  let count = 0;
  for (let after = -(2 ** 31); ;) {
    const rows = await read(db, after);
    for (const row of rows) check(row, chains.endOf(row.id), report);
    count += rows.length;
    if (rows.length < AT_ONCE) return count;
    after = rows.at(-1)?.id ?? after;
  }
}

async function read(db: Db, after: number): Promise<Row[]> {
  const { rows } = await db.execute<Row>(sql`
    select id, kind, member_id, balance, entry_count, head, case when kind = 'held' then (
      select coalesce(sum(amount), 0) from withdrawals w
      where w.member_id = a.member_id and w.state = any(${sql.param(OPEN_STATES)}::text[])
    ) + (
      select coalesce(sum(received - returned - case state when 'active' then price else 0 end), 0) from transactions t
      where t.member_id = a.member_id
    ) end as waiting
    from ledger_accounts a where id > ${after} order by id limit ${AT_ONCE}`);
  return rows;
}

function check(row: Row, end: ChainEnd, report: Report): void {
  const balance = BigInt(row.balance);
  const account = accountName({ kind: row.kind, memberId: row.member_id });
  const accountText = `${account[0]?.toUpperCase()}${account.slice(1)}`;
  if (row.member_id === null) {
    if (balance !== 0n || row.entry_count !== 0 || row.head) {
      report.add('account_altered', `${accountText} keeps a balance, which accounts of the platform do not.`);
    }
    return;
  }
  if (balance !== end.balanceMicros) {
    const expected = moneyText(end.balanceMicros);
    report.add('balance_wrong', `${accountText} is said to be ${moneyText(balance)}; its entries come to ${expected}.`);
  }
  if (balance < 0n) report.add('below_zero', `${accountText} is below zero: ${moneyText(balance)}.`);
  if (row.entry_count !== end.number) {
    report.add(
      'account_altered',
      `${accountText} is said to have ${row.entry_count} entries; the last is ${end.number}.`,
    );
  } else if (!(row.head ?? Buffer.alloc(0)).equals(end.head ?? Buffer.alloc(0))) {
    report.add('account_altered', `${accountText} does not end with the entry that it says it ends with.`);
  }
  if (row.waiting !== null && BigInt(row.waiting) !== balance) {
    const expected = moneyText(BigInt(row.waiting));
    report.add(
      'held_wrong',
      `${accountText} is ${moneyText(balance)}; open withdrawals and requests for places come to ${expected}.`,
    );
  }
}

type Holder = { member_id: number; active: boolean; real_estate: number; licences: number; dreamx: number };

/** Open places determine `active` and `realEstate`; closed accounts are never active. */
export async function checkHolders(db: Db, report: Report): Promise<void> {
  const { rows } = await db.execute<Holder>(sql`
    select m.id as member_id, m.active, m.real_estate, held.licences, held.dreamx
    from members m join (
      select p.member_id,
        count(*) filter (where plans.platform = 'licenses' and p.closed_at is null)::int as licences,
        count(*) filter (where plans.platform = 'dreamx' and p.closed_at is null)::int as dreamx
      from places p join plans on plans.id = p.plan_id group by p.member_id
    ) as held on held.member_id = m.id
    where m.active is distinct from (held.licences > 0 and m.closed_at is null)
      or m.real_estate <> held.dreamx
    order by m.id limit 100`);
  for (const { member_id, active, real_estate, licences, dreamx } of rows) {
    const memberText = `Member #${member_id} is ${active ? '' : 'not '}active and has ${real_estate} of real estate`;
    report.add(
      'member_wrong',
      `${memberText}; their open places are ${licences} of licences and ${dreamx} of Dream X.`,
    );
  }
}
