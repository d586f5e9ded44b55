import { type SQL, sql } from 'drizzle-orm';
import { STATEMENT_FIGURES } from '#domain/statement.ts';
import { partsOf } from '#server/members/finance/index.ts';
import { type List, money, number, time, words } from './list.ts';

const list = <Name extends string>(definition: List<Name>) => definition;
const by = (column: string) => (memberId: number) => sql`${sql.raw(column)} = ${memberId}`;

/** `source` is filled in only for the member's first line. */
const entriesOf = <Name extends string>(name: Name, kind: 'available' | 'held') =>
  list({
    name,
    from: `ledger_entries e join ledger_transfers t on t.id = e.transfer_id
      left join members s on s.inviter_id = t.member_id
        and s.id = case when t.details->>'source' ~ '^[0-9]{1,9}$' then (t.details->>'source')::integer end`,
    counted: 'ledger_entries e',
    isTheirs: (memberId): SQL => sql`e.number is not null and e.account_id = (
      select id from ledger_accounts where member_id = ${memberId} and kind = ${kind}
    )`,
    key: [['e.number', 'integer']],
    columns: {
      number: number('e.number'),
      at: time('e.at'),
      day: words('e.day::text'),
      kind: words('e.kind'),
      amount: money('e.amount'),
      balance_after: money('e.balance_after'),
      reason: words(`t.details->>'reason'`),
      document: words(`t.details->>'document'`),
      source: words('s.username'),
      transaction: words(`t.details->>'transaction'`),
      reference: words('t.key'),
    },
  });

export const moneyLists = [
  entriesOf('balance', 'available'),
  entriesOf('on-hold', 'held'),
  list({
    name: 'totals',
    from: sql`members m cross join lateral ${partsOf(sql`m.id`)} as s`,
    counted: 'members m',
    isTheirs: by('m.id'),
    key: [['m.id', 'integer']],
    columns: {
      earned: money('s.accrued + s.corrected'),
      paid_in: money('s.paid_in'),
      went_out: money('s.withdrawn + s.bought'),
      held: money('s.held_to_withdraw + s.held_to_buy'),
    },
  }),
  list({
    name: 'withdrawals',
    from: 'withdrawals w',
    isTheirs: by('w.member_id'),
    key: [
      ['w.requested_at', 'timestamptz'],
      ['w.id', 'uuid'],
    ],
    columns: {
      id: words('w.id::text'),
      destination: words('w.destination'),
      network: words('w.network'),
      amount: money('w.amount'),
      fee: money('w.fee'),
      of_refund: money('w.refund'),
      state: words('w.state'),
      requested_at: time('w.requested_at'),
      completed_at: time('w.completed_at'),
      payment: words('w.chain_id'),
      reason: words('w.reason'),
    },
  }),
  list({
    name: 'withdrawal-steps',
    from: 'withdrawal_steps s join withdrawals w on w.id = s.withdrawal_id',
    isTheirs: by('w.member_id'),
    key: [
      ['s.at', 'timestamptz'],
      ['s.withdrawal_id', 'uuid'],
      ['s.state', 'text'],
    ],
    columns: {
      withdrawal: words('s.withdrawal_id::text'),
      state: words('s.state'),
      at: time('s.at'),
      by: words(`split_part(s.actor, ':', 1)`),
    },
  }),
  list({
    name: 'statements',
    from: 'statements s',
    isTheirs: by('s.member_id'),
    key: [['s.month', 'date']],
    columns: {
      number: words('s.number'),
      month: words('s.month::text'),
      ...Object.fromEntries(STATEMENT_FIGURES.map((figure) => [figure, money(`s.${figure}`)])),
      issuer: words('s.issuer'),
      issued_at: time('s.issued_at'),
    },
  }),
] as const;
