import { and, eq, isNull } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { toApiRequest } from '#contracts/call.ts';
import type * as contracts from '#contracts/console/members.ts';
import { downloadExport as exportContract } from '#contracts/console/members.ts';
import type { MemberCard } from '#contracts/console/member-card.ts';
import { normaliseUsername } from '#domain/identity.ts';
import { moneyText } from '#domain/money.ts';
import { isRefused, refuse, type Refused } from '#domain/refusals.ts';
import { STAFF_CONFIRMED_SECONDS } from '#domain/staff.ts';
import { listAudit } from '#server/audit/index.ts';
import { addSeconds } from '#server/base/clock.ts';
import { requestFactorRemoval } from '#server/members/auth/index.ts';
import { exportMember } from '#server/members/data/index.ts';
import type { Db } from '#server/db/connect.ts';
import { type Member, members } from '#server/db/schema/index.ts';
import { clearPin, resume } from '#server/members/finance/index.ts';
import type { Services } from '#server/api/services.ts';
import type { StaffCaller } from '#server/api/caller.ts';
import type { FileAnswer } from '#server/api/route.ts';
import {
  blockMember,
  endSessions,
  lockMember,
  payOutFormer,
  sendLink,
  setCareerStatus,
  unblockMember,
} from '#server/operator/members/index.ts';
import { actorOf, audited, type Change } from '#server/operator/staff/index.ts';
import { describe } from './member-card.ts';

type Input<Name extends keyof typeof contracts> = z.output<(typeof contracts)[Name]['input']>;
type Answer = Promise<MemberCard | Refused>;

export function changeAccess(services: Services, input: Input<'changeAccess'>, caller: StaffCaller): Answer {
  return change(services, caller, input, async (tx, member) => {
    const isOff = input.access === 'off';
    const isChanged = isOff ? await blockMember(tx, services, member) : await unblockMember(tx, member);
    if (!isChanged) return undefined;
    return {
      action: isOff ? 'members block' : 'members unblock',
      before: { blocked: !isOff },
      after: { blocked: isOff },
    };
  });
}

export function changeStatus(services: Services, input: Input<'changeCareerStatus'>, caller: StaffCaller): Answer {
  return change(services, caller, input, async (tx, member) => {
    const { career_status: careerStatus } = input;
    if (member.careerStatus === careerStatus) return undefined;
    await setCareerStatus(tx, member, careerStatus);
    return {
      action: 'members status',
      before: { career_status: member.careerStatus },
      after: { career_status: careerStatus },
    };
  });
}

export function removePin(services: Services, input: Input<'clearMemberPin'>, caller: StaffCaller): Answer {
  return change(services, caller, input, async (tx, member) => {
    const wasThere = await clearPin(tx, services, member);
    return wasThere ? { action: 'members clear-pin', before: { pin: true }, after: { pin: false } } : undefined;
  });
}

export function removeFactor(services: Services, input: Input<'removeMemberFactor'>, caller: StaffCaller): Answer {
  return change(services, caller, input, async (tx, member) => {
    const dueAt = await requestFactorRemoval(tx, services, member);
    if (dueAt === 'not on') return refuse('factor_not_on');
    if (dueAt === 'asked already') return undefined;
    return { action: 'members remove-second-factor', after: { due_at: dueAt.toISOString() } };
  });
}

/** The withdrawal then waits in the queue, where large amounts need a second person. */
export async function payOut(
  services: Services,
  { username, destination, amount: seenMicros, reason }: Input<'payOutMember'>,
  caller: StaffCaller,
): Answer {
  const actor = actorOf(caller.session.staff.id);
  const result = await audited<object>(services, caller, reason, async (tx) => {
    const order = { username, destination, actor, seenMicros, needsApproval: true };
    const paidOut = await payOutFormer(tx, services, order);
    if (isRefused(paidOut)) return paidOut;
    const { id, amountMicros, state } = paidOut.row;
    const after = { withdrawal: id, amount: moneyText(amountMicros), state };
    return { answer: {}, change: { action: 'members pay-out', subject: subjectOf(paidOut), after } };
  });
  return isRefused(result) ? result : describe(services, username, caller);
}

export function resumeWithdrawals(
  services: Services,
  input: Input<'resumeMemberWithdrawals'>,
  caller: StaffCaller,
): Answer {
  return change(services, caller, input, async (tx, member) => {
    if (!(await resume(tx, services, member, undefined))) return undefined;
    return { action: 'members resume-withdrawals', before: { withdrawals: 'paused' }, after: { withdrawals: 'open' } };
  });
}

export function signOut(services: Services, input: Input<'endMemberSessions'>, caller: StaffCaller): Answer {
  return change(services, caller, input, async (tx, member) => {
    const ended = await endSessions(tx, services, member);
    return ended > 0 ? { action: 'members end-sessions', after: { ended } } : undefined;
  });
}

type Step = (tx: Db, member: Member) => Promise<Omit<Change, 'subject'> | Refused | undefined>;

async function change(
  services: Services,
  caller: StaffCaller,
  { username, reason }: { username: string; reason: string },
  step: Step,
): Answer {
  const result = await audited<object>(services, caller, reason, async (tx) => {
    const member = await lockMember(tx, username);
    if (!member) return refuse('not_found');
    const stepChange = await step(tx, member);
    if (isRefused(stepChange)) return stepChange;
    return { answer: {}, change: stepChange && { ...stepChange, subject: subjectOf(member) } };
  });
  return isRefused(result) ? result : describe(services, username, caller);
}

function subjectOf({ username }: { username: string }): string {
  return `member:${username}`;
}

export async function sendWaitingMail(
  services: Services,
  { username, reason }: Input<'sendWaitingMail'>,
  caller: StaffCaller,
): Answer {
  const result = await audited<object>(services, caller, reason, async (tx) => {
    const link = await sendLink(tx, services, username);
    if (isRefused(link)) return link;
    const { kind, to } = link;
    return { answer: {}, change: { action: 'members send-link', subject: subjectOf(link), after: { kind, to } } };
  });
  return isRefused(result) ? result : describe(services, username, caller);
}

/** Logs the reason first; `downloadExport` needs that log entry. */
export function permitExport(
  services: Services,
  { username, reason }: Input<'permitExport'>,
  caller: StaffCaller,
): Promise<{ address: string } | Refused> {
  return audited<{ address: string }>(services, caller, reason, async (tx) => {
    const member = await findOpen(tx, username);
    if (!member) return refuse('not_found');
    return {
      answer: { address: toApiRequest(exportContract, { username: member.username }, 'en').path },
      change: { action: EXPORT, subject: subjectOf(member) },
    };
  });
}

const EXPORT = 'members export';

export async function downloadExport(
  services: Services,
  { username }: Input<'downloadExport'>,
  { session }: StaffCaller,
): Promise<FileAnswer | Refused> {
  const { db, clock } = services;
  const member = await findOpen(db, username);
  if (!member) return refuse('not_found');
  const { rows } = await listAudit(db, {
    ...{ actor: actorOf(session.staff.id), action: EXPORT, subject: subjectOf(member) },
    from: addSeconds(clock.now(), -STAFF_CONFIRMED_SECONDS),
    limit: 1,
  });
  return rows.length > 0 ? exportMember(services, member) : refuse('not_found');
}

async function findOpen(db: Db, username: string): Promise<Member | undefined> {
  const [member] = await db
    .select()
    .from(members)
    .where(and(eq(members.username, normaliseUsername(username)), isNull(members.closedAt)));
  return member;
}
