/**
 * Codes are keys of `locales/<tag>/faults.json`; numbers of a fault fill its sentence.
 *
 * @internal exported for the tests
 */
export const FIELD_FAULTS = [
  'required',
  'box_unticked',
  'file_required',
  'invalid',
  'unknown_field',
  'too_long',
  'email_invalid',
  'username_pattern',
  'username_taken',
  'password_short',
  'password_digit',
  'password_letter',
  'password_symbol',
  'password_common',
  'password_same',
  'passwords_differ',
  'inviter_required',
  'inviter_unknown',
  'agreement_required',
  'agreement_outdated',
  'bot_check_failed',
  'amount_invalid',
  'amount_unclear',
  'amount_below_minimum',
  'amount_above_balance',
  'amount_above_daily',
  'destination_unknown',
  'destination_letters',
  'destination_checksum',
  'destination_other_chain',
  'destination_empty',
  'destination_contract',
  'destination_saved',
  'destination_unsaved',
  'destination_waits',
  'destination_both',
  'pin_digits',
  'pin_obvious',
  'pins_differ',
  'pin_wrong',
  'password_wrong',
  'code_wrong',
  'code_pattern',
  'code_digits',
  'date_invalid',
  'date_range',
  'batch_name',
  'too_many_lines',
  'member_unknown',
  'member_blocked',
  'reason_unknown',
  'total_too_large',
  'email_taken',
  'code_wrong',
  'slug_pattern',
  'slug_taken',
  'language_line',
] as const;

/**
 * Only fields of staff and of programs have these, so members' texts go without.
 *
 * @internal used by the script that writes the files of texts
 */
export const STAFF_FAULTS: readonly FieldFault[] = [
  'batch_name',
  'too_many_lines',
  'member_unknown',
  'member_blocked',
  'reason_unknown',
  'total_too_large',
  'slug_pattern',
  'slug_taken',
  'language_line',
];

export type FieldFault = (typeof FIELD_FAULTS)[number];

/** A string, because zod's messages are strings: `too_long?max=1000`. */
export function fault(code: FieldFault, params: Record<string, number> = {}): string {
  const query = new URLSearchParams(Object.entries(params).map(([name, value]) => [name, String(value)]));
  return query.size > 0 ? `${code}?${query}` : code;
}

export function readFault(text: string): { code: FieldFault; params: Record<string, number> } {
  const [code = '', query = ''] = text.split('?');
  const knownCode = FIELD_FAULTS.find((candidate) => candidate === code) ?? 'invalid';
  const params = [...new URLSearchParams(query)].map(([name, value]) => [name, Number(value)]);
  return { code: knownCode, params: Object.fromEntries(params) };
}
