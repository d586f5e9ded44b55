import { and, asc, desc, eq, lte } from 'drizzle-orm';
import { announcementIn } from '#domain/announcements.ts';
import { offeredLanguage } from '#domain/languages.ts';
import { type MailKind, MAILS } from '#domain/mails.ts';
import { isWantedEmail, NOTICES } from '#domain/notices.ts';
import { path } from '#domain/paths.ts';
import { readTakenBack } from '#domain/rescue.ts';
import { readSavedAbout } from '#domain/saved-destination.ts';
import type { Db } from '#server/db/connect.ts';
import {
  announcements,
  mails,
  type Member,
  memberPasskeys,
  members,
  notices,
  plans,
  purchaseWithdrawals,
  signUps,
  supportAnswers,
  supportRequests,
  transactions,
  withdrawals,
} from '#server/db/schema/index.ts';
import { mailTried } from '#server/base/diagnostics.ts';
import type { Services } from '#server/api/services.ts';
import { readBalance } from '#server/ledger/index.ts';
import type { JobPayloads } from '#server/jobs/add-job.ts';
import { emailLink, keepFactorLink, makeActivationLink, resetLink, stopLink } from './links.ts';
import { emailsOffLink } from './emails-off-link.ts';
import type { Mailer } from './mailer.ts';
import { type About, renderEmail, type Right } from './render-email.ts';

type Payload = JobPayloads['send-mail'];

/** Makes the link's token here, so that neither queue nor tables hold it. Every attempt makes a valid token. */
export async function sendMail(services: Services, mailer: Mailer, payload: Payload): Promise<void> {
  const { mailId } = payload;
  const email = await services.transaction((tx) => prepare(tx, services, payload));
  if (!email) return;
  try {
    const oneClickOff = email.choice?.off;
    await mailer.deliver({ id: mailId, to: email.to, oneClickOff, ...renderEmail(services.config, email) });
  } catch (error) {
    mailTried.publish({ outcome: 'failed' });
    throw error;
  }
  mailTried.publish({ outcome: 'sent' });
  await services.db.update(mails).set({ sentAt: services.clock.now() }).where(eq(mails.id, mailId));
}

type Mail = typeof mails.$inferSelect;
type PreparedEmail = {
  to: string;
  kind: MailKind;
  member: Pick<Member, 'username' | 'name'>;
  language: Member['language'];
  link: string;
  about: About | undefined;
  choice?: { off: string; settings: string } | undefined;
};

async function prepare(
  tx: Db,
  services: Services,
  { mailId, to, noticeId }: Payload,
): Promise<PreparedEmail | undefined> {
  const [row] = await tx
    .select()
    .from(mails)
    .leftJoin(members, eq(members.id, mails.memberId))
    .leftJoin(withdrawals, eq(withdrawals.id, mails.aboutId))
    .leftJoin(transactions, eq(transactions.id, mails.aboutId))
    .leftJoin(plans, eq(plans.id, transactions.planId))
    .leftJoin(supportRequests, eq(supportRequests.id, mails.aboutSupportId))
    .where(eq(mails.id, mailId));
  if (!row || row.mails.sentAt) return undefined;
  // A brand may offer fewer languages than when the e-mail was queued.
  const mail = { ...row.mails, language: offeredLanguage(services.config.languages, row.mails.language) };
  const { members: member } = row;
  if (mail.signUpId !== null) return prepareForSignUp(tx, services, mail, mail.signUpId);
  if (!member || (member.closedAt && !to)) return undefined;
  const link = await linkFor(tx, services, { ...mail, memberId: member.id }, to);
  if (!link) return undefined;
  const about =
    mail.kind === 'password-changed'
      ? { passkeys: await passkeyNames(tx, member.id) }
      : noticeId === undefined
        ? await aboutOf(tx, services, row, member.id)
        : await aboutNotice(tx, noticeId);
  if (noticeId !== undefined && !about) return undefined;
  if (mail.kind === 'announcement' && !isStillWanted(member, about)) return undefined;
  const choice = choiceOf(services, mail, member.id);
  const href = about && 'announcement' in about ? about.href || link : link;
  return { to: to ?? member.email, kind: mail.kind, language: mail.language, member, link: href, about, choice };
}

/** Many minutes may have passed since it was queued. */
function isStillWanted({ blockedAt, unwantedMails }: Member, about: About | undefined): boolean {
  return about !== undefined && !blockedAt && !unwantedMails.includes('announcement');
}

function choiceOf(services: Services, { kind, language }: Mail, memberId: number): PreparedEmail['choice'] {
  if (!isWantedEmail(kind)) return undefined;
  const settings = services.config.publicOrigin + path(language, 'settingsNotices');
  return { off: emailsOffLink(services, { kind, language, memberId }), settings };
}

async function prepareForSignUp(
  tx: Db,
  services: Services,
  { id, kind, language }: Mail,
  signUpId: string,
): Promise<PreparedEmail | undefined> {
  const [signUp] = await tx.select().from(signUps).where(eq(signUps.id, signUpId)).for('update');
  // A correction of the address removes its earlier e-mails.
  if (!signUp || (await tx.$count(mails, eq(mails.id, id))) === 0) return undefined;
  const [inviter] = await tx
    .select({ username: members.username })
    .from(members)
    .where(eq(members.id, signUp.inviterId ?? 0));
  const link = await makeActivationLink(tx, services, { ...signUp, language });
  return { to: signUp.email, kind, language, member: signUp, link, about: inviter && { inviter: inviter.username } };
}

