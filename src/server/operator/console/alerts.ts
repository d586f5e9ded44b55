import { and, eq } from 'drizzle-orm';
import type * as z from 'zod/mini';
import * as contracts from '#contracts/console/alerts.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { isRefused, refuse, type Refused, refuseField } from '#domain/refusals.ts';
import type { StaffCaller } from '#server/api/caller.ts';
import { type Route, route } from '#server/api/route.ts';
import type { Services } from '#server/api/services.ts';
import { staffWebhooks } from '#server/db/schema/index.ts';
import { insertTest, lastBackup, requestTest } from '#server/operator/alerts/index.ts';
import { audited } from '#server/operator/staff/index.ts';
import { keysetOf, PAGE } from './keyset.ts';

export function alertRoutes(services: Services): Route[] {
  return [
    route(contracts.getAlertSettings, () => readSettings(services)),
    route(contracts.listWebhooks, (input) => list(services, input)),
    route(contracts.testWebhook, (input, caller) => test(services, input, caller)),
  ];
}

async function readSettings({ db, config }: Services): Promise<OutputOf<typeof contracts.getAlertSettings>> {
  const { webhookUrl } = config.alerts;
  return {
    webhook: webhookUrl ? new URL(webhookUrl).origin : null,
    backup: (await lastBackup(db))?.toISOString() ?? null,
  };
}

const SORTS = { at: { column: staffWebhooks.createdAt, type: 'timestamptz' } } as const;

export async function list(
  { db }: Services,
  { state, sort, cursor, limit = PAGE }: z.output<typeof contracts.listWebhooks.input>,
): Promise<OutputOf<typeof contracts.listWebhooks> | Refused> {
  const keyset = keysetOf(SORTS, sort ?? '-at', { column: staffWebhooks.id, type: 'uuid' }, cursor);
  if (!keyset) return refuseField('cursor', 'invalid');
  const fetchedRows = await db
    .select()
    .from(staffWebhooks)
    .where(and(state && eq(staffWebhooks.state, state), keyset.behind))
    .orderBy(...keyset.order)
    .limit(limit + 1);
  const { rows, next } = keyset.page(fetchedRows, limit, ({ createdAt, id }) => [createdAt, id]);
  return { items: rows.map((row) => present(row)), next };
}

async function test(
  services: Services,
  { reason }: z.output<typeof contracts.testWebhook.input>,
  caller: StaffCaller,
): Promise<contracts.ConsoleWebhook | Refused> {
  if (!services.config.alerts.webhookUrl) return refuse('not_found');
  const requested = await audited<{ id: string }>(services, caller, reason, async (tx) => {
    const { id } = await insertTest(tx, services);
    return { answer: { id }, change: { action: 'alerts test', subject: `webhook:${id}` } };
  });
  if (isRefused(requested)) return requested;
  const webhook = await requestTest(services, requested.id);
  return webhook ? present(webhook) : refuse('not_found');
}

function present({ id, kind, state, ...row }: typeof staffWebhooks.$inferSelect): contracts.ConsoleWebhook {
  return {
    ...{ id, kind, state },
    created_at: row.createdAt.toISOString(),
    attempts: row.attempts,
    next_at: state === 'waiting' ? row.nextAt.toISOString() : null,
    status: row.status,
    error: row.error,
  };
}
