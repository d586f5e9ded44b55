import { and, eq } from 'drizzle-orm';
import { addSeconds } from '#server/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { type memberPasskeys, spentChallenges, type staffPasskeys } from '#server/db/schema/index.ts';
import type { Services } from '#server/services.ts';
import { CHALLENGE_SECONDS } from '#server/second-factor/index.ts';
import { hashToken } from '#server/secrets.ts';

type Shown = { passkey: { id: string; counter: number }; counter: number; challenge: string };

/**
 * Writes down that a passkey was shown, after it was verified. Not again for the same challenge, nor when the counter is
 * no longer what it was verified against: then it counts for nothing.
 */
export async function usePasskey(
  tx: Db,
  { clock }: Pick<Services, 'clock'>,
  table: typeof memberPasskeys | typeof staffPasskeys,
  { passkey: { id, counter: before }, counter, challenge }: Shown,
): Promise<boolean> {
  const now = clock.now();
  const spent = await tx
    .insert(spentChallenges)
    .values({ id: `passkey ${challenge}`, spentOn: hashToken(id), expiresAt: addSeconds(now, CHALLENGE_SECONDS) })
    .onConflictDoNothing()
    .returning({ id: spentChallenges.id });
  const counted = await tx
    .update(table)
    .set({ counter, usedAt: now })
    .where(and(eq(table.id, id), eq(table.counter, before)))
    .returning({ id: table.id });
  return spent.length > 0 && counted.length > 0;
}
