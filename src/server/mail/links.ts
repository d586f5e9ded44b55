import { randomBytes } from 'node:crypto';
import { and, desc, eq, gt, isNull, lt } from 'drizzle-orm';
import { path } from '#domain/paths.ts';
import { addSeconds } from '#server/base/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { factorRemovals, mailedLinks, type mails, members, type SignUp, signUps } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import { hashToken } from '#server/base/secrets.ts';

export const EMAIL_LINK_SECONDS = 24 * 60 * 60;

type PendingEmail = { newEmail: string; expiresAt: Date };

export async function findPendingEmail(db: Db, now: Date, memberId: number): Promise<PendingEmail | undefined> {
  const isOpen = and(
    eq(mailedLinks.memberId, memberId),
    eq(mailedLinks.purpose, 'email'),
    isNull(mailedLinks.usedAt),
    gt(mailedLinks.expiresAt, now),
  );
  const [newest] = await db.select().from(mailedLinks).where(isOpen).orderBy(desc(mailedLinks.id)).limit(1);
  return newest?.newEmail ? { newEmail: newest.newEmail, expiresAt: newest.expiresAt } : undefined;
}

/** Undefined if `to` no longer awaits confirmation. */
export async function emailLink(
  tx: Db,
  { clock, config }: Services,
  { language, memberId }: Pick<typeof mails.$inferSelect, 'language'> & { memberId: number },
  to: string | undefined,
): Promise<string | undefined> {
  // Locks the member first, so that a link used concurrently is seen below.
  await tx.select({ id: members.id }).from(members).where(eq(members.id, memberId)).for('update');
  const pending = await findPendingEmail(tx, clock.now(), memberId);
  if (!pending || pending.newEmail !== to) return undefined;
  const token = randomBytes(32).toString('base64url');
  await tx.insert(mailedLinks).values({ memberId, purpose: 'email', tokenHash: hashToken(token), ...pending });
  return config.publicOrigin + path(language, 'confirmEmail', { token });
}

export const ACTIVATION_LINK_SECONDS = 24 * 60 * 60;

/** Also reserves the username until this link expires. */
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

/** Link for “This wasn't me”, with the saved destination if the e-mail is about one. */
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
