import type { TextKey } from '#i18n/text-keys.ts';

const STATE_TEXTS = [
  'places:places.expired',
  'places:places.full',
  'places:plan_titled',
  'transactions:state.active',
  'transactions:state.awaiting_payment',
  'transactions:state.cancelled',
  'transactions:state.confirming',
  'transactions:state.expired',
  'transactions:state.paid_late',
  'transactions:state.underpaid',
] as const satisfies readonly TextKey[];

/** What is said of a transaction that can be cancelled or created again. */
const ACT_TEXTS = [
  'common:keep',
  'common:line_broken',
  'transactions:act.cancel',
  'transactions:act.recreate',
  'transactions:ask.cancel',
  'transactions:ask.recreate',
  'transactions:confirm.cancel',
  'transactions:confirm.recreate',
  'transactions:done.cancelled',
  'transactions:done.recreated',
  'transactions:meaning.cancel',
  'transactions:meaning.recreate',
] as const satisfies readonly TextKey[];

const UNFINISHED_TEXTS = [
  ...STATE_TEXTS,
  ...ACT_TEXTS,
  'refusals:unfinished_transaction',
  'transactions:go_to_payment',
  'transactions:open',
] as const satisfies readonly TextKey[];

export const INVOICE_TEXTS = [
  ...STATE_TEXTS,
  ...ACT_TEXTS,
  'common:frame.copied',
  'common:frame.copy_by_hand',
  'finance:way_out.support',
  'finance:withdrawal.steps',
  'finance:withdrawal.to_come',
  'places:show_structure',
  'places:waiting.confirming',
  'support:ask_about',
  'transactions:pay.address',
  'transactions:pay.amount',
  'transactions:pay.at_node',
  'transactions:pay.code',
  'transactions:pay.copy_address',
  'transactions:pay.copy_amount',
  'transactions:pay.until',
  'transactions:payments',
  'transactions:reload',
  'transactions:status.active',
  'transactions:status.asking',
  'transactions:status.cancelled',
  'transactions:status.cancelled_back',
  'transactions:status.closed_expired',
  'transactions:status.closed_full',
  'transactions:status.confirming',
  'transactions:status.expired',
  'transactions:status.late_money',
  'transactions:status.other_currency',
  'transactions:status.overdue',
  'transactions:status.paid_late',
  'transactions:status.to_pay',
  'transactions:status.too_much',
  'transactions:status.underpaid',
  'transactions:status.underpaid_late',
  'transactions:to_balance',
] as const satisfies readonly TextKey[];

const CARD_TEXTS = [
  ...STATE_TEXTS,
  'common:in_development',
  'places:active_until',
  'places:choose',
  'places:closing',
  'places:days',
  'places:days_left',
  'places:documents',
  'places:full',
  'places:no_end',
  'places:numbered',
  'places:plan',
  'places:show_structure',
  'places:state.active',
  'places:state.available',
  'places:state.bought',
  'places:state.closed',
  'places:state.in_development',
  'places:state.previous_required',
  'places:term',
  'places:transition',
  'places:waiting.awaiting_payment',
  'places:waiting.confirming',
  'places:was_active',
  'refusals:previous_plan_required',
  'transactions:open',
] as const satisfies readonly TextKey[];

/** A plan, the request for a place of it, and the invoice that this becomes. */
export const PLAN_TEXTS = [
  ...UNFINISHED_TEXTS,
  ...INVOICE_TEXTS,
  ...CARD_TEXTS,
  'partner:disclosure.title',
  'partner:risk.text',
  'partner:risk.title',
  'places:how.by_itself',
  'places:how.pays_nobody',
  'places:how.seat',
  'places:how.title',
  'places:request.asks',
  'places:request.new_price',
  'places:request.opens',
  'places:request.submit',
  'places:request.title',
  'places:seats',
  'transactions:done.requested',
] as const satisfies readonly TextKey[];

export const BOARD_TEXTS = [
  ...PLAN_TEXTS,
  'common:close',
  'common:nothing_here',
  'places:filter.available',
  'places:filter.drop',
  'places:filter.label',
  'places:filter.mine',
  'places:filter.shown',
  'places:lede',
  'places:places.closed',
  'places:places.open',
  'places:places.opened',
  'places:places.until',
  'transactions:one',
  'transactions:title',
] as const satisfies readonly TextKey[];

export const STRUCTURE_TEXTS = [
  ...UNFINISHED_TEXTS,
  'common:former_member',
  'common:nothing_here',
  'places:filter.drop',
  'places:filter.mine',
  'places:show_structure',
  'places:structure.filled',
  'places:structure.free',
  'places:structure.mine',
  'places:structure.path',
  'places:structure.place',
  'places:structure.skipped',
  'places:structure.title',
  'places:structure.up',
] as const satisfies readonly TextKey[];

export const LIST_TEXTS = [
  ...STATE_TEXTS,
  'common:line_broken',
  'common:menu.dreamx',
  'common:menu.fast_money',
  'common:menu.licenses',
  'common:menu.turbo',
  'common:nothing_here',
  'finance:history.newest',
  'finance:history.show_more',
  'transactions:empty',
  'transactions:title',
] as const satisfies readonly TextKey[];

export type StateText = (typeof STATE_TEXTS)[number];
export type ActText = (typeof ACT_TEXTS)[number];
export type UnfinishedText = (typeof UNFINISHED_TEXTS)[number];
export type InvoiceText = (typeof INVOICE_TEXTS)[number];
export type CardText = (typeof CARD_TEXTS)[number];
export type PlanText = (typeof PLAN_TEXTS)[number];
export type BoardText = (typeof BOARD_TEXTS)[number];
export type StructureText = (typeof STRUCTURE_TEXTS)[number];
export type ListText = (typeof LIST_TEXTS)[number];
