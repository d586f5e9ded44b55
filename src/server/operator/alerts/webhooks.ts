import { randomUUID } from 'node:crypto';
import { and, eq, lte, sql } from 'drizzle-orm';
import { moneyText } from '#domain/money.ts';
import { ALERT_KINDS, type AlertKind, alertPath, type WebhookKind } from '#domain/staff-alerts.ts';
import type { Services } from '#server/api/services.ts';
import { addSeconds } from '#server/base/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { staffWebhooks } from '#server/db/schema/index.ts';
import { addJobs } from '#server/jobs/add-job.ts';
import { postWebhook } from './post-webhook.ts';

export type Webhook = typeof staffWebhooks.$inferSelect;

/** After each attempt but the last; the whole takes about 30 hours. */
const PAUSES_SECONDS = [1, 5, 30, 120, 300, 600, 840].map((minutes) => minutes * 60);
const MAX_ATTEMPTS = PAUSES_SECONDS.length + 1;
/** Longer than an attempt takes. */
const LAST_SECONDS = 60;
const MAX_IDS = 100;

const TYPES = {
  withdrawal: 'withdrawal.waiting',
  approval: 'approval.waiting',
  support: 'support.waiting',
  job: 'job.failed',
  backup: 'backup.missing',
  test: 'test',
} as const satisfies Record<WebhookKind, string>;

type Told = { subject: string; amount: string };

/** One webhook for all new alerts of a kind; each alert is in one. */
export async function queueWebhooks(tx: Db, services: Services): Promise<void> {
  if (!services.config.alerts.webhookUrl) return;
  for (const kind of ALERT_KINDS) {
    const id = randomUUID();
    const { rows } = await tx.execute<Told>(sql`
      update staff_alerts set webhook_id = ${id}
      where kind = ${kind} and ended_at is null and webhook_id is null returning subject, amount`);
    if (rows.length === 0) continue;
    await insertWebhook(tx, services, { id, kind, data: dataOf(kind, rows) });
    await addWebhookJobs(tx, [id]);
  }
}

function dataOf(kind: AlertKind, rows: readonly Told[]) {
  const sumMicros = rows.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  const ids = kind === 'backup' ? [] : rows.slice(0, MAX_IDS).map(({ subject }) => subject.split(':', 1)[0]);
  return { count: rows.length, ...(sumMicros > 0n && { amount: moneyText(sumMicros), currency: 'USDT' }), ids };
}

type NewWebhook = { id: string; kind: WebhookKind; data: object };

async function insertWebhook(tx: Db, { clock, config }: Services, { id, kind, data }: NewWebhook): Promise<Webhook> {
  const now = clock.now();
  const url = config.consoleOrigin + alertPath(kind);
  const body = JSON.stringify({ type: TYPES[kind], timestamp: now.toISOString(), data: { ...data, url } });
  const row = { id, kind, body, createdAt: now, nextAt: now };
  const [webhook] = await tx.insert(staffWebhooks).values(row).returning();
  if (!webhook) throw new Error('the webhook was not written');
  return webhook;
}

function addWebhookJobs(tx: Db, ids: readonly string[]): Promise<void> {
  const payloads = ids.map((webhookId) => ({ webhookId }));
  return addJobs(tx, 'send-webhook', payloads, { keyOf: ({ webhookId }) => `webhook:${webhookId}` });
}

/** Sent by `requestTest`, or within a minute by the running app. */
export function insertTest(tx: Db, services: Services): Promise<Webhook> {
  return insertWebhook(tx, services, { id: randomUUID(), kind: 'test', data: {} });
}

/** Undefined if it was swept. */
export async function requestTest(services: Services, id: string): Promise<Webhook | undefined> {
  await sendWebhook(services, { webhookId: id });
  const [webhook] = await services.db.select().from(staffWebhooks).where(eq(staffWebhooks.id, id));
  return webhook;
}

/** One attempt. A killed one is repeated with the same id once its pause is over (`sweepWebhooks`). */
export async function sendWebhook(
  services: Services,
  { webhookId }: { webhookId: string },
  stopping?: AbortSignal,
): Promise<void> {
  const webhook = await claim(services, webhookId);
  if (!webhook) return;
  const { id, attempts } = webhook;
  const { status, error } = await postWebhook(services, webhook, stopping);
  const isDelivered = status !== null && status >= 200 && status < 300;
  const state = isDelivered ? 'delivered' : isLast(webhook) ? 'failed' : 'waiting';
  await services.db
    .update(staffWebhooks)
    .set({ state, status, error })
    .where(and(eq(staffWebhooks.id, id), eq(staffWebhooks.state, 'waiting'), eq(staffWebhooks.attempts, attempts)));
}

/** One process gets it. The next attempt is set before this one, so that two never overlap. */
async function claim({ db, clock }: Services, id: string): Promise<Webhook | undefined> {
  const now = clock.now();
  const [row] = await db.select().from(staffWebhooks).where(eq(staffWebhooks.id, id));
  if (!row || row.state !== 'waiting' || row.nextAt > now || row.attempts >= MAX_ATTEMPTS) return undefined;
  const nextAt = addSeconds(now, PAUSES_SECONDS[row.attempts] ?? LAST_SECONDS);
  const [claimed] = await db
    .update(staffWebhooks)
    .set({ attempts: row.attempts + 1, nextAt })
    .where(
      and(
        eq(staffWebhooks.id, id),
        eq(staffWebhooks.state, 'waiting'),
        eq(staffWebhooks.attempts, row.attempts),
        lte(staffWebhooks.nextAt, now),
      ),
    )
    .returning();
  return claimed;
}

function isLast({ kind, attempts }: Pick<Webhook, 'kind' | 'attempts'>): boolean {
  return kind === 'test' || attempts >= MAX_ATTEMPTS;
}

/** Queues attempts that are due, and gives up those killed in the last one. */
export async function sweepWebhooks({ db, clock, transaction }: Services): Promise<void> {
  const isDue = and(eq(staffWebhooks.state, 'waiting'), lte(staffWebhooks.nextAt, clock.now()));
  const due = await db.select().from(staffWebhooks).where(isDue).orderBy(staffWebhooks.nextAt).limit(1_000);
  for (const { id } of due.filter(isOver)) {
    await db
      .update(staffWebhooks)
      .set({ state: 'failed' })
      .where(and(eq(staffWebhooks.id, id), isDue));
  }
  const ids = due.filter((row) => !isOver(row)).map(({ id }) => id);
  if (ids.length > 0) await transaction((tx) => addWebhookJobs(tx, ids));
}

function isOver(row: Webhook): boolean {
  return row.attempts > 0 && isLast(row);
}
