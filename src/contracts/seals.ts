import * as z from 'zod/mini';
import { fault } from '#domain/field-faults.ts';
import { contract } from './contract.ts';
import { pageFields, pageOf } from './fields.ts';

const SEALS_MAX = 100;

const hex = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const base64 = z.string().check(z.regex(/^[A-Za-z0-9+/]*={0,2}$/));
const micros = z.string().check(z.regex(/^\d{1,19}$/));

const seal = z.object({
  day: z.iso.date(),
  /** Sum owed to members at the end of the day: balances and held money. */
  total: z.string(),
  members: z.number(),
  leaves: z.number(),
  root: hex,
  /** SHA-256 of the note of the seal before; null for the first one. */
  previous: z.nullable(hex),
  made_at: z.iso.datetime(),
  /** Made up after the following day. */
  late: z.boolean(),
  /** With an empty line and `signature` it is a C2SP signed note, to be verified with `key`. */
  note: z.string(),
  signature: z.string(),
  key: z.string(),
});

export type Seal = z.output<typeof seal>;

export const listSeals = contract({
  method: 'GET',
  path: '/api/seals/',
  summary: 'Daily seals of all balances, newest first',
  caller: 'anyone',
  input: z.strictObject(pageFields(SEALS_MAX)),
  output: z.object(pageOf(seal)),
  success: 200,
  refusals: ['too_often'],
});

const day = z.iso.date({ error: fault('invalid') });

export const getSeal = contract({
  method: 'GET',
  path: '/api/seals/{day}/',
  summary: 'The daily seal of one day',
  caller: 'anyone',
  input: z.strictObject({ day }),
  output: seal,
  success: 200,
  refusals: ['not_found', 'too_often'],
});

export const getProof = contract({
  method: 'GET',
  path: '/api/seals/{day}/proof/',
  summary: 'The path from my balance to the root of a daily seal of the last seven days',
  caller: 'member',
  input: z.strictObject({ day }),
  output: z.object({
    note: z.string(),
    username: z.string(),
    /** Key of my leaves’ ids. Who has it can recognise them. */
    nonce: base64,
    parts: z.array(
      z.object({
        micros,
        index: z.number(),
        /** From the leaf’s sibling up to the root, 40 bytes each: a hash, then a sum of micros (big-endian). */
        path: base64,
      }),
    ),
  }),
  success: 200,
  refusals: ['not_found', 'not_in_seal', 'too_often'],
});
