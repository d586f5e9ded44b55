import { and, eq, gt, or } from 'drizzle-orm';
import { RECENT_SECONDS, type RESCUE, type RescueName, type TakenBack } from '#domain/rescue.ts';
import { DESTINATION_WAIT_SECONDS } from '#domain/saved-destination.ts';
import type { SecurityEvent } from '#domain/security-events.ts';
import {
  dropPasskeysSince,
  endAllSessions,
  type FoundLink,
  takeBackFactor,
  useLinks,
} from '#server/members/auth/index.ts';
import { addSeconds } from '#server/base/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { dataExports, factorRemovals, memberPins, members, savedDestinations } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import type { Caller } from '#server/api/caller.ts';
import { findPendingEmail } from '#server/mail/index.ts';
import { logSecurity } from '#server/members/security-log/index.ts';
import { shownEmail } from '#server/base/shown-email.ts';

type Link = Pick<FoundLink, 'member' | 'destinationId'>;
/** `since`: start of the last `RECENT_SECONDS`. */
type Step = (tx: Db, services: Services, link: Link, since: Date) => Promise<TakenBack[]>;

type StepName = {
  [Name in RescueName]: (typeof RESCUE)[Name]['notMe'] extends 'ends' | 'takes back' ? Name : never;
}[RescueName];

const STEPS: Record<StepName, Step> = {
  session: async (tx, services, { member }) => {
    await endAllSessions(tx, services, member.id, 'ended');
    return [];
  },
  // The pause already voids them: their seal contains its time (`accountOf`).
  'known browser': () => Promise.resolve([]),
  passkey: async (tx, _, { member }, since) =>
    (await dropPasskeysSince(tx, member.id, since)).map((name) => ({ kind: 'passkey', name })),
  app: (tx, _, { member }, since) => takeBackFactor(tx, since, member.id),
  // The step `app` restores them.
  'recovery codes': () => Promise.resolve([]),
  pin: takeBackPin,
  destination: async (tx, _, { member, destinationId }, since) => {
    const { id, memberId, savedAt } = savedDestinations;
    const isThis = destinationId ? eq(id, destinationId) : undefined;
    const isRemovable = and(eq(memberId, member.id), or(gt(savedAt, since), isThis));
    const removed = await tx.delete(savedDestinations).where(isRemovable).returning();
    return removed.map(({ name }) => ({ kind: 'destination', name }));
  },
  'end of the wait': takeBackWait,
  'new e-mail': async (tx, { clock }, { member }) => {
    const pending = await findPendingEmail(tx, clock.now(), member.id);
    await useLinks(tx, clock.now(), 'email', member.id);
    return pending ? [{ kind: 'email', name: shownEmail(pending.newEmail) }] : [];
  },
  'calendar address': async (tx, _, { member }) => {
    await tx.update(members).set({ calendarSalt: null }).where(eq(members.id, member.id));
    return member.calendarSalt ? [{ kind: 'calendar' }] : [];
  },
  'data export': async (tx, _, { member }) => {
    const deleted = await tx.delete(dataExports).where(eq(dataExports.memberId, member.id)).returning();
    return deleted.length > 0 ? [{ kind: 'export' }] : [];
  },
  'removal of the second factor': async (tx, _, { member }) => {
    const stopped = await tx.delete(factorRemovals).where(eq(factorRemovals.memberId, member.id)).returning();
    return stopped.length > 0 ? [{ kind: 'removal' }] : [];
  },
};

async function takeBackPin(tx: Db, { clock }: Services, { member }: Link, since: Date): Promise<TakenBack[]> {
  const isNew = and(eq(memberPins.memberId, member.id), gt(memberPins.setAt, since));
  const removed = await tx.delete(memberPins).where(isNew).returning();
  if (removed.length === 0) return [];
  await tx.update(members).set({ pinClearedAt: clock.now() }).where(eq(members.id, member.id));
  return [{ kind: 'pin' }];
}

async function takeBackWait(tx: Db, _: Services, { member }: Link, since: Date): Promise<TakenBack[]> {
  const { destinationWaitSince, destinationWaitEndsAt: endsAt } = member;
  if (!destinationWaitSince || !endsAt || endsAt <= addSeconds(since, DESTINATION_WAIT_SECONDS)) return [];
  await tx.update(members).set({ destinationWaitEndsAt: null }).where(eq(members.id, member.id));
  return [{ kind: 'wait' }];
}

const SECURITY_EVENTS: Record<TakenBack['kind'], SecurityEvent> = {
  passkey: 'passkey-removed',
  app: 'second-factor-off',
  app_restored: 'second-factor-on',
  recovery_codes: 'recovery-codes-restored',
  pin: 'pin-removed',
  destination: 'destination-removed',
  wait: 'destination-wait-on',
  email: 'email-canceled',
  calendar: 'calendar-ended',
  export: 'data-deleted',
  removal: 'removal-stopped',
};

export async function takeBack(tx: Db, services: Services, link: Link, caller: Caller): Promise<TakenBack[]> {
  const since = addSeconds(services.clock.now(), -RECENT_SECONDS);
  const takenBack: TakenBack[] = [];
  for (const step of Object.values(STEPS)) takenBack.push(...(await step(tx, services, link, since)));
  for (const { kind, name } of takenBack) {
    // A typed address isn't the account's, so the log leaves it out.
    const about = kind === 'email' ? '' : name;
    await logSecurity(tx, services, link.member.id, SECURITY_EVENTS[kind], caller, about);
  }
  return takenBack;
}
