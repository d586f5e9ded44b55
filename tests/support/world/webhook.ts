import { randomUUID } from 'node:crypto';
import { webhookKey, webhookSignature } from '#server/node/contract.ts';
import { NODE_SECRET } from './node.ts';

type Signed = { secret?: string; at?: Date; eventId?: string; headers?: Record<string, string> };
type Request = { method: string; headers: Record<string, string>; body: string };

/** A webhook as the node sends it, signed at `at`; `headers` replaces some of its headers. */
export function signedWebhook(body: string, { secret = NODE_SECRET, at = new Date(), ...rest }: Signed = {}): Request {
  const { eventId = `event_${randomUUID()}`, headers } = rest;
  const timestamp = String(Math.floor(at.getTime() / 1000));
  return {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'webhook-id': eventId,
      'webhook-timestamp': timestamp,
      'webhook-signature': webhookSignature(webhookKey(secret), { id: eventId, timestamp }, body),
      ...headers,
    },
  };
}

export function eventAbout(paymentRequestId: string, at = new Date()): string {
  return JSON.stringify({
    type: 'payment_request.changed',
    timestamp: at.toISOString(),
    data: { id: paymentRequestId },
  });
}
