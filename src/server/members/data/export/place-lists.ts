import { sql } from 'drizzle-orm';
import { type List, money, number, time, words } from './list.ts';

const list = <Name extends string>(definition: List<Name>) => definition;
const by = (column: string) => (memberId: number) => sql`${sql.raw(column)} = ${memberId}`;
const ofTransaction = 'join transactions x on x.id =';

/** Leaves out other people's places. */
export const placeLists = [
  list({
    name: 'transactions',
    from: 'transactions x',
    isTheirs: by('x.member_id'),
    key: [
      ['x.created_at', 'timestamptz'],
      ['x.id', 'uuid'],
    ],
    columns: {
      id: words('x.id::text'),
      plan: words('x.plan_id'),
      price: money('x.price'),
      state: words('x.state'),
      created_at: time('x.created_at'),
      payable_until: time('x.expires_at'),
      address: words('x.address'),
      pending: money('x.pending'),
      paid: money('x.received'),
      returned: money('x.returned'),
      paid_at: time('x.paid_at'),
      ended_at: time('x.ended_at'),
      withdraw_until: time('x.withdraw_until'),
      asked_to_be_active_at_once: time('x.immediate_at'),
    },
  }),
  list({
    name: 'transaction-payments',
    from: `transaction_payments p ${ofTransaction} p.transaction_id`,
    isTheirs: by('x.member_id'),
    key: [['p.id', 'bigint']],
    columns: {
      transaction: words('p.transaction_id::text'),
      payment: words('p.node_id'),
      amount: money('p.amount'),
      currency: words('p.currency'),
      at: time('p.at'),
    },
  }),
  list({
    name: 'transaction-steps',
    from: `transaction_steps s ${ofTransaction} s.transaction_id`,
    isTheirs: by('x.member_id'),
    key: [['s.id', 'bigint']],
    columns: {
      transaction: words('s.transaction_id::text'),
      state: words('s.state'),
      at: time('s.at'),
      by: words(`split_part(s.actor, ':', 1)`),
    },
  }),
  list({
    name: 'places',
    from: 'places p',
    isTheirs: by('p.member_id'),
    key: [['p.id', 'integer']],
    columns: {
      number: number('p.id'),
      plan: words('p.plan_id'),
      transaction: words('p.transaction_id::text'),
      opened_at: time('p.opened_at'),
      expires_at: time('p.expires_at'),
      closed_at: time('p.closed_at'),
      closed_because: words('p.closing'),
      seats_filled: number('p.filled'),
    },
  }),
  list({
    name: 'place-events',
    from: 'place_events e join places p on p.id = e.place_id',
    isTheirs: by('p.member_id'),
    key: [['e.id', 'integer']],
    columns: {
      place: number('e.place_id'),
      kind: words('e.kind'),
      at: time('e.at'),
      because: words(`e.details->>'because'`),
      next_place: words(`e.details->>'to'`),
      rule: words(`e.details->>'rule'`),
      upline_line: words(`e.details->>'line'`),
      seats_taken_before: words(`e.details->>'taken'`),
    },
  }),
  list({
    name: 'purchase-withdrawals',
    from: 'purchase_withdrawals w',
    isTheirs: by('w.member_id'),
    key: [
      ['w.at', 'timestamptz'],
      ['w.transaction_id', 'uuid'],
    ],
    columns: {
      transaction: words('w.transaction_id::text'),
      place: number('w.place_id'),
      refunded: money('w.amount'),
      at: time('w.at'),
      language: words('w.language'),
      statement: words('w.statement'),
    },
  }),
] as const;
