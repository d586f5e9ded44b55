import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import type { Page } from 'playwright';
import { addSeconds } from '#server/clock.ts';
import { mailedLinks } from '#server/db/schema/index.ts';
import { hashToken } from '#server/secrets.ts';
import { memberOf, type Stage } from './stage.ts';

type Age = 'fresh' | 'used' | 'expired';

/** The token of a link as a letter would have brought it. */
export async function giveLink(
  stage: Stage,
  username: string,
  purpose: 'activation' | 'reset' | 'email',
  age: Age = 'fresh',
): Promise<string> {
  const { id } = await memberOf(stage, username);
  const token = randomBytes(32).toString('base64url');
  const now = stage.house.clock.now();
  await stage.house.db.insert(mailedLinks).values({
    memberId: id,
    purpose,
    newEmail: purpose === 'email' ? newEmailOf(username) : null,
    tokenHash: hashToken(token),
    expiresAt: addSeconds(now, age === 'expired' ? -60 : 3600),
    usedAt: age === 'used' ? now : null,
  });
  return token;
}

/** Tokens of letters, one of each kind that a screen needs. */
export type Links = Record<'activation' | 'used' | 'reset' | 'email', string>;

export async function giveLinks(stage: Stage): Promise<Links> {
  return {
    activation: await giveLink(stage, 'lena', 'activation'),
    used: await giveLink(stage, 'ivan', 'activation', 'used'),
    reset: await giveLink(stage, 'ivan', 'reset'),
    email: await giveLink(stage, 'ivan', 'email'),
  };
}

/** The address that such a link confirms. */
export function newEmailOf(username: string): string {
  return `${username}.elsewhere@demo.example`;
}

/** Opens the demo's mailbox until a letter to somebody lies there, and gives back its link. */
export async function linkInMailbox(page: Page, email: string): Promise<string> {
  const letter = page.getByRole('listitem').filter({ hasText: email });
  await expect
    .poll(
      async () => {
        await page.goto('/dev/mail');
        return letter.count();
      },
      { timeout: 10_000 },
    )
    .toBeGreaterThan(0);
  const link = letter.first().getByRole('link', { name: /token=/ });
  return (await link.getAttribute('href')) ?? '';
}
