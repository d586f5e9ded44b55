import { randomBytes } from 'node:crypto';
import { and, eq, lt } from 'drizzle-orm';
import { path } from '#domain/paths.ts';
import { addSeconds } from '#server/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { mailedLinks, type SignUp, signUps } from '#server/db/schema/index.ts';
import type { House } from '#server/house.ts';
import { hashToken } from '#server/secrets.ts';

export const ACTIVATION_LINK_SECONDS = 24 * 60 * 60;

/** Another link of a sign-up, for its letter only; its username stays reserved for as long as this one lives. */
export async function makeActivationLink(
  tx: Db,
  { clock, config }: Pick<House, 'clock' | 'config'>,
  { id, language }: Pick<SignUp, 'id' | 'language'>,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = addSeconds(clock.now(), ACTIVATION_LINK_SECONDS);
  await tx.insert(mailedLinks).values({ signUpId: id, purpose: 'activation', tokenHash: hashToken(token), expiresAt });
  await tx
    .update(signUps)
    .set({ expiresAt })
    .where(and(eq(signUps.id, id), lt(signUps.expiresAt, expiresAt)));
  return config.publicOrigin + path(language, 'activate', { token });
}
