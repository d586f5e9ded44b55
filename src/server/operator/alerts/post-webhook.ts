import type { Services } from '#server/api/services.ts';
import { webhookKey, webhookSignature } from '#server/node/index.ts';

type Answer = { status: number | null; error: string | null };

const LIMIT_MS = 10_000;

/** Signs as Standard Webhooks does, once per secret. Reads no body and follows no redirect. */
export async function postWebhook(
  { clock, config: { alerts } }: Pick<Services, 'clock' | 'config'>,
  { id, body }: { id: string; body: string },
  stopping?: AbortSignal,
): Promise<Answer> {
  const { webhookUrl, webhookSecrets = [] } = alerts;
  if (!webhookUrl) return { status: null, error: 'no address' };
  const timestamp = String(Math.floor(clock.now().getTime() / 1000));
  const signatures = webhookSecrets.map((secret) => webhookSignature(webhookKey(secret), { id, timestamp }, body));
  const limit = AbortSignal.timeout(LIMIT_MS);
  try {
    const answer = await fetch(webhookUrl, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': signatures.join(' '),
      },
      body,
      redirect: 'manual',
      signal: stopping ? AbortSignal.any([limit, stopping]) : limit,
    });
    await answer.body?.cancel();
    return { status: answer.status, error: null };
  } catch (error) {
    // The receiver may have got it: the next process sends it again.
    if (stopping?.aborted) throw error;
    return { status: null, error: limit.aborted ? 'timeout' : codeOf(error) };
  }
}

function codeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : 'network';
}
