import { and, isNotNull, lt, ne, sql } from 'drizzle-orm';
import type { Services } from '#server/api/services.ts';
import { addSeconds } from '#server/base/clock.ts';
import { staffAlerts, staffWebhooks } from '#server/db/schema/index.ts';
import { queueAlertMails } from './mail-alert.ts';
import { compareAlerts } from './waiting-alerts.ts';
import { queueWebhooks, sweepWebhooks } from './webhooks.ts';

const WEBHOOKS_KEPT_SECONDS = 30 * 24 * 60 * 60;
const KEPT_SECONDS = 90 * 24 * 60 * 60;

/** Every minute, one run at a time. All or nothing, so a killed run tells nothing twice. */
export async function tellStaff(services: Services): Promise<void> {
  await services.transaction(async (tx) => {
    const { rows } = await tx.execute<{ free: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtextextended('tell staff', 0)) as free`,
    );
    if (!rows[0]?.free) return;
    await compareAlerts(tx, services);
    await queueAlertMails(tx, services);
    await queueWebhooks(tx, services);
  });
  await sweepWebhooks(services);
}

export async function sweepAlerts({ db, clock }: Services): Promise<void> {
  const now = clock.now();
  const longAgo = addSeconds(now, -KEPT_SECONDS);
  await db.delete(staffAlerts).where(and(isNotNull(staffAlerts.endedAt), lt(staffAlerts.endedAt, longAgo)));
  const isOld = lt(staffWebhooks.createdAt, addSeconds(now, -WEBHOOKS_KEPT_SECONDS));
  await db.delete(staffWebhooks).where(and(isOld, ne(staffWebhooks.state, 'waiting')));
}
