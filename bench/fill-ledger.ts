import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { HistoryKind } from '#domain/history.ts';
import { isoDay } from '#i18n/format.ts';
import type { TransferKind } from '#server/db/schema/index.ts';
import { seededRandom } from '#server/operator/seed/seeded-random.ts';
import { lockAccounts } from '#server/ledger/accounts.ts';
import { type Draft, draftOf, type Transfer } from '#server/ledger/post-transfers.ts';
import type { BenchServices } from './bench-server.ts';
import { insertRows } from './insert-rows.ts';

/** `rows` is the length of the history; `monthRows` of them are in the month that begins on day `month`. */
export type Ledger = { memberId: number; sourceId: number; rows: number; monthRows: number; month: string };

const YEARS_MS = 3 * 365 * 86_400_000;
const MONTH_MS = 28 * 86_400_000;
const AT_ONCE = 5_000;
const DESTINATION = 'TMW46NB7emkS1BTR6i6tKEPEixQFZpoWqe';

type Dated = { transfer: Transfer; at: Date; day: string; withdrawal?: { id: string; isReturned: boolean } };

/**
 * Fills a ledger with the same drafts and hashes as Atrium, but with triggers disabled; `keepUp` writes their results
 * once at the end.
 */
export async function fillLedger({ services, url }: BenchServices, ledger: Ledger): Promise<void> {
  const { memberId } = ledger;
  const accounts = await services.transaction((tx) => lockAccounts(tx, [{ kind: 'available', memberId }]));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  let count = 0;
  try {
    await client.query('set session_replication_role = replica');
    for (const some of inParts(transfersOf(ledger, services.config.timeZone))) {
      const drafts = some.map((dated) => {
        const legs = dated.transfer.legs.map(({ account, amountMicros }) => ({
          account: accounts.of(account),
          amountMicros,
        }));
        const draft = draftOf(dated.transfer, legs, dated, services.secrets.ledger.inUse[0]);
        if (!draft) throw new Error(`${dated.transfer.key} takes more than there is`);
        count += 1;
        return { ...dated, draft, id: count };
      });
      await write(client, drafts);
    }
    await keepUp(client);
  } finally {
    await client.end();
  }
}

/** Every 40th row is a withdrawal; every fifth of those is returned. Every 100th row is a correction. */
function* transfersOf({ memberId, sourceId, rows, monthRows, month }: Ledger, timeZone: string): Generator<Dated> {
  const random = seededRandom(11);
  const monthStart = Date.parse(`${month}T00:00:00Z`) + 43_200_000;
  const before = rows - monthRows;
  for (let row = 0; row < rows; row += 1) {
    const time =
      row < before
        ? monthStart - YEARS_MS + Math.floor((YEARS_MS - 86_400_000) * (row / before))
        : monthStart + Math.floor(MONTH_MS * ((row - before) / monthRows));
    const at = new Date(time);
    const day = isoDay(at, timeZone);
    const micros = BigInt(10_000_000 + Math.floor(random() * 90_000_000));
    const move = (key: string, kind: TransferKind, legs: Transfer['legs'], details = {}): Dated => ({
      transfer: { key, kind, memberId, details, legs },
      at,
      day,
    });
    const [earnings, available, held] = [
      { kind: 'earnings' } as const,
      { kind: 'available', memberId } as const,
      { kind: 'held', memberId } as const,
    ];
    if (row % 40 !== 39) {
      const kind = row % 100 === 50 ? 'correction' : 'accrual';
      const reason = row % 2 ? 'bonus' : 'earnings';
      const details = { reason, document: `D-${row}`, ...(row % 2 && { source: String(sourceId) }) };
      yield move(
        `bench:${row}`,
        kind,
        [
          { account: earnings, amountMicros: -micros },
          { account: available, amountMicros: micros },
        ],
        details,
      );
      continue;
    }
    const withdrawal = { id: randomUUID(), isReturned: row % 200 === 199 };
    const asked = 12_000_000n;
    const hold = move(
      `withdrawal:${withdrawal.id}:hold`,
      'hold',
      [
        { account: available, amountMicros: -asked },
        { account: held, amountMicros: asked },
      ],
      { destination: DESTINATION, network: 'trc20', fee: '0' },
    );
    yield { ...hold, withdrawal };
    yield move(
      `withdrawal:${withdrawal.id}:end`,
      withdrawal.isReturned ? 'release' : 'payout',
      [
        { account: held, amountMicros: -asked },
        { account: withdrawal.isReturned ? available : { kind: 'payouts' }, amountMicros: asked },
      ],
      withdrawal.isReturned ? { state: 'cancelled' } : { chain: `chain-${withdrawal.id}` },
    );
  }
}

