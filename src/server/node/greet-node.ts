import { randomUUID } from 'node:crypto';
import { reasonOf } from './ask-json.ts';
import type { NodeAddress } from './client.ts';
import { PAYMENT_REQUESTS_PATH } from './contract.ts';

const LIMIT_MS = 5_000;

/**
 * What the node answers when it is asked for a payment request that nobody has made: 404 where it is a node and takes
 * the secret.
 */
export async function greetNode({
  url,
  secret,
}: NodeAddress): Promise<{ status: number; date: Date | undefined } | { because: string }> {
  try {
    const answer = await fetch(`${url.replace(/\/+$/, '')}/${PAYMENT_REQUESTS_PATH}/${randomUUID()}`, {
      headers: { accept: 'application/json', authorization: `Bearer ${secret}` },
      redirect: 'manual',
      signal: AbortSignal.timeout(LIMIT_MS),
    });
    await answer.body?.cancel();
    const date = new Date(answer.headers.get('date') ?? Number.NaN);
    return { status: answer.status, date: Number.isNaN(date.getTime()) ? undefined : date };
  } catch (error) {
    return { because: reasonOf(error) };
  }
}
