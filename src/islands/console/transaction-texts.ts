import { TRANSACTION_STATES } from '#domain/transaction.ts';
import type { TextKey } from '#i18n/text-keys.ts';
import { ACTOR_TEXTS } from './history.tsx';
import { SHARED_TEXTS } from './texts.ts';

export const TRANSACTION_TEXTS = [
  ...SHARED_TEXTS,
  ...ACTOR_TEXTS,
  'console_money:to_member',
  'console_money:steps',
  'console_money:when',
  'console_money:member',
  'console_money:amount',
  'console_money:state',
  'console_money:transactions.title',
  'console_money:transactions.one',
  'console_money:transactions.created',
  'console_money:transactions.plan',
  'console_money:transactions.price',
  'console_money:transactions.paid',
  'console_money:transactions.pending',
  'console_money:transactions.returned',
  'console_money:transactions.all_states',
  'console_money:transactions.mark',
  'console_money:transactions.all_marks',
  'console_money:transactions.marks.late',
  'console_money:transactions.marks.partial',
  'console_money:transactions.marks.over',
  'console_money:transactions.marks.other_currency',
  ...TRANSACTION_STATES.map((state) => `console_money:transactions.states.${state}` as const),
  'console_money:transactions.settle',
  'console_money:transactions.settle_text',
  'console_money:transactions.settled',
  'console_money:transactions.refund',
  'console_money:transactions.refund_text',
  'console_money:transactions.refunded',
  'console_money:transactions.waits_second',
  'console_money:transactions.search_hint',
  'console_money:transactions.payments',
  'console_money:transactions.no_payments',
  'console_money:transactions.payment',
  'console_money:transactions.currency',
  'console_money:transactions.pay_until',
  'console_money:transactions.address',
] as const satisfies readonly TextKey[];

export type TransactionText = (typeof TRANSACTION_TEXTS)[number];
