import * as z from 'zod/mini';
import { NETWORKS } from '#domain/destination.ts';
import { fault } from '#domain/field-faults.ts';
import { PIN_PATTERN } from '#domain/pin.ts';
import { TAKEN_BACK } from '#domain/rescue.ts';
import { DESTINATION_NAME_MAX } from '#domain/saved-destination.ts';
import { contract } from './contract.ts';
import { codeField, must, requiredNameField, requiredText, text } from './fields.ts';
import { destinationField, pinField } from './finance.ts';

/** The second factor if the member has one, otherwise the PIN. */
const proof = {
  pin: z.optional(text(16).check(must((value) => value === '' || PIN_PATTERN.test(value), 'pin_digits'))),
  code: codeField,
};

const name = requiredNameField(DESTINATION_NAME_MAX);
const id = text(64);

const saved = z.object({
  id: z.string(),
  name: z.string(),
  destination: z.string(),
  network: z.enum(NETWORKS),
  saved_at: z.iso.datetime(),
  usable_at: z.iso.datetime(),
});

export type SavedDestination = z.infer<typeof saved>;

const wait = z.object({
  /** Money goes only to saved destinations, 24 hours after saving. */
  is_on: z.boolean(),
  ends_at: z.nullable(z.iso.datetime()),
});

export const getDestinations = contract({
  method: 'GET',
  path: '/api/finance/destinations/',
  summary: 'Where I withdraw to, under names of mine, oldest first; at most 20',
  caller: 'member',
  input: z.strictObject({}),
  output: z.object({
    items: z.array(saved),
    next: z.null(),
    wait,
    proof: z.enum(['code', 'pin', 'no_pin']),
  }),
  success: 200,
  refusals: [],
});

export const saveDestination = contract({
  method: 'POST',
  path: '/api/finance/destinations/',
  summary: 'Keeps a destination under a name. Needs a code of the second factor, or without one the PIN',
  caller: 'member',
  uid: 'required',
  input: z.strictObject({ name, destination: destinationField, ...proof }),
  output: saved,
  success: 201,
  refusals: [
    'too_many_destinations',
    'agreement_required',
    'withdrawals_stopped',
    'too_often',
    ...(['pin_not_set', 'pin_waits', 'pin_closed', 'pin_expired', 'pin_wrong'] as const),
  ],
});

export const renameDestination = contract({
  method: 'POST',
  path: '/api/finance/destinations/{id}/name/',
  summary: 'Gives a saved destination of mine another name',
  caller: 'member',
  input: z.strictObject({ id, name }),
  output: saved,
  success: 200,
  refusals: ['not_found'],
});

export const removeDestination = contract({
  method: 'POST',
  path: '/api/finance/destinations/{id}/removal/',
  summary: 'Forgets a saved destination of mine',
  caller: 'member',
  input: z.strictObject({ id }),
  output: z.object({}),
  success: 200,
  refusals: ['not_found'],
});

export const switchDestinationWait = contract({
  method: 'POST',
  path: '/api/finance/destinations/wait/',
  summary:
    'Switches the wait of new destinations on at once, or off in 24 hours; `on` takes a switching-off back. Only `off` needs a code of the second factor, or without one the PIN',
  caller: 'member',
  uid: 'required',
  input: z.strictObject({ to: z.enum(['on', 'off'], fault('invalid')), ...proof }),
  output: wait,
  success: 200,
  refusals: [
    'withdrawals_stopped',
    'too_often',
    ...(['pin_not_set', 'pin_waits', 'pin_closed', 'pin_expired', 'pin_wrong'] as const),
  ],
});

export const stopWithdrawals = contract({
  method: 'POST',
  path: '/api/auth/withdrawals/stop/',
  summary:
    'By the link “This wasn’t me” of an e-mail: pauses withdrawals, ends every session and undoes changes of the last 72 hours by which somebody could stay in the account',
  caller: 'anyone',
  input: z.strictObject({ token: requiredText(128) }),
  output: z.object({ taken_back: z.array(z.object({ kind: z.enum(TAKEN_BACK), name: z.optional(z.string()) })) }),
  success: 200,
  refusals: ['stop_link_invalid', 'too_often'],
});

export const resumeWithdrawals = contract({
  method: 'POST',
  path: '/api/finance/withdrawals/resumption/',
  summary:
    'Lifts a pause of mine: needs a password reset by e-mail since, the PIN, and a code of the second factor where there is one',
  caller: 'member',
  uid: 'required',
  input: z.strictObject({
    pin: pinField,
    code: codeField,
  }),
  output: z.object({}),
  success: 200,
  refusals: [
    'reset_required',
    'support_required',
    'too_often',
    'pin_not_set',
    'pin_waits',
    'pin_closed',
    'pin_expired',
    'pin_wrong',
  ],
});
