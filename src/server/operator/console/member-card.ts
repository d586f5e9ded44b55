import { desc, eq } from 'drizzle-orm';
import type { MemberCard } from '#contracts/console/member-card.ts';
import { normaliseUsername } from '#domain/identity.ts';
import { memberState } from '#domain/member-state.ts';
import { moneyText } from '#domain/money.ts';
import { refuse, type Refused } from '#domain/refusals.ts';
import { isAble } from '#domain/staff.ts';
import { supportNumber } from '#domain/support.ts';
import type { Language } from '#domain/languages.ts';
import { listAudit } from '#server/audit/index.ts';
import type { Db } from '#server/db/connect.ts';
import { mails, type Member, members, type SignUp, signUps, supportRequests } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import type { StaffCaller } from '#server/api/caller.ts';
import { findPendingEmail } from '#server/mail/index.ts';
import { shownEmail } from '#server/base/shown-email.ts';
import { actorNames } from './actor-names.ts';
import { findMember } from './find-member.ts';
import { readMoney } from './member-money.ts';
import { readSecurity } from './member-security.ts';
import { readTeam } from './member-team.ts';

const MAX_LATEST = 10;

/** A member or an open sign-up. Parts that the reader's role can't read are null. */
export async function describe(
  services: Services,
  username: string,
  { session, language }: Pick<StaffCaller, 'session' | 'language'>,
): Promise<MemberCard | Refused> {
  const { db } = services;
  const member = await findMember(db, username);
  const permissions = {
    support: isAble(session.staff.role, 'support.read'),
    mails: isAble(session.staff.role, 'mails.read'),
  };
  if (member) return presentMember(services, member, permissions, language);
  const [signUp] = await db
    .select()
    .from(signUps)
    .where(eq(signUps.username, normaliseUsername(username)));
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
  const shown = { latest: MAX_LATEST, language };
  const [team, security, money, pendingEmail, log] = await Promise.all([
    readTeam(db, member),
    readSecurity(services, id, shown),
    readMoney(db, id, shown),
    findPendingEmail(db, clock.now(), id),
    readLog(db, member.username),
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
    withdrawals_stopped_at: member.withdrawalsStoppedAt?.toISOString() ?? null,
    new_email: pendingEmail?.newEmail ? shownEmail(pendingEmail.newEmail) : null,
    waiting_mail: pendingEmail ? 'email-confirmation' : null,
    ...team,
    ...security,
    ...money,
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
    factor: { on_since: null, recovery_codes_left: 0, removal_due_at: null, passkeys: [] },
    session_count: 0,
    waiting_mail: signUp.passwordHash === null ? 'account-prepared' : 'activation',
    inviter,
    joined_by:
      signUp.refCode === null
        ? null
        : { ref_code: signUp.refCode, at: signUp.requestedAt.toISOString(), via: signUp.via },
    above: inviter ? [inviter] : [],
    depth: 0,
    team: { whole: 0, first_line: 0, inactive_first_line: 0 },
    balance: { available: moneyText(0n), held: moneyText(0n) },
    sums: { earned: moneyText(0n), paid_in: moneyText(0n), went_out: moneyText(0n) },
    result: { paid: moneyText(0n), result: moneyText(0n) },
    ...{ security: [], ledger: [], places: [], sessions: [], withdrawals: [], transactions: [] },
    support: permissions.support ? [] : null,
    mails: permissions.mails ? await readMails(db, eq(mails.signUpId, signUp.id)) : null,
    log: await readLog(db, signUp.username),
  };
}

async function readUsername(db: Db, id: number | null): Promise<string | null> {
  const [found] = id === null ? [] : await db.select().from(members).where(eq(members.id, id));
  return found?.username ?? null;
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
