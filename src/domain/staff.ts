export const ABILITIES = [
  'overview.read',
  'members.read',
  'members.change',
  'members.export',
  'withdrawals.read',
  'withdrawals.decide',
  'transactions.read',
  'transactions.decide',
  'accruals.read',
  'accruals.post',
  'approvals.decide',
  'plans.read',
  'plans.change',
  'posts.read',
  'posts.change',
  'announcements.read',
  'announcements.send',
  'legal.read',
  'legal.change',
  'support.read',
  'support.answer',
  'mails.read',
  'mails.send',
  'staff.change',
  'alerts.read',
  'alerts.test',
  'log.read',
  'reports.read',
] as const;
export type Ability = (typeof ABILITIES)[number];

const SUPPORT: readonly Ability[] = [
  ...(['overview.read', 'members.read', 'members.change'] as const),
  ...(['withdrawals.read', 'transactions.read'] as const),
  ...(['support.read', 'support.answer', 'mails.read', 'mails.send'] as const),
];
const CONTENT: readonly Ability[] = [
  ...(['overview.read', 'plans.read', 'posts.read', 'posts.change', 'legal.read'] as const),
  ...(['announcements.read', 'announcements.send'] as const),
];
const FINANCE: readonly Ability[] = [
  ...(['overview.read', 'members.read'] as const),
  ...(['withdrawals.read', 'withdrawals.decide', 'transactions.read', 'transactions.decide'] as const),
  ...(['accruals.read', 'accruals.post', 'plans.read', 'mails.read', 'reports.read'] as const),
];

/** Only owners invite staff, change plans and legal documents, export members' data, and see webhooks and backups. */
export const ROLES = {
  support: SUPPORT,
  content: CONTENT,
  finance: FINANCE,
  'finance-approver': [...FINANCE, 'approvals.decide', 'log.read'],
  owner: ABILITIES,
} as const satisfies Record<string, readonly Ability[]>;

export type StaffRole = keyof typeof ROLES;
export const STAFF_ROLES = Object.keys(ROLES) as [StaffRole, ...StaffRole[]];

export function isAble(role: StaffRole, ability: Ability): boolean {
  const abilities: readonly Ability[] = ROLES[role];
  return abilities.includes(ability);
}

export const CONSOLE_LANGUAGES = ['en', 'ru'] as const;
export type ConsoleLanguage = (typeof CONSOLE_LANGUAGES)[number];

export const STAFF_SESSION_SECONDS = 12 * 60 * 60;
export const STAFF_IDLE_SECONDS = 60 * 60;
/** Time after a second factor in which money can be moved without another. */
export const STAFF_CONFIRMED_SECONDS = 10 * 60;
export const STAFF_INVITATION_SECONDS = 3 * 24 * 60 * 60;
