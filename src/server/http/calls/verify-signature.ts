import { timingSafeEqual } from 'node:crypto';
import type { HonoRequest } from 'hono';
import type { Services } from '#server/api/services.ts';
import { nodeSecrets, webhookKey, webhookSignature } from '#server/node/index.ts';

export async function isSignedByNode(
  { config, secrets, clock }: Pick<Services, 'config' | 'secrets' | 'clock'>,
  request: HonoRequest,
): Promise<boolean> {
  const keys = nodeSecrets(config, secrets).map(webhookKey);
  return isSigned(keys, (name) => request.header(name), await request.text(), clock.now());
}

/** As in Standard Webhooks. */
const TOLERANCE_SECONDS = 300;
/** Key rotation needs two or three; the limit bounds the work per request. */
const SIGNATURES_MAX = 10;

/** @internal exported for the tests */
export function isSigned(
  keys: readonly Buffer[],
  header: (name: string) => string | undefined,
  body: string,
  now: Date,
): boolean {
  // No dot in the id: the signed text is `id.timestamp.body`, so a dot could shift its parts.
  const id = /^[\x21-\x2d\x2f-\x7e]{1,256}$/.exec(header('webhook-id') ?? '')?.[0];
  const timestamp = /^\d{1,12}$/.exec(header('webhook-timestamp') ?? '')?.[0];
  if (!id || !timestamp) return false;
  if (Math.abs(Math.floor(now.getTime() / 1000) - Number(timestamp)) > TOLERANCE_SECONDS) return false;
  const signatures = (header('webhook-signature') ?? '').split(' ', SIGNATURES_MAX).map((text) => Buffer.from(text));
  return keys
    .map((key) => Buffer.from(webhookSignature(key, { id, timestamp }, body)))
    .some((ours) => signatures.some((theirs) => theirs.length === ours.length && timingSafeEqual(theirs, ours)));
}
