import { and, eq } from 'drizzle-orm';
import { type Refused, refuse } from '#domain/refusals.ts';
import type { Db } from '#server/db/connect.ts';
import { mailedLinks, type SignUp, signUps } from '#server/db/schema/index.ts';
import { hashToken } from '#server/secrets.ts';

/** The sign-up that an activation link stands for; a link that made a member says so. */
export async function findActivation(db: Db, now: Date, token: string): Promise<SignUp | Refused> {
  const [found] = await db
    .select()
    .from(mailedLinks)
    .leftJoin(signUps, eq(signUps.id, mailedLinks.signUpId))
    .where(and(eq(mailedLinks.tokenHash, hashToken(token)), eq(mailedLinks.purpose, 'activation')));
  if (found && found.mailed_links.memberId !== null) return refuse('already_active');
  if (!found?.sign_ups || found.mailed_links.expiresAt <= now) return refuse('activation_link_invalid');
  return found.sign_ups;
}
