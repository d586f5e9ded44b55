import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { saveSettings as contract, Settings } from '#contracts/settings.ts';
import { isRefused, refuse, type Refused, refuseField } from '#domain/refusals.ts';
import { proveOwner, useLinks } from '#server/members/auth/index.ts';
import { addSeconds } from '#server/base/clock.ts';
import type { Db } from '#server/db/connect.ts';
import {
  mailedLinks,
  type Member,
  memberPins,
  members,
  memberTotps,
  savedDestinations,
} from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import type { MemberCaller } from '#server/api/caller.ts';
import { consumeRateLimit } from '#server/api/rate-limits.ts';
import { EMAIL_LINK_SECONDS, enqueueEmailTo, findPendingEmail } from '#server/mail/index.ts';
import { notify } from '#server/members/notices/index.ts';
import { hashToken } from '#server/base/secrets.ts';
import { logSecurity } from '#server/members/security-log/index.ts';
import { shownEmail } from '#server/base/shown-email.ts';

type Input = z.output<typeof contract.input>;

/** A new e-mail address waits for its link. If that e-mail is refused, nothing is saved. */
export async function saveSettings(
  services: Services,
  input: Input,
  caller: MemberCaller,
): Promise<Settings | Refused> {
  const { session } = caller;
  const { id } = session.member;
  const unproven = await proveForEmail(services, session.member, input, caller);
  if (unproven) return unproven;
  return services.transaction(async (tx) => {
    const [member] = await tx.select().from(members).where(eq(members.id, id)).for('update');
    if (!member) throw new Error(`there is no member ${id}`);
    if (member.closedAt) return refuse('no_session');
    const refused = await changeEmail(tx, services, member, input.email, caller);
    if (isRefused(refused)) return refused;
    await tx.update(members).set(memberColumns(input)).where(eq(members.id, id));
    return readSettings({ db: tx, clock: services.clock }, id);
  });
}

/** The mailbox controls the account, so changing it needs more than an open session. */
async function proveForEmail(
  services: Services,
  member: Member,
  { email, password = '', code }: Pick<Input, 'email' | 'password' | 'code'>,
  caller: MemberCaller,
): Promise<Refused | undefined> {
  if (email === member.email) return undefined;
  const pending = await findPendingEmail(services.db, services.clock.now(), member.id);
  if (pending?.newEmail === email) return undefined;
  if (password === '') return refuseField('password', 'required');
  return proveOwner(services, member, { password, code }, caller);
}

/** A pending address gets no second e-mail; the current address cancels the change. */
async function changeEmail(
  tx: Db,
  services: Services,
  member: Member,
  email: string,
  caller: MemberCaller,
): Promise<Refused | undefined> {
  const now = services.clock.now();
  if (email === member.email) {
    await useLinks(tx, now, 'email', member.id);
    return undefined;
  }
  const pending = await findPendingEmail(tx, now, member.id);
  if (pending?.newEmail === email) return undefined;
  const rateLimited = await consumeRateLimit({ db: tx, clock: services.clock }, 'newEmailAccount', String(member.id));
  if (rateLimited) return rateLimited;
  await sendEmailConfirmation(tx, services, member, email);
  await logSecurity(tx, services, member.id, 'email-asked', caller);
  return undefined;
}

function memberColumns({ name, contacts, ...input }: Input) {
  return {
    name: name || null,
    contacts,
    contactsVisibility: input.contacts_visibility,
    partnerShowsName: input.partner_shows_name,
    ...(input.shows_upline !== undefined && { showsUpline: input.shows_upline }),
    inSitemap: input.in_sitemap,
    ...(input.week_start && { weekStart: input.week_start }),
  };
}

/** Voids earlier links, notifies the old address, and never reveals whether the new one is taken. */
async function sendEmailConfirmation(tx: Db, services: Services, member: Member, newEmail: string): Promise<void> {
  const now = services.clock.now();
  await useLinks(tx, now, 'email', member.id);
  // Reserves the change until the e-mail brings its link: no token has this hash.
  const tokenHash = hashToken(randomBytes(32).toString('base64url'));
  const expiresAt = addSeconds(now, EMAIL_LINK_SECONDS);
  await tx.insert(mailedLinks).values({ memberId: member.id, purpose: 'email', newEmail, tokenHash, expiresAt });
  await enqueueEmailTo(tx, services, member, 'email-confirmation', newEmail);
  await notify(tx, services, member, 'email-changing');
}

export async function readSettings(services: Pick<Services, 'db' | 'clock'>, memberId: number): Promise<Settings> {
  const destinations = services.db.$count(savedDestinations, eq(savedDestinations.memberId, members.id));
  const [[row], pending] = await Promise.all([
    services.db
      .select({ member: members, pinOf: memberPins.memberId, totpOf: memberTotps.memberId, destinations })
      .from(members)
      .leftJoin(memberPins, eq(memberPins.memberId, members.id))
      .leftJoin(memberTotps, eq(memberTotps.memberId, members.id))
      .where(eq(members.id, memberId)),
    findPendingEmail(services.db, services.clock.now(), memberId),
  ]);
  if (!row) throw new Error(`there is no member ${memberId}`);
  const { member, pinOf, totpOf, destinations: number } = row;
  return {
    name: member.name,
    email: shownEmail(member.email),
    new_email: pending?.newEmail ? shownEmail(pending.newEmail) : null,
    contacts: member.contacts,
    contacts_visibility: member.contactsVisibility,
    partner_shows_name: member.partnerShowsName,
    shows_upline: member.showsUpline,
    in_sitemap: member.inSitemap,
    week_start: member.weekStart,
    password_changed_at: member.passwordChangedAt?.toISOString() ?? null,
    pin_set: pinOf !== null,
    saved_destinations: number,
    second_factor: totpOf !== null,
  };
}
