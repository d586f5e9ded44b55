import { randomBytes, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Page } from 'playwright';
import { addSeconds } from '#server/base/clock.ts';
import { mailedLinks, signUps } from '#server/db/schema/index.ts';
import { hashToken } from '#server/base/secrets.ts';
import { memberOf, type Stage } from '../app/stage.ts';

type Age = 'fresh' | 'used' | 'expired';

/** Creates a link as an e-mail would contain it. Resolves to its token. */
export async function giveLink(
  stage: Stage,
  username: string,
  purpose: 'reset' | 'email',
  age: Age = 'fresh',
): Promise<string> {
  const { id } = await memberOf(stage, username);
  return insertLink(stage, age, {
    memberId: id,
    purpose,
    newEmail: purpose === 'email' ? newEmailOf(username) : null,
  });
}

/** Creates an activation token for a pending sign-up; a used token belongs to an existing member. */
export async function giveActivation(stage: Stage, username: string, age: Age = 'fresh'): Promise<string> {
  const owner =
    age === 'used'
      ? { memberId: (await memberOf(stage, username)).id }
      : { signUpId: await findOrAddSignUp(stage, username) };
  return insertLink(stage, age, { ...owner, purpose: 'activation' });
}

async function findOrAddSignUp({ services }: Stage, username: string): Promise<string> {
  const [waiting] = await services.db.select().from(signUps).where(eq(signUps.username, username));
  if (waiting) return waiting.id;
  const anna = await memberOf({ services }, 'anna');
  const id = randomUUID();
  const now = services.clock.now();
  await services.db.insert(signUps).values({
    id,
    username,
    email: `${username}@demo.example`,
    passwordHash: anna.passwordHash,
    language: 'ru',
    inviterId: anna.id,
    refCode: anna.refCode,
    requestedAt: now,
    expiresAt: addSeconds(now, 24 * 3600),
  });
  return id;
}

type NewLink = Omit<typeof mailedLinks.$inferInsert, 'tokenHash' | 'expiresAt' | 'usedAt'>;

async function insertLink({ services }: Stage, age: Age, link: NewLink): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const now = services.clock.now();
  await services.db.insert(mailedLinks).values({
    ...link,
    tokenHash: hashToken(token),
    expiresAt: addSeconds(now, age === 'expired' ? -60 : 3600),
    usedAt: age === 'used' ? now : null,
  });
  return token;
}

/** E-mail tokens, one of each kind that screens need. */
export type Links = Record<'activation' | 'used' | 'reset' | 'email', string>;

export async function giveLinks(stage: Stage): Promise<Links> {
  return {
    activation: await giveActivation(stage, 'lena'),
    used: await giveActivation(stage, 'ivan', 'used'),
    reset: await giveLink(stage, 'ivan', 'reset'),
    email: await giveLink(stage, 'ivan', 'email'),
  };
}

/** The new address that such a link confirms. */
export function newEmailOf(username: string): string {
  return `${username}.elsewhere@demo.example`;
}

/** Reloads the demo's mailbox until an e-mail to this address is there. Resolves to its link. */
export async function linkInMailbox(page: Page, email: string): Promise<string> {
  const mail = page.getByRole('listitem').filter({ hasText: email });
  await expect
    .poll(
      async () => {
        await page.goto('/dev/mail');
        return mail.count();
      },
      { timeout: 10_000 },
    )
    .toBeGreaterThan(0);
  const link = mail.first().getByRole('link', { name: /token=/ });
  return (await link.getAttribute('href')) ?? '';
}
