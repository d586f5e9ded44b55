import { eq } from 'drizzle-orm';
import type { chooseOwnAlerts } from '#contracts/console/alerts.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { ALERT_KINDS, type AlertKind, alertsFor } from '#domain/staff-alerts.ts';
import type { Services } from '#server/api/services.ts';
import { type Staff, staff } from '#server/db/schema/index.ts';

type Choices = OutputOf<typeof chooseOwnAlerts>;

export function presentChoices({ role, mutedAlerts }: Pick<Staff, 'role' | 'mutedAlerts'>): Choices {
  return { items: alertsFor(role).map((kind) => ({ kind, is_on: !mutedAlerts.includes(kind) })) };
}

/** Kinds of other roles keep their choice: the role may change back. */
export async function chooseAlerts(
  { db }: Pick<Services, 'db'>,
  { id, role, mutedAlerts }: Staff,
  on: readonly AlertKind[],
): Promise<Choices> {
  const own = alertsFor(role);
  const muted = ALERT_KINDS.filter((kind) => (own.includes(kind) ? !on.includes(kind) : mutedAlerts.includes(kind)));
  await db.update(staff).set({ mutedAlerts: muted }).where(eq(staff.id, id));
  return presentChoices({ role, mutedAlerts: muted });
}
