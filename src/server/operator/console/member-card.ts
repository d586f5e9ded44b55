import { asc, desc, eq } from 'drizzle-orm';
import type { MemberCard } from '#contracts/console/members.ts';
import { normaliseUsername } from '#domain/identity.ts';
import { memberState } from '#domain/member-state.ts';
import { moneyText } from '#domain/money.ts';
import { refuse, type Refused } from '#domain/refusals.ts';
import { isAble } from '#domain/staff.ts';
import { supportNumber } from '#domain/support.ts';
import type { Language } from '#domain/languages.ts';
import { textIn } from '#i18n/texts-by-language.ts';
import { listAudit } from '#server/audit/index.ts';
import { lastSeenAt, livingSessions } from '#server/members/auth/index.ts';
import type { Db } from '#server/db/connect.ts';
import {
  mails,
  type Member,
  memberPins,
  members,
  places,
  plans,
  sessionFamilies,
  type SignUp,
  signUps,
  supportRequests,
  teamCounts,
  teamLinks,
  transactions,
  withdrawals,
} from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import type { StaffCaller } from '#server/api/caller.ts';
import { presentSums, readSums } from '#server/members/finance/index.ts';
import { readBalance } from '#server/ledger/index.ts';
import { findPendingEmail } from '#server/mail/index.ts';
import { shownEmail } from '#server/base/shown-email.ts';
import { actorNames } from './actor-names.ts';

const MAX_LATEST = 10;
const MAX_UPLINE = 20;

/** A member or an open sign-up. Parts that the reader's role can't read are null. */
export async function describe(
  services: Services,
  username: string,
  { session, language }: Pick<StaffCaller, 'session' | 'language'>,
): Promise<MemberCard | Refused> {
  const { db } = services;
  const name = normaliseUsername(username);
  const [member] = await db.select().from(members).where(eq(members.username, name));
  const permissions = {
    support: isAble(session.staff.role, 'support.read'),
    mails: isAble(session.staff.role, 'mails.read'),
  };
  if (member) return presentMember(services, member, permissions, language);
  const [signUp] = await db.select().from(signUps).where(eq(signUps.username, name));
  return signUp ? presentSignUp(db, signUp, permissions) : refuse('not_found');
}

type Permissions = { support: boolean; mails: boolean };

async function presentMember(
  services: Services,
  member: Member,
  permissions: Permissions,
  language: Language,
): Promise<MemberCard> {
  const { db, clock } = services;
  const { id } = member;
  const now = clock.now();
  const [inviter, above, counts, balance, sums, pin, pendingEmail, log, sessions] = await Promise.all([
    readUsername(db, member.inviterId),
    namesAbove(db, id),
    db.select().from(teamCounts).where(eq(teamCounts.memberId, id)),
    readBalance(db, id),
    readSums(db, id),
    db.select().from(memberPins).where(eq(memberPins.memberId, id)),
    findPendingEmail(db, now, id),
    readLog(db, member.username),
    db
      .select({ family: sessionFamilies, lastSeenAt })
      .from(sessionFamilies)
      .where(livingSessions(now, id))
      .orderBy(desc(lastSeenAt))
      .limit(MAX_LATEST),
  ]);
  return {
    username: member.username,
    name: member.name,
    email: shownEmail(member.email),
    state: memberState(member),
    career_status: member.careerStatus,
    registered_at: member.registeredAt.toISOString(),
    language: member.language,
    active: member.active,
    ref_code: member.refCode,
    activated_at: member.activatedAt.toISOString(),
    blocked_at: member.blockedAt?.toISOString() ?? null,
    closed_at: member.closedAt?.toISOString() ?? null,
    contacts: member.contacts,
    pin: pinState(pin[0], now),
    withdrawals_stopped_at: member.withdrawalsStoppedAt?.toISOString() ?? null,
    new_email: pendingEmail?.newEmail ? shownEmail(pendingEmail.newEmail) : null,
    waiting_mail: pendingEmail ? 'email-confirmation' : null,
    inviter,
    above,
    depth: member.depth,
    team: {
      whole: counts[0]?.wholeTeam ?? 0,
      first_line: counts[0]?.firstLine ?? 0,
      inactive_first_line: counts[0]?.inactiveFirstLine ?? 0,
    },
    balance: { available: moneyText(balance.availableMicros), held: moneyText(balance.heldMicros) },
    sums: pickSums(sums),
    sessions: sessions.map(({ family, lastSeenAt: seenAt }) => ({
      id: family.id,
      device: family.device,
      range: family.addressRange,
      started_at: family.startedAt.toISOString(),
      last_seen_at: seenAt.toISOString(),
    })),
    ...(await readMoney(db, id, language)),
    support: permissions.support ? await readSupport(db, id) : null,
    mails: permissions.mails ? await readMails(db, eq(mails.memberId, id)) : null,
    log,
  };
}

