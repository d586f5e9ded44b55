import { randomInt } from 'node:crypto';
import { and, eq, inArray, ne, or } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { closeAccount } from '#contracts/data.ts';
import { isRefused, refuse, type Refused } from '#domain/refusals.ts';
import {
  endAllSessions,
  makeDummyHash,
  newRefCode,
  proveFactor,
  provePassword,
  retireUsername,
} from '#server/members/auth/index.ts';
import type { Db } from '#server/db/connect.ts';
import {
  dataExports,
  factorRemovals,
  formerRecoveryCodes,
  formerTotps,
  handSnoozes,
  keptAnswers,
  mailbox,
  mailedLinks,
  mails,
  type Member,
  memberPasskeys,
  memberPhotos,
  memberPins,
  members,
  memberTotps,
  notices,
  partnerDays,
  partnerVisits,
  postReads,
  recoveryCodes,
  savedDestinations,
  securityEvents,
  sessionFamilies,
  signUps,
  supportAnswers,
  supportRequests,
} from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import type { MemberCaller } from '#server/api/caller.ts';
import { planSettlement, proveSettlement, settleBalance } from '#server/members/finance/index.ts';
import { lockAccounts } from '#server/ledger/index.ts';
import { enqueueEmails } from '#server/mail/index.ts';
import { findUnfinished } from '#server/members/transactions/index.ts';

type Input = z.output<typeof closeAccount.input>;

/** Locks the member's money first: concurrent changes are seen here, or see a closed account. */
export async function closeMemberAccount(
  tx: Db,
  services: Services,
  input: Input,
  caller: MemberCaller,
): Promise<Record<string, never> | Refused> {
  const { id, inviterId } = caller.session.member;
  if (inviterId === null) return refuse('closure_top');
  const member = await lock(tx, id);
  if (!member || member.closedAt || member.blockedAt) return refuse('no_session');
  if (await findUnfinished(tx, id)) return refuse('closure_unfinished');
  const settlement = await planSettlement(tx, services, member, input);
  if (isRefused(settlement)) return settlement;
  const inTransaction = { ...services, db: tx };
  // Last, because a valid code is used up.
  const unproven =
    (await provePassword(inTransaction, member, 'password', input.password)) ??
    (await proveSettlement(tx, services, member, settlement, input)) ??
    (await proveFactor(inTransaction, member, input.code, caller));
  if (unproven) return unproven;
  const payout = await settleBalance(tx, services, member, settlement);
  if (isRefused(payout)) throw new Error(`The balance of member ${id} was not paid out: ${payout.refused}.`);
  await forgetMember(tx, services, member, payout?.id);
  return {};
}

/** Lock order as elsewhere: money, support requests, member. */
async function lock(tx: Db, id: number): Promise<Member | undefined> {
  await lockAccounts(tx, [{ kind: 'available', memberId: id }]);
  const isOpen = and(eq(supportRequests.memberId, id), ne(supportRequests.message, ''));
  await tx.select({ id: supportRequests.id }).from(supportRequests).where(isOpen).for('update');
  const [member] = await tx.select().from(members).where(eq(members.id, id)).for('update');
  return member;
}

/** Keeps upline links, places, the ledger and statements: they concern others. Only the queued e-mail keeps the address. */
async function forgetMember(tx: Db, services: Services, member: Member, payoutId: string | undefined): Promise<void> {
  const now = services.clock.now();
  const { id } = member;
  const username = newName();
  await endAllSessions(tx, services, id, 'closed');
  await tx.update(sessionFamilies).set({ device: '', addressRange: '' }).where(eq(sessionFamilies.memberId, id));
  await eraseRecords(tx, member);
  await retireUsername(tx, services, member.username);
  if (member.inviterId !== null) await forgetNoticesOf(tx, member, member.inviterId);
  await tx
    .update(members)
    .set({
      ...NOTHING,
      closedAt: now,
      username,
      email: `${username}@closed.invalid`,
      passwordHash: makeDummyHash(services.config.hashCosts.password),
      refCode: newRefCode(),
    })
    .where(eq(members.id, id));
  await enqueueEmails(tx, services, [{ kind: 'account-closed', member, to: member.email, aboutId: payoutId }]);
}

/** Reveals neither the old name nor any date. */
function newName(): string {
  return `former-${randomInt(10 ** 11, 10 ** 12)}`;
}

/** Places count for real estate until they end, but a closed account is never active. */
const NOTHING: Partial<Member> = {
  name: null,
  photo: null,
  active: false,
  contacts: { telegram: '', phone: '', other: '' },
  contactsVisibility: 'nobody',
  partnerShowsName: false,
  inSitemap: false,
  weekStart: 'language',
  unwantedMails: [],
  calendarSalt: null,
  feedReadAt: null,
  firstStepsDismissedAt: null,
  passwordChangedAt: null,
  emailChangedAt: null,
  pinClearedAt: null,
  passwordResetAt: null,
  withdrawalsStoppedAt: null,
  destinationWaitSince: null,
  destinationWaitEndsAt: null,
};

async function forgetNoticesOf(tx: Db, { id }: Member, inviterId: number): Promise<void> {
  const isAboutMember = and(eq(notices.kind, 'first-line-joined'), eq(notices.about, String(id)));
  await tx.delete(notices).where(and(eq(notices.memberId, inviterId), isAboutMember));
}

/** Tables whose rows concern only the member; all of them are deleted. */
const MEMBER_TABLES = [
  ...[dataExports, keptAnswers, memberPhotos, memberPins, notices, partnerDays, partnerVisits, postReads],
  ...[factorRemovals, memberPasskeys, memberTotps, recoveryCodes, securityEvents, savedDestinations],
  ...[formerRecoveryCodes, formerTotps],
];

async function eraseRecords(tx: Db, { id: memberId, email }: Member): Promise<void> {
  const emailsOfMember = tx.select({ id: mails.id }).from(mails).where(eq(mails.memberId, memberId));
  await tx.delete(mailbox).where(inArray(mailbox.mailId, emailsOfMember));
  await tx.delete(mails).where(eq(mails.memberId, memberId));
  await tx.delete(mailedLinks).where(eq(mailedLinks.memberId, memberId));
  await tx.delete(signUps).where(eq(signUps.email, email));
  await tx.delete(handSnoozes).where(or(eq(handSnoozes.ownerId, memberId), eq(handSnoozes.memberId, memberId)));
  for (const table of MEMBER_TABLES) await tx.delete(table).where(eq(table.memberId, memberId));
  const requestIds = tx
    .select({ id: supportRequests.id })
    .from(supportRequests)
    .where(eq(supportRequests.memberId, memberId));
  await tx.update(supportAnswers).set({ text: '' }).where(inArray(supportAnswers.requestId, requestIds));
  await tx.update(supportRequests).set({ message: '', state: 'closed' }).where(eq(supportRequests.memberId, memberId));
}
