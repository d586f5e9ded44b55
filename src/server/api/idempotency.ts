import { and, eq, lt, sql } from 'drizzle-orm';
import type { Contract } from '#contracts/contract.ts';
import { isRefused, refuse, type Refused } from '#domain/refusals.ts';
import { addSeconds } from '#server/base/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { keptAnswers } from '#server/db/schema/index.ts';
import type { Services } from './services.ts';
import { isMadeWithOne, mac } from '#server/base/secrets.ts';
import { serializeByKey } from './serialize-by-key.ts';

const UID = /^(?:W\/)?"?([\x21\x23-\x7E]{8,128}?)"?$/;
const KEPT_SECONDS = 30 * 24 * 60 * 60;

type StoredRequest<T> = {
  input: unknown;
  etag: string | undefined;
  memberId: number;
  work: (tx: Db) => Promise<T | Refused>;
};

/**
 * Stores answers with their effect, except refusals with a retry time. Refuses a key with another input.
 * IETF draft-ietf-httpapi-idempotency-key-header, with the key in `ETag`.
 */
export async function idempotent<T>(
  services: Services,
  contract: Contract,
  request: StoredRequest<T>,
): Promise<T | Refused> {
  const key = UID.exec(request.etag ?? '')?.[1];
  if (!key) return refuse('uid_required');
  const { memberId } = request;
  const call = `${contract.method} ${contract.path}`;
  const macWith = (secret: Buffer) => mac(secret, call, canonical(request.input));
  const isSame = (inputMac: Buffer) => isMadeWithOne(services.secrets.keptAnswers, inputMac, macWith);
  const inputMac = macWith(services.secrets.keptAnswers[0]);
  const attempt = () =>
    services.transaction(async (tx) => {
      // One connection runs these in order: lock, then lookup.
      const [{ rows }, [saved]] = await Promise.all([
        tx.execute<{ free: boolean }>(
          sql`select pg_try_advisory_xact_lock(hashtextextended(${key}, ${memberId})) as free`,
        ),
        tx
          .select()
          .from(keptAnswers)
          .where(and(eq(keptAnswers.memberId, memberId), eq(keptAnswers.key, key))),
      ]);
      if (!rows[0]?.free) return refuse('in_flight', { retryAfterSeconds: 1 });
      if (saved) return isSame(saved.inputMac) ? (saved.answer as T | Refused) : refuse('uid_reused');
      const answer = await request.work(tx);
      if (isRefused(answer) && answer.retryAfterSeconds !== undefined) return answer;
      await tx.insert(keptAnswers).values({ memberId, key, call, inputMac, answer, keptAt: services.clock.now() });
      return answer;
    });
  return serializeByKey(memberId, attempt);
}

function canonical(input: unknown): string {
  return JSON.stringify(input, (_, value: unknown) => {
    if (typeof value === 'bigint') return String(value);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
}

export async function forgetKeptAnswers(services: Services): Promise<void> {
  const oldest = addSeconds(services.clock.now(), -KEPT_SECONDS);
  await services.db.delete(keptAnswers).where(lt(keptAnswers.keptAt, oldest));
}