async function presentSignUp(db: Db, signUp: SignUp, permissions: Permissions): Promise<MemberCard> {
  const inviter = await readUsername(db, signUp.inviterId);
  return {
    username: signUp.username,
    name: signUp.name,
    email: shownEmail(signUp.email),
    state: 'waiting',
    career_status: null,
    registered_at: signUp.requestedAt.toISOString(),
    language: signUp.language,
    active: false,
    ref_code: null,
    ...{ activated_at: null, blocked_at: null, closed_at: null, new_email: null, withdrawals_stopped_at: null },
    contacts: { telegram: '', phone: '', other: '' },
    pin: 'none',
    waiting_mail: signUp.passwordHash === null ? 'account-prepared' : 'activation',
    inviter,
    above: inviter ? [inviter] : [],
    depth: 0,
    team: { whole: 0, first_line: 0, inactive_first_line: 0 },
    balance: { available: moneyText(0n), held: moneyText(0n) },
    sums: { earned: moneyText(0n), paid_in: moneyText(0n), went_out: moneyText(0n) },
    ...{ places: [], sessions: [], withdrawals: [], transactions: [] },
    support: permissions.support ? [] : null,
    mails: permissions.mails ? await readMails(db, eq(mails.signUpId, signUp.id)) : null,
    log: await readLog(db, signUp.username),
  };
}

function pickSums(sums: Awaited<ReturnType<typeof readSums>>): MemberCard['sums'] {
  const { earned, paid_in, went_out } = presentSums(sums);
  return { earned, paid_in, went_out };
}

function pinState(pin: typeof memberPins.$inferSelect | undefined, now: Date): MemberCard['pin'] {
  if (!pin) return 'none';
  if (pin.closedAt) return 'closed';
  return pin.waitsUntil && pin.waitsUntil > now ? 'waits' : 'set';
}

async function readUsername(db: Db, id: number | null): Promise<string | null> {
  const [found] = id === null ? [] : await db.select().from(members).where(eq(members.id, id));
  return found?.username ?? null;
}

async function namesAbove(db: Db, memberId: number): Promise<string[]> {
  const rows = await db
    .select({ username: members.username })
    .from(teamLinks)
    .innerJoin(members, eq(members.id, teamLinks.ancestorId))
    .where(eq(teamLinks.memberId, memberId))
    .orderBy(asc(teamLinks.line))
    .limit(MAX_UPLINE);
  return rows.map(({ username }) => username);
}

async function readMoney(
  db: Db,
  memberId: number,
  language: Language,
): Promise<Pick<MemberCard, 'places' | 'withdrawals' | 'transactions'>> {
  const [ofPlaces, ofWithdrawals, ofTransactions] = await Promise.all([
    db
      .select()
      .from(places)
      .innerJoin(plans, eq(plans.id, places.planId))
      .where(eq(places.memberId, memberId))
      .orderBy(desc(places.id))
      .limit(MAX_LATEST),
    db
      .select()
      .from(withdrawals)
      .where(eq(withdrawals.memberId, memberId))
      .orderBy(desc(withdrawals.requestedAt), desc(withdrawals.id))
      .limit(MAX_LATEST),
    db
      .select()
      .from(transactions)
      .innerJoin(plans, eq(plans.id, transactions.planId))
      .where(eq(transactions.memberId, memberId))
      .orderBy(desc(transactions.createdAt), desc(transactions.id))
      .limit(MAX_LATEST),
  ]);
  return {
    places: ofPlaces.map(({ places: place, plans: { title } }) => ({
      id: place.id,
      plan: textIn(title, language),
      opened_at: place.openedAt.toISOString(),
      expires_at: place.expiresAt?.toISOString() ?? null,
      closed_at: place.closedAt?.toISOString() ?? null,
    })),
    withdrawals: ofWithdrawals.map(({ id, amountMicros, state, requestedAt }) => ({
      ...{ id, state, amount: moneyText(amountMicros), at: requestedAt.toISOString() },
    })),
    transactions: ofTransactions.map(({ transactions: { id, state, price, createdAt }, plans: { title } }) => ({
      ...{ id, state, plan: textIn(title, language), price: moneyText(price), at: createdAt.toISOString() },
    })),
  };
}

async function readSupport(db: Db, memberId: number): Promise<MemberCard['support']> {
  const rows = await db
    .select()
    .from(supportRequests)
    .where(eq(supportRequests.memberId, memberId))
    .orderBy(desc(supportRequests.id))
    .limit(MAX_LATEST);
  return rows.map(({ id, topic, state, createdAt }) => ({
    ...{ number: supportNumber(id), topic, state, at: createdAt.toISOString() },
  }));
}

async function readMails(db: Db, condition: ReturnType<typeof eq>): Promise<MemberCard['mails']> {
  const rows = await db
    .select()
    .from(mails)
    .where(condition)
    .orderBy(desc(mails.createdAt), desc(mails.id))
    .limit(MAX_LATEST);
  return rows.map(({ id, kind, createdAt, sentAt }) => ({
    ...{ id, kind, at: createdAt.toISOString(), sent_at: sentAt?.toISOString() ?? null },
  }));
}

async function readLog(db: Db, username: string): Promise<MemberCard['log']> {
  const { rows } = await listAudit(db, { subject: `member:${username}`, limit: MAX_LATEST });
  const names = await actorNames(db, rows);
  return rows.map(({ number, at, actor, action, reason, before, after }) => ({
    ...{ number, action, reason, at: at.toISOString(), actor: names.get(actor) ?? actor },
    ...{ before, after },
  }));
}