type Written = Dated & { draft: Draft; id: number };

async function write(client: pg.Client, written: Written[]): Promise<void> {
  await insertRows(
    client,
    'ledger_transfers',
    {
      id: 'bigint',
      key: 'text',
      kind: 'text',
      member_id: 'int',
      details: 'jsonb',
      leg_count: 'int',
      at: 'timestamptz',
    },
    written.map(({ transfer: { key, kind, memberId, details }, draft, at, id }) => [
      id,
      key,
      kind,
      memberId,
      JSON.stringify(details),
      draft.entries.length,
      at.toISOString(),
    ]),
  );
  await insertRows(
    client,
    'ledger_entries',
    {
      transfer_id: 'bigint',
      account_id: 'int',
      kind: 'text',
      amount: 'bigint',
      at: 'timestamptz',
      day: 'date',
      number: 'int',
      balance_after: 'bigint',
      hash: 'bytea',
    },
    written.flatMap(({ draft, at, day, id }) =>
      draft.entries.map(({ accountId, kind, amountMicros, number, balanceAfter, hash }) => [
        id,
        accountId,
        kind,
        String(amountMicros),
        at.toISOString(),
        day,
        number ?? null,
        balanceAfter === undefined ? null : String(balanceAfter),
        hash ?? null,
      ]),
    ),
  );
  await writeWithdrawals(client, written);
}

async function writeWithdrawals(client: pg.Client, written: Written[]): Promise<void> {
  const asked = written.flatMap(({ withdrawal, id, at, transfer }) =>
    withdrawal ? [{ ...withdrawal, holdId: id, at: at.toISOString(), memberId: transfer.memberId }] : [],
  );
  await client.query(
    `insert into withdrawals (id, member_id, destination, network, amount, fee, state, requested_at, completed_at, hold_id, end_id, chain_id)
    select id, "memberId", $2, 'trc20', 12000000, 0, case when "isReturned" then 'cancelled' else 'completed' end,
      at, case when "isReturned" then null else at end, "holdId", "holdId" + 1,
      case when "isReturned" then null else 'chain-' || id end
    from json_to_recordset($1) as x(id uuid, "memberId" int, "holdId" bigint, at timestamptz, "isReturned" boolean)`,
    [JSON.stringify(asked), DESTINATION],
  );
  await client.query(
    `insert into withdrawal_steps (withdrawal_id, state, at, actor)
    select id, state, at, case when state in ('requested', 'cancelled') then 'member' when state = 'completed' then 'node' else 'platform' end
    from json_to_recordset($1) as x(id uuid, at timestamptz, "isReturned" boolean),
      unnest(case when "isReturned" then array['requested', 'cancelled'] else array['requested', 'approved', 'sending', 'completed'] end) as state`,
    [JSON.stringify(asked)],
  );
}

/** Writes the results of the disabled triggers. */
async function keepUp(client: pg.Client): Promise<void> {
  const kinds: Record<string, HistoryKind> = { hold: 'withdrawal', release: 'withdrawal' };
  await client.query(`
    update ledger_accounts a set balance = last.balance_after, entry_count = last.number, head = last.hash
    from (select distinct on (account_id) account_id, balance_after, number, hash from ledger_entries
      where number is not null order by account_id, number desc) as last
    where last.account_id = a.id`);
  await client.query(
    `insert into ledger_days (account_id, day, kind, amount)
    select e.account_id, e.day, coalesce($1::jsonb->>e.kind, e.kind), sum(e.amount)
    from ledger_entries e join ledger_accounts a on a.id = e.account_id and a.kind = 'available'
    group by 1, 2, 3`,
    [JSON.stringify(kinds)],
  );
  await client.query(`select setval(pg_get_serial_sequence('ledger_transfers', 'id'), max(id)) from ledger_transfers`);
  await client.query('vacuum analyze');
}

function* inParts<T>(all: Iterable<T>): Generator<T[]> {
  let part: T[] = [];
  for (const one of all) {
    part.push(one);
    if (part.length === AT_ONCE) yield part.splice(0);
  }
  if (part.length > 0) yield part;
}
