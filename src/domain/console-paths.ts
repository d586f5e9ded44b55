import type { Ability } from './staff.ts';

/** `ability` is needed to see the page; `null`: no session needed, `undefined`: any session. */
export const CONSOLE_PAGES = {
  signIn: { pattern: 'sign-in', ability: null },
  invitation: { pattern: 'invitation', ability: null },
  signOut: { pattern: 'sign-out', ability: undefined },
  choice: { pattern: 'choice', ability: null },
  account: { pattern: 'account', ability: undefined },
  overview: { pattern: '', ability: 'overview.read' },
  members: { pattern: 'members', ability: 'members.read' },
  member: { pattern: 'members/{username}', ability: 'members.read' },
  memberLedger: { pattern: 'members/{username}/ledger', ability: 'members.read' },
  memberTeam: { pattern: 'members/{username}/team', ability: 'members.read' },
  memberSecurity: { pattern: 'members/{username}/security', ability: 'members.read' },
  memberMails: { pattern: 'members/{username}/mails', ability: 'mails.read' },
  withdrawals: { pattern: 'withdrawals', ability: 'withdrawals.read' },
  withdrawal: { pattern: 'withdrawals/{id}', ability: 'withdrawals.read' },
  transactions: { pattern: 'transactions', ability: 'transactions.read' },
  transaction: { pattern: 'transactions/{id}', ability: 'transactions.read' },
  accruals: { pattern: 'accruals', ability: 'accruals.read' },
  accrualBatches: { pattern: 'accruals/batches', ability: 'accruals.read' },
  accrualBatch: { pattern: 'accruals/batches/{batch}', ability: 'accruals.read' },
  accrualDraft: { pattern: 'accruals/{id}', ability: 'accruals.read' },
  approvals: { pattern: 'approvals', ability: 'withdrawals.read' },
  work: { pattern: 'work/{id}', ability: undefined },
  plans: { pattern: 'plans', ability: 'plans.read' },
  planDraft: { pattern: 'plans/draft', ability: 'plans.change' },
  posts: { pattern: 'posts', ability: 'posts.read' },
  post: { pattern: 'posts/{slug}', ability: 'posts.read' },
  announcements: { pattern: 'announcements', ability: 'announcements.read' },
  announcement: { pattern: 'announcements/{id}', ability: 'announcements.read' },
  legal: { pattern: 'legal', ability: 'legal.read' },
  legalDraft: { pattern: 'legal/{document}', ability: 'legal.change' },
  support: { pattern: 'support', ability: 'support.read' },
  supportRequest: { pattern: 'support/{number}', ability: 'support.read' },
  mails: { pattern: 'mails', ability: 'mails.read' },
  reports: { pattern: 'reports', ability: 'reports.read' },
  staff: { pattern: 'staff', ability: 'staff.change' },
  alerts: { pattern: 'alerts', ability: 'alerts.read' },
  log: { pattern: 'log', ability: 'log.read' },
} as const satisfies Record<string, { pattern: string; ability: Ability | null | undefined }>;

export type ConsolePage = keyof typeof CONSOLE_PAGES;

export const CONSOLE_MENU = [
  ['overview', 'approvals'],
  ['members', 'support', 'mails'],
  ['withdrawals', 'transactions', 'accruals', 'reports'],
  ['plans', 'posts', 'announcements', 'legal'],
  ['staff', 'alerts', 'log'],
] as const satisfies readonly (readonly ConsolePage[])[];

/** The menu opens these lists on what waits. */
export const MENU_QUERY: Partial<Record<ConsolePage, Record<string, string>>> = { withdrawals: { state: 'requested' } };

export const CONSOLE_ROOT = '/operator';

export function isOfConsole(path: string): boolean {
  return path === CONSOLE_ROOT || path.startsWith(`${CONSOLE_ROOT}/`);
}

export function consolePath(
  page: ConsolePage,
  params: Record<string, string> = {},
  query: Record<string, string | undefined> = {},
): string {
  const filled = CONSOLE_PAGES[page].pattern.replaceAll(/\{(\w+)\}/g, (_, word: string) =>
    encodeURIComponent(params[word] ?? ''),
  );
  const pairs = Object.entries(query).filter((pair): pair is [string, string] => Boolean(pair[1]));
  const search = pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : '';
  return `${CONSOLE_ROOT}${filled && `/${filled}`}${search}`;
}

/** Only pages of the console are accepted; anything else gives its first page. */
export function readConsoleReturn(address: unknown): string {
  const isOurs = typeof address === 'string' && /^\/operator(?:[/?][\w\-./?&=%+:~,]*)?$/.test(address);
  return isOurs && !address.includes('..') && !address.startsWith(`${CONSOLE_ROOT}/api/`) ? address : CONSOLE_ROOT;
}
