import * as z from 'zod/mini';
import { CAREER_STATUSES } from '#domain/career-status.ts';
import { fault } from '#domain/field-faults.ts';
import { MEMBER_STATES } from '#domain/member-state.ts';
import { contract } from '../contract.ts';
import { filter, pageOf, requiredText } from '../fields.ts';
import { consolePage } from './fields.ts';
import { consoleMail } from './mails.ts';

const at = z.iso.datetime();
const ofMember = { username: requiredText(64) };

export const LEDGER_ACCOUNTS = ['available', 'held'] as const;

/** Kinds of transfers; a purchase whose money returned has a kind of its own. */
const LEDGER_KINDS = [
  ...(['accrual', 'correction', 'hold', 'release', 'payout'] as const),
  ...(['deposit', 'purchase', 'purchase_returned', 'sale', 'refund'] as const),
] as const;

export const ledgerLine = z.object({
  number: z.number(),
  at,
  kind: z.enum(LEDGER_KINDS),
  amount: z.string(),
  /** Balance of the account after this line. */
  balance: z.string(),
  /** Reason of an accrual, in the reader's language. */
  reason: z.nullable(z.string()),
  document: z.nullable(z.string()),
  /** Member whose purchase led to the accrual. */
  source: z.nullable(z.string()),
  origin: z.nullable(z.object({ kind: z.enum(['batch', 'withdrawal', 'transaction']), id: z.string() })),
});
export type LedgerLine = z.infer<typeof ledgerLine>;

const ofLedger = { ...ofMember, account: filter(z.enum(LEDGER_ACCOUNTS, fault('invalid'))) };

export const listMemberLedger = contract({
  method: 'GET',
  path: '/operator/api/members/{username}/ledger/',
  summary: 'Ledger lines of a member’s available or held money with the balance after each, the newest first',
  caller: 'staff',
  ability: 'members.read',
  input: z.strictObject({ ...ofLedger, ...consolePage }),
  output: z.object({
    ...pageOf(ledgerLine),
    balance: z.object({ available: z.string(), held: z.string() }),
  }),
  success: 200,
  refusals: ['not_found'],
});

export const downloadMemberLedger = contract({
  method: 'GET',
  path: '/operator/api/files/members/{username}/ledger/',
  summary: 'Ledger lines of a member as CSV, the newest 100,000 of them',
  caller: 'staff',
  ability: 'members.read',
  answers: 'text/csv',
  input: z.strictObject(ofLedger),
  output: z.string(),
  success: 200,
  refusals: ['not_found'],
});

const teamMember = z.object({
  username: z.string(),
  name: z.nullable(z.string()),
  state: z.enum(MEMBER_STATES),
  career_status: z.enum(CAREER_STATUSES),
  active: z.boolean(),
  registered_at: at,
  whole_team: z.number(),
});
export type TeamMember = z.infer<typeof teamMember>;

export const listMemberTeam = contract({
  method: 'GET',
  path: '/operator/api/members/{username}/team/',
  summary: 'The first line of a member, the earliest first',
  caller: 'staff',
  ability: 'members.read',
  input: z.strictObject({ ...ofMember, ...consolePage }),
  output: z.object({
    ...pageOf(teamMember),
    /** Uplines, nearest first, at most 20; `depth` counts all. */
    above: z.array(z.string()),
    depth: z.number(),
  }),
  success: 200,
  refusals: ['not_found'],
});

export const securityEvent = z.object({
  id: z.string(),
  /** In the reader's language. */
  title: z.string(),
  /** Name of the passkey or destination; empty for other kinds. */
  about: z.string(),
  /** Empty if support or a job did it. */
  device: z.string(),
  range: z.string(),
  at,
});
export type SecurityEntry = z.infer<typeof securityEvent>;

export const listMemberSecurity = contract({
  method: 'GET',
  path: '/operator/api/members/{username}/security/',
  summary: 'Sign-ins, wrong attempts and changes to a member’s ways in, the newest first',
  caller: 'staff',
  ability: 'members.read',
  input: z.strictObject({ ...ofMember, ...consolePage }),
  output: z.object(pageOf(securityEvent)),
  success: 200,
  refusals: ['not_found'],
});

export const listMemberMails = contract({
  method: 'GET',
  path: '/operator/api/members/{username}/mails/',
  summary: 'E-mails to a member or to somebody who is none yet, the newest first',
  caller: 'staff',
  ability: 'mails.read',
  input: z.strictObject({ ...ofMember, ...consolePage }),
  output: z.object(pageOf(consoleMail)),
  success: 200,
  refusals: ['not_found'],
});
