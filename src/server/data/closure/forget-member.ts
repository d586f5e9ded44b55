import { randomInt } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { endAllSessions, newRefCode, retireUsername } from '#server/auth/index.ts';
import type { Db } from '#server/db/connect.ts';
import { type Member, members, notices, sessionFamilies } from '#server/db/schema/index.ts';
import type { House } from '#server/house.ts';
import { oweMailTo } from '#server/mail/index.ts';
import { eraseRecords } from './erase-records.ts';

/**
 * Erases who a member was. What stays belongs to others too: their lines, their places, the ledger and what they took
 * out of it. The last letter knows its address only until it is sent.
 */
export async function forgetMember(tx: Db, house: House, member: Member, noPassword: string): Promise<void> {
  const now = house.clock.now();
  const { id } = member;
  const username = newName();
  await endAllSessions(tx, house, id, 'closed');
  await tx.update(sessionFamilies).set({ device: '', addressRange: '' }).where(eq(sessionFamilies.memberId, id));
  await eraseRecords(tx, member);
  await retireUsername(tx, house, member.username);
  if (member.inviterId !== null) await forgetNoticesOf(tx, member, member.inviterId);
  await tx
    .update(members)
    .set({
      ...NOTHING,
      closedAt: now,
      username,
      email: `${username}@closed.invalid`,
      passwordHash: noPassword,
      refCode: newRefCode(),
    })
    .where(eq(members.id, id));
  await oweMailTo(tx, house, member, 'account-closed', member.email);
}

/** Says nothing of when they came or left, nor of who they were. */
function newName(): string {
  return `former-${randomInt(10 ** 11, 10 ** 12)}`;
}

/** Places still count for real estate until they end; nobody is active who is not there. */
const NOTHING: Partial<Member> = {
  name: null,
  photo: null,
  active: false,
  contacts: { telegram: '', phone: '', other: '' },
  contactsVisibility: 'nobody',
  partnerShowsName: false,
  inSitemap: false,
  unwantedMails: [],
  calendarSalt: null,
  feedReadAt: null,
  passwordChangedAt: null,
  emailChangedAt: null,
  pinClearedAt: null,
};

/** Their inviter was once told that they had come. */
async function forgetNoticesOf(tx: Db, { id }: Member, inviterId: number): Promise<void> {
  const isOfThem = and(eq(notices.kind, 'first-line-joined'), eq(notices.about, String(id)));
  await tx.delete(notices).where(and(eq(notices.memberId, inviterId), isOfThem));
}
