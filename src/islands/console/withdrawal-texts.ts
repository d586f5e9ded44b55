import { WITHDRAWAL_STATES } from '#domain/withdrawal.ts';
import type { TextKey } from '#i18n/text-keys.ts';
import { ACTOR_TEXTS } from './history.tsx';
import { SHARED_TEXTS } from './texts.ts';

export const WITHDRAWAL_TEXTS = [
  ...SHARED_TEXTS,
  ...ACTOR_TEXTS,
  'console:withdrawals.title',
  'console:withdrawals.member',
  'console:withdrawals.amount',
  'console:withdrawals.fee',
  'console:withdrawals.destination',
  'console:withdrawals.state',
  'console:withdrawals.requested',
  'console:withdrawals.risks',
  'console:withdrawals.risk.new_destination',
  'console:withdrawals.risk.first_withdrawal',
  'console:withdrawals.risk.fresh_password',
  'console:withdrawals.risk.fresh_email',
  'console:withdrawals.risk.fresh_pin',
  'console:withdrawals.risk.large',
  'console:withdrawals.risk.owner_stopped',
  ...WITHDRAWAL_STATES.map((state) => `console:withdrawals.states.${state}` as const),
  'console:withdrawals.all',
  'console:withdrawals.approve',
  'console:withdrawals.reject',
  'console:withdrawals.said',
  'console:withdrawals.said_reasons',
  'console:withdrawals.reasons.check',
  'console:withdrawals.reasons.destination',
  'console:withdrawals.reasons.owner',
  'console:withdrawals.approve_selected',
  'console:withdrawals.approved',
  'console:withdrawals.rejected',
  'console:withdrawals.waits_second',
  'console:withdrawals.search_hint',
  'console:withdrawals.steps',
  'console:withdrawals.chain',
  'console_money:csv',
  'console_money:to_member',
  'console_money:withdrawal.arrives',
  'console_money:withdrawal.explorer',
  'console_money:withdrawal.said',
  'console_money:withdrawal.network',
  'console_money:withdrawal.destination',
] as const satisfies readonly TextKey[];

export type WithdrawalText = (typeof WITHDRAWAL_TEXTS)[number];