/** They still open the account without the new password. */
async function passkeyNames(tx: Db, memberId: number): Promise<string[]> {
  const rows = await tx
    .select({ name: memberPasskeys.name })
    .from(memberPasskeys)
    .where(eq(memberPasskeys.memberId, memberId))
    .orderBy(asc(memberPasskeys.createdAt), asc(memberPasskeys.id));
  return rows.map(({ name }) => name);
}

type MailRow = {
  mails: Mail;
  withdrawals: typeof withdrawals.$inferSelect | null;
  transactions: typeof transactions.$inferSelect | null;
  plans: typeof plans.$inferSelect | null;
  support_requests: typeof supportRequests.$inferSelect | null;
};

async function aboutOf(tx: Db, services: Services, row: MailRow, memberId: number): Promise<About | undefined> {
  const { withdrawals: withdrawal, transactions: transaction, plans: plan, support_requests: request } = row;
  if (withdrawal) return { withdrawal };
  if (transaction && plan) return { transaction, plan, right: await rightOf(tx, services, row.mails, transaction) };
  if (row.mails.kind === 'account-closed') return aboutRemaining(tx, memberId);
  if (row.mails.kind === 'announcement') return aboutAnnouncement(tx, services, row.mails);
  if (!request) return undefined;
  const text = row.mails.kind === 'support-answered' ? await answerFor(tx, row.mails, request.id) : request.message;
  return { request: { id: request.id, text } };
}

async function rightOf(
  tx: Db,
  { config }: Services,
  { kind, language }: Mail,
  { id, withdrawUntil }: typeof transactions.$inferSelect,
): Promise<Right | undefined> {
  if (kind === 'place-opened' && withdrawUntil) {
    const href = config.publicOrigin + path(language, 'transactionAct', { id, act: 'withdrawal' });
    return { until: withdrawUntil, href };
  }
  if (kind !== 'purchase-withdrawn') return undefined;
  const [withdrawal] = await tx
    .select({ statement: purchaseWithdrawals.statement, at: purchaseWithdrawals.at })
    .from(purchaseWithdrawals)
    .where(eq(purchaseWithdrawals.transactionId, id));
  return withdrawal;
}

async function aboutRemaining(tx: Db, memberId: number): Promise<About | undefined> {
  const { availableMicros } = await readBalance(tx, memberId);
  return availableMicros > 0n ? { left: availableMicros } : undefined;
}

/** Undefined once it is stopped. */
async function aboutAnnouncement(
  tx: Db,
  { config }: Services,
  { aboutId, language }: Mail,
): Promise<About | undefined> {
  const { texts, link, state } = announcements;
  const [row] = await tx
    .select({ texts, link, state })
    .from(announcements)
    .where(eq(announcements.id, aboutId ?? ''));
  if (!row || row.state === 'stopped') return undefined;
  const href = row.link.startsWith('/') ? config.publicOrigin + row.link : row.link;
  return { announcement: announcementIn(row.texts, language, config.languages.fallback), href };
}

/** The newest answer when the e-mail was queued. */
async function answerFor(tx: Db, { createdAt }: MailRow['mails'], requestId: number): Promise<string> {
  const [answer] = await tx
    .select({ text: supportAnswers.text })
    .from(supportAnswers)
    .where(and(eq(supportAnswers.requestId, requestId), lte(supportAnswers.at, createdAt)))
    .orderBy(desc(supportAnswers.id))
    .limit(1);
  return answer?.text ?? '';
}

async function linkFor(
  tx: Db,
  services: Services,
  mail: Mail & { memberId: number },
  to: string | undefined,
): Promise<string | undefined> {
  const { kind, language, aboutId } = mail;
  const origin = services.config.publicOrigin;
  if (kind === 'email-confirmation') return emailLink(tx, services, mail, to);
  if (kind === 'second-factor-removing') return keepFactorLink(tx, services, mail);
  if (kind === 'reset') return resetLink(tx, services, mail);
  const page = MAILS[kind];
  if (page === 'notMe') return stopLink(tx, services, mail, kind === 'destination-saved' ? aboutId : null);
  if (page === 'transaction') return origin + path(language, page, { id: aboutId ?? '' });
  return origin + path(language, page);
}

async function aboutNotice(tx: Db, noticeId: number): Promise<About | undefined> {
  const [notice] = await tx.select().from(notices).where(eq(notices.id, noticeId));
  if (!notice || notice.about === null) return undefined;
  const { kind, about } = notice;
  if (NOTICES[kind].about === 'device') return { device: about };
  if (NOTICES[kind].about === 'destination') return { saved: readSavedAbout(about) };
  if (NOTICES[kind].about === 'taken-back') return { takenBack: readTakenBack(about) };
  if (NOTICES[kind].about !== 'member') return { amount: about };
  const [joined] = await tx
    .select({ username: members.username })
    .from(members)
    .where(eq(members.id, Number(about)));
  return joined && { joined: joined.username };
}
