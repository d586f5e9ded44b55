import pg from 'pg';
import { listTables } from '#server/backup/contents.ts';
import type { Services } from '#server/api/services.ts';

/** An attacker with all rights on the database but without our keys, who disables all triggers and constraints. */
export type Forger = {
  forge(...statements: string[]): Promise<void>;
  /** Restores the state from before the first forgery. */
  undo(): Promise<void>;
};

const TABLES = [
  'ledger_transfers',
  'ledger_entries',
  'ledger_accounts',
  'ledger_days',
  'ledger_seals',
  'audit_log',
  'audit_head',
  'withdrawals',
  'withdrawal_steps',
  'accrual_batches',
  'transactions',
  'transaction_steps',
  'transaction_payments',
  'places',
  'place_events',
  'purchase_withdrawals',
];

export async function openForger({ pool }: Pick<Services, 'pool'>): Promise<Forger> {
  const columns = await columnsOf(pool);
  for (const table of TABLES) await pool.query(`create table before_${table} as table ${table}`);
  const forge = async (...statements: string[]) => {
    const client = await pool.connect();
    try {
      const all = ['begin', 'set local session_replication_role = replica', ...statements, 'commit'];
      for (const statement of all) await client.query(statement);
    } finally {
      client.release(true);
    }
  };
  await pool.query(`create table before_members as select id, active, real_estate from members`);
  const undo = () =>
    forge(
      `update members m set active = b.active, real_estate = b.real_estate from before_members b where b.id = m.id`,
      ...TABLES.flatMap((table) => [
        `delete from ${table}`,
        `insert into ${table} (${columns(table)}) overriding system value select ${columns(table)} from before_${table}`,
      ]),
    );
  return { forge, undo };
}

/** Without generated columns. */
async function columnsOf(pool: pg.Pool): Promise<(table: string) => string> {
  const client = new pg.Client(pool.options.connectionString);
  await client.connect();
  const tables = await listTables(client);
  await client.end();
  return (table) => tables.find(({ name }) => name === `public.${table}`)?.columns.join(', ') ?? '';
}

/** SQL for the id of a member's available account. */
export function accountOf(username: string): string {
  return `(select a.id from ledger_accounts a join members m on m.id = a.member_id
    where m.username = '${username}' and a.kind = 'available')`;
}
