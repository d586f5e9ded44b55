import { fault, type FieldFault } from './field-faults.ts';

/** HTTP status by code. The code is the key of its sentence in `locales/<tag>/refusals.json`. */
export const REFUSALS = {
  unreadable: 400,
  uid_required: 400,
  no_session: 401,
  session_ended: 401,
  signature_invalid: 401,
  cross_site: 403,
  not_able: 403,
  confirmation_required: 403,
  not_found: 404,
  wrong_method: 405,
  already_active: 409,
  not_activated: 409,
  sign_up_over: 409,
  agreement_required: 409,
  agreement_outdated: 409,
  in_flight: 409,
  other_account: 409,
  page_outdated: 409,
  pin_already_set: 409,
  pin_not_set: 409,
  withdrawal_moved_on: 409,
  batch_reused: 409,
  accrual_faults: 409,
  accrual_repeated: 409,
  accrual_doubled: 409,
  accrual_reversed: 409,
  accrual_spent: 409,
  plan_not_on_sale: 409,
  previous_plan_required: 409,
  already_bought: 409,
  unfinished_transaction: 409,
  price_changed: 409,
  transaction_moved_on: 409,
  purchase_withdrawal_over: 409,
  session_is_this: 409,
  export_not_proven: 403,
  export_not_prepared: 409,
  factor_already_on: 409,
  factor_not_on: 409,
  too_many_passkeys: 409,
  too_many_destinations: 409,
  reset_required: 409,
  support_required: 409,
  owner_stopped: 409,
  not_in_seal: 409,
  closure_money: 409,
  closure_held: 409,
  closure_amount: 409,
  closure_fee: 409,
  closure_unfinished: 409,
  closure_top: 409,
  decided_before: 409,
  prepared_by_you: 409,
  new_approver: 409,
  related_access: 409,
  no_second_owner: 409,
  approval_waits: 409,
  staff_moved_on: 409,
  draft_moved_on: 409,
  last_owner: 409,
  not_yourself: 409,
  answered_meanwhile: 409,
  support_closed: 409,
  mail_sent: 409,
  mail_void: 409,
  too_large: 413,
  photo_too_large: 413,
  wrong_type: 415,
  invalid: 422,
  wrong_credentials: 422,
  bot_check_failed: 422,
  activation_link_invalid: 422,
  reset_link_invalid: 422,
  email_link_invalid: 422,
  staff_credentials: 422,
  invitation_invalid: 422,
  passkey_invalid: 422,
  draft_wrong: 422,
  removal_link_invalid: 422,
  stop_link_invalid: 422,
  emails_link_invalid: 422,
  setup_expired: 422,
  sign_in_expired: 422,
  passkey_unknown: 422,
  uid_reused: 422,
  photo_unreadable: 422,
  photo_cut_off: 422,
  photo_too_many_pixels: 422,
  pin_wrong: 422,
  member_blocked: 423,
  pin_waits: 423,
  pin_closed: 423,
  pin_expired: 423,
  withdrawals_paused: 423,
  withdrawals_stopped: 423,
  too_often: 429,
  unexpected: 500,
  unavailable: 503,
} as const;

export type RefusalCode = keyof typeof REFUSALS;

export function isRefusalCode(code: string): code is RefusalCode {
  return Object.hasOwn(REFUSALS, code);
}

/** `fields` has codes of `field-faults.ts`. */
export type Refused = {
  refused: RefusalCode;
  fields?: Record<string, string[]>;
  retryAfterSeconds?: number;
  params?: Record<string, string>;
  /** The item that caused it, for reports of work on many. */
  about?: string;
};

export function refuse(code: RefusalCode, rest: Omit<Refused, 'refused'> = {}): Refused {
  return { refused: code, ...rest };
}

export function refuseField(field: string, code: FieldFault, params?: Record<string, number>): Refused {
  return refuse('invalid', { fields: { [field]: [fault(code, params)] } });
}

export function isRefused(value: unknown): value is Refused {
  return typeof value === 'object' && value !== null && 'refused' in value;
}
