import { randomBytes } from 'node:crypto';
import { useLinks } from '#server/auth/index.ts';
import { addSeconds } from '#server/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { mailedLinks, type Member } from '#server/db/schema/index.ts';
import type { House } from '#server/house.ts';
import { EMAIL_LINK_SECONDS, oweMailTo } from '#server/mail/index.ts';
import { tell } from '#server/notices/index.ts';
import { hashToken } from '#server/secrets.ts';

/**
 * Nothing changes yet: the new address gets a letter with a link, the old one is told, links to addresses asked for
 * before are void. Whether somebody else has the new one makes no difference here; only who can read its letters
 * learns that, from the link.
 */
export async function askForEmail(tx: Db, house: House, member: Member, newEmail: string): Promise<void> {
  const now = house.clock.now();
  await useLinks(tx, now, 'email', member.id);
  // Holds the place of the link that the letter will bring: nobody has a token of this hash.
  const tokenHash = hashToken(randomBytes(32).toString('base64url'));
  const expiresAt = addSeconds(now, EMAIL_LINK_SECONDS);
  await tx.insert(mailedLinks).values({ memberId: member.id, purpose: 'email', newEmail, tokenHash, expiresAt });
  await oweMailTo(tx, house, member, 'email-confirmation', newEmail);
  await tell(tx, house, member, 'email-changing');
}
