import { type ConsolePage, consolePath, MENU_QUERY } from './console-paths.ts';
import { type Ability, isAble, type StaffRole } from './staff.ts';

/** Kinds of alerts: the page that shows what waits, and the ability to act on it. */
const STAFF_ALERTS = {
  withdrawal: { page: 'withdrawals', ability: 'withdrawals.decide' },
  approval: { page: 'approvals', ability: 'approvals.decide' },
  support: { page: 'support', ability: 'support.answer' },
  job: { page: 'overview', ability: 'alerts.read' },
  backup: { page: 'alerts', ability: 'alerts.read' },
} as const satisfies Record<string, { page: ConsolePage; ability: Ability }>;

export type AlertKind = keyof typeof STAFF_ALERTS;
export const ALERT_KINDS = Object.keys(STAFF_ALERTS) as [AlertKind, ...AlertKind[]];

/** Alerts for people who can act on them. */
export function alertsFor(role: StaffRole): AlertKind[] {
  return ALERT_KINDS.filter((kind) => isAble(role, STAFF_ALERTS[kind].ability));
}

/** Kinds of webhooks; `test` is sent by hand. */
export const WEBHOOK_KINDS = [...ALERT_KINDS, 'test'] as const;
export type WebhookKind = (typeof WEBHOOK_KINDS)[number];

export const WEBHOOK_STATES = ['waiting', 'delivered', 'failed'] as const;
export type WebhookState = (typeof WEBHOOK_STATES)[number];

export function alertPath(kind: WebhookKind): string {
  if (kind === 'test') return consolePath('alerts');
  const { page } = STAFF_ALERTS[kind];
  return consolePath(page, {}, MENU_QUERY[page]);
}
