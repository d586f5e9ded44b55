import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { webhookKey, type WebhookEvent, webhookSignature } from '#server/node/contract.ts';
import type { Switches } from './switches.ts';

/** `because` is empty after success. */
export type Delivery = { requestId: string; state: 'sending' | 'taken' | 'given up'; tries: number; because: string };

/** Undelivered webhooks are lost when the simulator ends. */
export type Webhooks = {
  notify(requestId: string): void;
  sendTo(url: string): void;
  list(): Delivery[];
  /** Resolves when no delivery runs. Ignores held-back webhooks. */
  settled(): Promise<void>;
  close(): void;
};

type Options = {
  secret: string;
  url: string | undefined;
  switches(): Switches;
  now(): Date;
  waitsMs: readonly number[] | undefined;
};

type Sending = { id: string; event: WebhookEvent };

const LIMIT_MS = 5_000;
const WAITS_MS = [1_000, 5_000, 25_000];
const MAX_LISTED = 20;

export function openWebhooks({ secret, url, switches, now, waitsMs = WAITS_MS }: Options): Webhooks {
  const key = webhookKey(secret);
  const closing = new AbortController();
  const { signal } = closing;
  const running = new Set<Promise<void>>();
  let deliveries: Delivery[] = [];
  let target = url;
  let heldBack: Sending | undefined;

  const deliver = async ({ id, event }: Sending) => {
    const delivery: Delivery = { requestId: event.data.id, state: 'sending', tries: 0, because: '' };
    deliveries = [delivery, ...deliveries].slice(0, MAX_LISTED);
    const body = JSON.stringify(event);
    for (const waitMs of [0, ...waitsMs]) {
      if (waitMs > 0) await delay(waitMs, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      const timestamp = String(Math.floor(now().getTime() / 1000));
      const signature = webhookSignature(key, { id, timestamp }, body);
      delivery.tries += 1;
      delivery.because = await post(target ?? '', { id, timestamp, signature, body, closing: signal });
      if (delivery.because === '') {
        delivery.state = 'taken';
        return;
      }
    }
    delivery.state = 'given up';
  };

  const send = async (sending: Sending) => {
    await Promise.all(Array.from({ length: switches().sendsTwice ? 2 : 1 }, () => deliver(sending)));
  };

  return {
    notify(requestId) {
      const { sendsWebhooks, outOfOrder } = switches();
      if (!target || !sendsWebhooks) return;
      const event = {
        type: 'payment_request.changed',
        timestamp: now().toISOString(),
        data: { id: requestId },
      } as const;
      const sending = { id: `event_${randomUUID()}`, event };
      const previous = heldBack;
      heldBack = outOfOrder && !previous ? sending : undefined;
      if (heldBack) return;
      const task = send(sending).then(() => (previous ? send(previous) : undefined));
      running.add(task);
      void task.finally(() => running.delete(task));
    },
    sendTo(to) {
      target = to;
    },
    list: () => deliveries,
    async settled() {
      while (running.size > 0) await Promise.all(running);
    },
    close: () => closing.abort(new Error('the simulator is closing')),
  };
}

type Signed = { id: string; timestamp: string; signature: string; body: string; closing: AbortSignal };

async function post(url: string, { id, timestamp, signature, body, closing }: Signed): Promise<string> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': signature,
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([AbortSignal.timeout(LIMIT_MS), closing]),
    });
    await answer.body?.cancel();
    return answer.ok ? '' : `answered with ${answer.status}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
