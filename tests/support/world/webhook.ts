import { randomUUID } from 'node:crypto';
import { webhookKey, webhookSignature } from '#server/node/contract.ts';
import { NODE_SECRET } from './node.ts';

type Signed = { secret?: string; at?: Date; eventId?: string; headers?: Record<string, string> };
type Request = { method: string; headers: Record<string, string>; body: string };

/** A webhook as the node sends it, signed at that time, whatever its body says; `headers` replaces some of them. */
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

/** What a webhook about a payment request says. */
export function eventAbout(paymentRequestId: string, at = new Date()): string {
  return JSON.stringify({
    type: 'payment_request.changed',
    timestamp: at.toISOString(),
    data: { id: paymentRequestId },
  });
}
