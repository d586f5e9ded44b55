import { and, eq, gt, isNull } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { correctSignUp, readSignUp } from '#contracts/auth.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { refuse, type Refused } from '#domain/refusals.ts';
import type { Db } from '#server/db/connect.ts';
import { mailedLinks, mails, type SignUp, signUps } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import type { Caller } from '#server/api/caller.ts';
import { addressKey, consumeRateLimit } from '#server/api/rate-limits.ts';
import { openState, sealState } from '#server/api/sealed-state.ts';
import { shownEmail } from '#server/base/shown-email.ts';
import { mailSignUp } from './pending-sign-ups.ts';

export const CORRECTABLE_SECONDS = 60 * 60;

/** Lets only this browser correct the address. */
export function sealSignUp(services: Services, { id }: Pick<SignUp, 'id'>): string {
  return sealState(services, 'sign-up', { signUpId: id }, CORRECTABLE_SECONDS);
}

export async function describeSignUp(
  services: Services,
  { sign_up }: z.output<typeof readSignUp.input>,
): Promise<OutputOf<typeof readSignUp> | Refused> {
  const id = openState(services, 'sign-up', sign_up ?? '')?.signUpId;
  const [signUp] = id ? await services.db.select().from(signUps).where(isWaiting(services, id)) : [];
  if (!signUp) return refuse('sign_up_over');
  return { username: signUp.username, email: shownEmail(signUp.email) };
}

/** The answer is the same whether the new address has an account or not. */
export async function correctSignUpEmail(
  services: Services,
  { sign_up, email }: z.output<typeof correctSignUp.input>,
  caller: Caller,
): Promise<OutputOf<typeof correctSignUp> | Refused> {
  const id = openState(services, 'sign-up', sign_up ?? '')?.signUpId;
  if (!id) return refuse('sign_up_over');
  return services.transaction(async (tx) => {
    const [signUp] = await tx.select().from(signUps).where(isWaiting(services, id)).for('update');
    if (!signUp) return refuse('sign_up_over');
    if (signUp.email !== email) {
      const inTx = { ...services, db: tx };
      const rateLimited =
        (await consumeRateLimit(inTx, 'signUpCorrection', id)) ??
        (await consumeRateLimit(inTx, 'signUpAddress', addressKey(caller.address)));
      if (rateLimited) return rateLimited;
      await endEarlierMails(tx, signUp);
      await tx.update(signUps).set({ email }).where(eq(signUps.id, id));
      await mailSignUp(tx, services, { ...signUp, email }, caller.language);
    }
    return { email: shownEmail(email) };
  });
}

function isWaiting({ clock }: Services, id: string) {
  return and(eq(signUps.id, id), gt(signUps.expiresAt, clock.now()));
}

/** An e-mail still in the queue would go to the new address. */
async function endEarlierMails(tx: Db, { id }: SignUp): Promise<void> {
  await tx.delete(mailedLinks).where(eq(mailedLinks.signUpId, id));
  await tx.delete(mails).where(and(eq(mails.signUpId, id), isNull(mails.sentAt)));
}
