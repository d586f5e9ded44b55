/** Every action that the audit log records. A command's action is its name. */
export const AUDIT_ACTIONS = [
  'accruals import',
  'accruals import --dry-run',
  'accruals post',
  'accruals reverse',
  'alerts test',
  'announcements draft',
  'announcements send',
  'announcements stop',
  'backup',
  'backup verify',
  'keys changed',
  'legal draft',
  'legal publish',
  'mails send-again',
  'members add',
  'members block',
  'members clear-pin',
  'members end-sessions',
  'members export',
  'members import',
  'members pay-out',
  'members remove-second-factor',
  'members resume-withdrawals',
  'members send-link',
  'members status',
  'members unblock',
  'migrations back',
  'move',
  'plans apply',
  'plans draft',
  'posts draft',
  'posts pin',
  'posts publish',
  'posts unpin',
  'posts withdraw',
  'restore',
  'saved-answers add',
  'saved-answers change',
  'saved-answers remove',
  'setup mark',
  'staff add',
  'staff change-password',
  'staff confirm',
  'staff disable',
  'staff enable',
  'staff end-sessions',
  'staff invite-again',
  'staff passkey-add',
  'staff passkey-remove',
  'staff role',
  'staff sign-in',
  'support answer',
  'support assign',
  'support close',
  'transactions refund',
  'transactions settle',
  'withdrawals approve',
  'withdrawals reject',
] as const;

/** Stages of an action, in brackets after its name. */
const AUDIT_STAGES = ['prepared', 'approved', 'declined', 'discarded', 'refused'] as const;

type Action = (typeof AUDIT_ACTIONS)[number];
type Stage = (typeof AUDIT_STAGES)[number];

/** Names of recorded values. Differences of plans and posts have the names of their fields instead. */
const AUDIT_FIELDS = [
  'access',
  'amount',
  'approval',
  'assigned_to',
  'batch',
  'blocked',
  'by',
  'bytes',
  'career_status',
  'changed',
  'due_at',
  'ended',
  'faults',
  'kind',
  'lines',
  'mail',
  'mails',
  'outcome',
  'passkey',
  'pin',
  'pinned',
  'recipients',
  'returned',
  'role',
  'said',
  'session',
  'sha256',
  'state',
  'taken_at',
  'title',
  'to',
  'total',
  'version',
  'was_sent',
  'withdrawal',
  'withdrawals',
  'withdrawn',
  'words',
  'work',
  'wrong',
] as const;

/** Recorded values that are codes: states, yes and no, ways to sign in. */
const AUDIT_VALUES = [
  'active',
  'answered',
  'approved',
  'cancelled',
  'checked',
  'closed',
  'code',
  'completed',
  'created',
  'declined',
  'discarded',
  'ended',
  'expired',
  'failed',
  'false',
  'invitation',
  'off',
  'on',
  'open',
  'passkey',
  'password',
  'paused',
  'pending',
  'posted',
  'refunded',
  'rejected',
  'requested',
  'sending',
  'stopped',
  'true',
  'waiting',
] as const;

type Field = (typeof AUDIT_FIELDS)[number];
type Value = (typeof AUDIT_VALUES)[number];

/** The listed action and stage of an entry; entries of older versions may have others. */
export function readAction(action: string): { action: Action; stage: Stage | undefined } | undefined {
  const [, name, stage] = /^(.*?)(?: \((\w+)\))?$/.exec(action) ?? [];
  const isKnown = isAction(name) && (stage === undefined || isStage(stage));
  return isKnown ? { action: name, stage } : undefined;
}

export function isAuditField(name: string): name is Field {
  return (AUDIT_FIELDS as readonly string[]).includes(name);
}

/** Fields that hold amounts; older versions may have written something else. */
const AMOUNTS = ['amount', 'returned', 'total'];

export function isAuditAmount(name: string, value: unknown): value is string {
  return AMOUNTS.includes(name) && typeof value === 'string' && /^-?\d+\.\d{2,6}$/.test(value);
}

export function isAuditValue(value: string): value is Value {
  return (AUDIT_VALUES as readonly string[]).includes(value);
}

function isAction(name: string | undefined): name is Action {
  return (AUDIT_ACTIONS as readonly (string | undefined)[]).includes(name);
}

function isStage(name: string): name is Stage {
  return (AUDIT_STAGES as readonly string[]).includes(name);
}
