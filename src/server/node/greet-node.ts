import { randomUUID } from 'node:crypto';
import { readAtMost, reasonOf } from './ask-json.ts';
import type { NodeAddress } from './client.ts';
import { absence, PAYMENT_REQUESTS_PATH } from './contract.ts';

const LIMIT_MS = 5_000;

type Greeted = { isNode: boolean; status: number; date: Date | undefined } | { because: string };

/** Reads a payment request that doesn't exist: a node that accepts the secret says that it is absent. */
export async function greetNode({ url, secret }: NodeAddress): Promise<Greeted> {
  const id = randomUUID();
  try {
    const answer = await fetch(`${url.replace(/\/+$/, '')}/${PAYMENT_REQUESTS_PATH}/${id}`, {
      headers: { accept: 'application/json', 'accept-encoding': 'identity', authorization: `Bearer ${secret}` },
      redirect: 'manual',
      signal: AbortSignal.timeout(LIMIT_MS),
    });
    const text = (await readAtMost(answer)) ?? '';
    const date = new Date(answer.headers.get('date') ?? Number.NaN);
    return {
      isNode: answer.status === 404 && isAbsence(text, id),
      status: answer.status,
      date: Number.isNaN(date.getTime()) ? undefined : date,
    };
  } catch (error) {
    return { because: reasonOf(error) };
  }
}

function isAbsence(text: string, id: string): boolean {
  try {
    return absence.safeParse(JSON.parse(text)).data?.id === id;
  } catch {
    return false;
  }
}
