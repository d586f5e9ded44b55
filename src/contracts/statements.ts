import * as z from 'zod/mini';
import { STATEMENT_LINES, STATEMENT_STATES, type StatementLine } from '#domain/statement.ts';
import { contract } from './contract.ts';
import { pageFields, pageOf, text } from './fields.ts';

const MONTHS_MAX = 60;

const amount = z.string().check(z.regex(/^-?\d+(\.\d{1,6})?$/));
const month = z.string().check(z.regex(/^\d{4}-\d\d$/));
const lines = Object.fromEntries(STATEMENT_LINES.map((line) => [line, amount])) as Record<StatementLine, typeof amount>;

const shown = {
  number: z.string(),
  month,
  time_zone: z.string(),
  issuer: z.string(),
  /** Balances include money on hold. */
  closing: amount,
  issued_at: z.iso.datetime(),
  /** With an empty line and `signature` it is a C2SP signed note, to be verified with `key`. */
  note: z.string(),
  signature: z.string(),
  key: z.string(),
};

const statement = z.object({
  ...shown,
  opening: amount,
  /** Signed: with `opening` they add up to `closing`. */
  ...lines,
  state: z.enum(STATEMENT_STATES),
});

export type Statement = z.output<typeof statement>;

export const listStatements = contract({
  method: 'GET',
  path: '/api/finance/statements/',
  summary: 'Closed months since I registered, newest first; a number once the statement was issued',
  caller: 'member',
  input: z.strictObject(pageFields(MONTHS_MAX, 7)),
  output: z.object(pageOf(z.object({ month, number: z.nullable(z.string()) }))),
  success: 200,
  refusals: [],
});

export const getMonthStatement = contract({
  method: 'GET',
  path: '/api/finance/statements/{month}/',
  summary: 'My signed statement of a closed month; the first request issues it, and it stays as it is',
  caller: 'member',
  input: z.strictObject({ month: text(7) }),
  output: statement,
  success: 200,
  refusals: ['not_found', 'too_often'],
});

const byNumber = z.strictObject({ number: text(64) });
const publicStatement = z.object(shown);

export type PublicStatement = z.output<typeof publicStatement>;

export const verifyStatement = contract({
  method: 'GET',
  path: '/api/statements/{number}/',
  summary: 'An issued statement whose signature is right, by its number; names no member',
  caller: 'anyone',
  input: byNumber,
  output: publicStatement,
  success: 200,
  refusals: ['not_found', 'too_often'],
});

export const getStatementNote = contract({
  method: 'GET',
  path: '/api/statements/{number}/note/',
  summary: 'The same as a C2SP signed note',
  caller: 'anyone',
  input: byNumber,
  output: z.string(),
  answers: 'text/plain',
  success: 200,
  refusals: ['not_found', 'too_often'],
});

export const listSigningKeys = contract({
  method: 'GET',
  path: '/api/signing-keys/',
  summary: 'Public Ed25519 keys that ever signed daily seals and statements, newest first',
  caller: 'anyone',
  input: z.strictObject({}),
  output: z.object({
    items: z.array(
      z.object({
        public_key: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
        /** As C2SP’s signed notes write it. */
        seals: z.string(),
        statements: z.string(),
        /** Null before the first signature. */
        first_day: z.nullable(z.iso.date()),
        last_day: z.nullable(z.iso.date()),
        in_use: z.boolean(),
      }),
    ),
    next: z.null(),
  }),
  success: 200,
  refusals: ['too_often'],
});
