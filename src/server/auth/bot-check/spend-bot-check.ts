import { eq } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { spentChallenges } from '#server/db/schema/index.ts';
import type { House } from '#server/house.ts';
import { mac } from '#server/secrets.ts';
import type { PassedCheck } from './verify-bot-check.ts';

/**
 * Uses a check up for one form. `again` is that very form a second time (a lost answer, a double tap), `spent`
 * another one with the same check.
 */
export async function spendBotCheck(
  tx: Db,
  house: House,
  check: PassedCheck,
  form: string,
): Promise<'first' | 'again' | 'spent'> {
  // A form holds a password: under a key, what is kept of it helps nobody to guess.
  const spentOn = mac(house.secrets.botChallenge, 'spent on', form);
  const inserted = await tx
    .insert(spentChallenges)
    .values({ id: check.id, spentOn, expiresAt: check.expiresAt })
    .onConflictDoNothing()
    .returning();
  if (inserted.length > 0) return 'first';
  const [earlier] = await tx.select().from(spentChallenges).where(eq(spentChallenges.id, check.id));
  return earlier?.spentOn.equals(spentOn) ? 'again' : 'spent';
}
