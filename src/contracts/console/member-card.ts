import * as z from 'zod/mini';
import { CAREER_STATUSES } from '#domain/career-status.ts';
import { JOINED_VIA } from '#domain/identity.ts';
import { LANGUAGES } from '#domain/languages.ts';
import { MAIL_KINDS } from '#domain/mails.ts';
import { MEMBER_STATES } from '#domain/member-state.ts';
import { SUPPORT_STATES, SUPPORT_TOPICS } from '#domain/support.ts';
import { TRANSACTION_STATES } from '#domain/transaction.ts';
import { WITHDRAWAL_STATES } from '#domain/withdrawal.ts';
import { auditValues } from './fields.ts';
import { ledgerLine, securityEvent } from './member-lists.ts';

const at = z.iso.datetime();

export const memberSummary = {
  username: z.string(),
  name: z.nullable(z.string()),
  email: z.string(),
  state: z.enum(MEMBER_STATES),
  career_status: z.nullable(z.enum(CAREER_STATUSES)),
  registered_at: at,
};
/** Lists hold the latest 10; `support` and `mails` are null if the caller may not read them. */
export const memberCard = z.object({
  ...memberSummary,
  language: z.enum(LANGUAGES.map(({ segment }) => segment)),
  active: z.boolean(),
  ref_code: z.nullable(z.string()),
  activated_at: z.nullable(at),
  blocked_at: z.nullable(at),
  closed_at: z.nullable(at),
  contacts: z.object({ telegram: z.string(), phone: z.string(), other: z.string() }),
  pin: z.enum(['none', 'set', 'waits', 'closed']),
  factor: z.object({
    on_since: z.nullable(at),
    recovery_codes_left: z.number(),
    removal_due_at: z.nullable(at),
    passkeys: z.array(z.object({ name: z.string(), added_at: at, used_at: z.nullable(at) })),
  }),
  session_count: z.number(),
  security: z.array(securityEvent),
  withdrawals_stopped_at: z.nullable(at),
  new_email: z.nullable(z.string()),
  waiting_mail: z.nullable(z.enum(MAIL_KINDS)),
  inviter: z.nullable(z.string()),
  /** Whose code was used, when and how (null: from before it was recorded); null at the top of a tree. */
  joined_by: z.nullable(z.object({ ref_code: z.string(), at, via: z.nullable(z.enum(JOINED_VIA)) })),
  /** Nearest first, at most 20; `depth` counts all. */
  above: z.array(z.string()),
  depth: z.number(),
  team: z.object({ whole: z.number(), first_line: z.number(), inactive_first_line: z.number() }),
  balance: z.object({ available: z.string(), held: z.string() }),
  /** All time: earned + paid_in − went_out is the balance, held money included. */
  sums: z.object({ earned: z.string(), paid_in: z.string(), went_out: z.string() }),
  /** `paid` for places and fees; `result` is earned − paid, as the member reads it. */
  result: z.object({ paid: z.string(), result: z.string() }),
  /** Latest lines of the available balance. */
  ledger: z.array(ledgerLine),
  places: z.array(
    z.object({
      id: z.number(),
      plan: z.string(),
      opened_at: at,
      expires_at: z.nullable(at),
      closed_at: z.nullable(at),
    }),
  ),
  sessions: z.array(
    z.object({ id: z.string(), device: z.string(), range: z.string(), started_at: at, last_seen_at: at }),
  ),
  withdrawals: z.array(z.object({ id: z.string(), amount: z.string(), state: z.enum(WITHDRAWAL_STATES), at })),
  transactions: z.array(
    z.object({ id: z.string(), plan: z.string(), price: z.string(), state: z.enum(TRANSACTION_STATES), at }),
  ),
  support: z.nullable(
    z.array(z.object({ number: z.string(), topic: z.enum(SUPPORT_TOPICS), state: z.enum(SUPPORT_STATES), at })),
  ),
  mails: z.nullable(z.array(z.object({ id: z.string(), kind: z.enum(MAIL_KINDS), at, sent_at: z.nullable(at) }))),
  log: z.array(
    z.object({
      number: z.number(),
      at,
      actor: z.string(),
      action: z.string(),
      reason: z.string(),
      before: auditValues,
      after: auditValues,
    }),
  ),
});
export type MemberCard = z.infer<typeof memberCard>;
