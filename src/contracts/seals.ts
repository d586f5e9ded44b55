import * as z from 'zod/mini';
import { fault } from '#domain/field-faults.ts';
import { contract } from './contract.ts';
import { pageFields, pageOf, text } from './fields.ts';

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
  /** The public log before this seal; null before version 2. `key` verifies its checkpoint. */
  log: z.nullable(z.object({ size: z.number(), root: hex, key: z.string() })),
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

export const getLogCheckpoint = contract({
  method: 'GET',
  path: '/api/seals/log/checkpoint/',
  summary: 'Size and root of the public log as a C2SP checkpoint; text at /seal/log/checkpoint',
  caller: 'anyone',
  input: z.strictObject({}),
  output: z.object({ checkpoint: z.string() }),
  success: 200,
  refusals: ['not_found', 'too_often'],
});

const number = z.pipe(z.string().check(z.regex(/^\d{1,12}$/, fault('invalid'))), z.transform(Number));
/** 256 is a full tile. */
const width = number.check(z.refine((value) => value >= 1 && value <= 256, fault('invalid')));

export const getLogTile = contract({
  method: 'GET',
  path: '/api/seals/log/tiles/{level}/{number}/{width}/',
  summary: 'Hashes of the public log, as /seal/log/tile/… has them (C2SP tlog-tiles)',
  caller: 'anyone',
  answers: 'application/octet-stream',
  input: z.strictObject({ level: number.check(z.refine((value) => value <= 63, fault('invalid'))), number, width }),
  output: z.string(),
  success: 200,
  refusals: ['not_found', 'too_often'],
});

export const getLogEntries = contract({
  method: 'GET',
  path: '/api/seals/log/entries/{number}/{width}/',
  summary: 'Entries of the public log, as /seal/log/tile/entries/… has them (C2SP tlog-tiles)',
  caller: 'anyone',
  answers: 'application/octet-stream',
  input: z.strictObject({ number, width }),
  output: z.string(),
  success: 200,
  refusals: ['not_found', 'too_often'],
});

export const getLogProof = contract({
  method: 'GET',
  path: '/api/seals/log/proofs/{kind}/{id}/',
  summary: 'That my completed payout, or each placement event of my place, is in the public log of the newest seal',
  caller: 'member',
  input: z.strictObject({ kind: z.enum(['payout', 'seat'], { error: fault('invalid') }), id: text(36) }),
  output: z.object({
    note: z.string(),
    entries: z.array(
      z.object({
        /** The text that the entry commits to. */
        opening: z.string(),
        nonce: hex,
        index: z.number(),
        /** From the entry’s sibling up to the root that the note names. */
        path: z.array(hex),
      }),
    ),
  }),
  success: 200,
  refusals: ['not_found', 'not_in_seal', 'too_often'],
});
