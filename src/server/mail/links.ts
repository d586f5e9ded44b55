import { randomBytes } from 'node:crypto';
import { and, desc, eq, gt, isNull, lt } from 'drizzle-orm';
import { path } from '#domain/paths.ts';
import { addSeconds } from '#server/base/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { factorRemovals, mailedLinks, type mails, members, type SignUp, signUps } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import { hashToken } from '#server/base/secrets.ts';

export const EMAIL_LINK_SECONDS = 24 * 60 * 60;

type Waiting = { newEmail: string; expiresAt: Date };

/** The address that a member asked for last, while it waits to be confirmed. */
export async function waitingEmail(db: Db, now: Date, memberId: number): Promise<Waiting | undefined> {
  const isOpen = and(
    eq(mailedLinks.memberId, memberId),
    eq(mailedLinks.purpose, 'email'),
    isNull(mailedLinks.usedAt),
    gt(mailedLinks.expiresAt, now),
  );
  const [newest] = await db.select().from(mailedLinks).where(isOpen).orderBy(desc(mailedLinks.id)).limit(1);
  return newest?.newEmail ? { newEmail: newest.newEmail, expiresAt: newest.expiresAt } : undefined;
}

/** The link of an e-mail to an address that waits; none once another has been asked for, or nothing waits. */
export async function emailLink(
  tx: Db,
  { clock, config }: Services,
  { language, memberId }: Pick<typeof mails.$inferSelect, 'language'> & { memberId: number },
  to: string | undefined,
): Promise<string | undefined> {
  // The member first: a link that is used meanwhile leaves nothing to write.
  await tx.select({ id: members.id }).from(members).where(eq(members.id, memberId)).for('update');
  const waiting = await waitingEmail(tx, clock.now(), memberId);
  if (!waiting || waiting.newEmail !== to) return undefined;
  const token = randomBytes(32).toString('base64url');
  await tx.insert(mailedLinks).values({ memberId, purpose: 'email', tokenHash: hashToken(token), ...waiting });
  return config.publicOrigin + path(language, 'confirmEmail', { token });
}

export const ACTIVATION_LINK_SECONDS = 24 * 60 * 60;

/** Another link of a sign-up, for its e-mail only; its username stays reserved for as long as this one lives. */
export async function makeActivationLink(
  tx: Db,
  { clock, config }: Pick<Services, 'clock' | 'config'>,
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

/** A link with which a member keeps a second factor that support is about to take away; none once that is over. */
export async function keepFactorLink(
  tx: Db,
  { clock, config }: Services,
  { language, memberId }: Pick<typeof mails.$inferSelect, 'language'> & { memberId: number },
): Promise<string | undefined> {
  const [removal] = await tx.select().from(factorRemovals).where(eq(factorRemovals.memberId, memberId));
  if (!removal || removal.dueAt <= clock.now()) return undefined;
  const token = randomBytes(32).toString('base64url');
  const link = { memberId, purpose: 'keep-factor', tokenHash: hashToken(token), expiresAt: removal.dueAt } as const;
  await tx.insert(mailedLinks).values(link);
  return config.publicOrigin + path(language, 'keepFactor', { token });
}

const STOP_LINK_SECONDS = 7 * 24 * 60 * 60;

/** A link with which a member says that it was somebody else, about a saved destination or anything else. */
export async function stopLink(
  tx: Db,
  { clock, config }: Services,
  { language, memberId }: Pick<typeof mails.$inferSelect, 'language'> & { memberId: number },
  destinationId: string | null,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = addSeconds(clock.now(), STOP_LINK_SECONDS);
  const link = { memberId, purpose: 'stop', tokenHash: hashToken(token), expiresAt, destinationId } as const;
  await tx.insert(mailedLinks).values(link);
  return config.publicOrigin + path(language, 'notMe', { token });
}

const RESET_LINK_SECONDS = 60 * 60;

/** A link with which a member sets a new password. */
export async function resetLink(
  tx: Db,
  { clock, config }: Services,
  { language, memberId }: Pick<typeof mails.$inferSelect, 'language'> & { memberId: number },
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = addSeconds(clock.now(), RESET_LINK_SECONDS);
  await tx.insert(mailedLinks).values({ memberId, purpose: 'reset', tokenHash: hashToken(token), expiresAt });
  return config.publicOrigin + path(language, 'reset', { token });
}
