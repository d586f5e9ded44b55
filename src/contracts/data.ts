import * as z from 'zod/mini';
import { BALANCE_CHOICES } from '#domain/closure.ts';
import { fault } from '#domain/field-faults.ts';
import { PASSWORD_MAX } from '#domain/password.ts';
import { contract } from './contract.ts';
import { codeField, requiredText } from './fields.ts';
import { amountField, destinationField, pinField, WITHDRAWAL_REFUSALS } from './finance.ts';

export const getExport = contract({
  method: 'GET',
  path: '/api/users/export/',
  summary:
    'Everything that is kept of me, as JSON and CSV in a zip, for an hour after `prepareExport` in the same session',
  caller: 'member',
  answers: 'application/zip',
  input: z.strictObject({}),
  output: z.string(),
  success: 200,
  refusals: ['export_not_proven', 'export_not_prepared', 'too_often'],
});

const preparation = z.object({
  state: z.enum(['none', 'making', 'ready', 'failed']),
  is_needed: z.boolean(),
  rows_done: z.int(),
  rows_in_all: z.int(),
  made_at: z.nullable(z.iso.datetime()),
  /** The file is kept until then; null unless `ready`. */
  expires_at: z.nullable(z.iso.datetime()),
  /** This session may download until then; null before the password was given. */
  open_until: z.nullable(z.iso.datetime()),
});

export type Preparation = z.infer<typeof preparation>;

export const getPreparation = contract({
  method: 'GET',
  path: '/api/users/export/preparation/',
  summary: 'Whether my data has to be prepared for download, and how far that is',
  caller: 'member',
  input: z.strictObject({}),
  output: preparation,
  success: 200,
  refusals: [],
});

export const prepareExport = contract({
  method: 'POST',
  path: '/api/users/export/preparation/',
  summary: 'Opens the download of all my data for this session, and prepares the file where there is a lot',
  caller: 'member',
  input: z.strictObject({
    password: requiredText(PASSWORD_MAX),
    code: codeField,
    anew: z.optional(z.boolean(fault('invalid'))),
  }),
  output: preparation,
  success: 202,
  refusals: ['too_often'],
});

function needsToPayOut(name: 'destination' | 'pin') {
  return z.refine<{ money?: string | undefined; destination?: string | undefined; pin?: string | undefined }>(
    ({ money, [name]: typed }) => money !== 'pay_out' || typed !== undefined,
    { path: [name], error: fault('required') },
  );
}

export const closeAccount = contract({
  method: 'POST',
  path: '/api/users/closure/',
  summary: 'Closes my account for good: what tells who I am is erased, my lines and the ledger stay',
  caller: 'member',
  uid: 'required',
  input: z
    .strictObject({
      password: requiredText(PASSWORD_MAX),
      code: codeField,
      /** The whole balance is paid out, without a minimum, or waived. */
      money: z.optional(z.enum(BALANCE_CHOICES, { error: fault('invalid') })),
      /** Balance that the caller saw; refused if it has changed. */
      amount: z.optional(amountField),
      destination: z.optional(destinationField),
      pin: z.optional(pinField),
    })
    .check(needsToPayOut('destination'), needsToPayOut('pin')),
  output: z.object({}),
  success: 200,
  refusals: [
    'closure_money',
    'closure_held',
    'closure_amount',
    'closure_fee',
    'closure_unfinished',
    'closure_top',
    ...WITHDRAWAL_REFUSALS,
    'too_often',
  ],
});
