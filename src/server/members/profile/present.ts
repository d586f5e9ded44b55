import type { MemberCard, Profile } from '#contracts/profile.ts';
import { type ContactsViewer, maySeeContacts } from '#domain/contacts.ts';
import type { Language } from '#domain/languages.ts';
import { path } from '#domain/paths.ts';
import type { EndOfLicence } from '#domain/places.ts';
import type { Member } from '#server/db/schema/index.ts';
import { shownEmail } from '#server/base/shown-email.ts';
import { agreedOf, type Pending } from '#server/members/consents/index.ts';
import type { JoinedBy, Surroundings } from './queries.ts';

export function presentCard(member: Member): MemberCard {
  return {
    username: member.username,
    name: member.name,
    photo: member.photo,
    career_status: member.careerStatus,
    is_former: member.closedAt !== null,
  };
}

export function presentContacts(owner: Member, viewer: ContactsViewer): Profile['inviter_contacts'] {
  if (!maySeeContacts(owner.contactsVisibility, viewer)) return null;
  const { telegram, phone, other } = owner.contacts;
  return { telegram, phone, other };
}

/** `lastLicence`: how the newest licence closed; undefined if it is open, or there is none. */
export function missingForActive(member: Member, lastLicence: EndOfLicence | undefined): Profile['missing_for_active'] {
  if (member.active || member.closedAt) return [];
  return [lastLicence ? `licence_${lastLicence}` : 'licence'];
}

function presentJoinedBy({ refCode, boundAt, via }: JoinedBy): Profile['joined_by'] {
  return { ref_code: refCode, at: boundAt.toISOString(), via };
}

export function presentProfile(
  member: Member,
  { bond, lastLicence, unreadNotices, unreadPosts, pending }: Surroundings,
  { language, publicOrigin, pageOwner }: { language: Language; publicOrigin: string; pageOwner: string },
): Profile {
  return {
    ...presentCard(member),
    email: shownEmail(member.email),
    active: member.active,
    missing_for_active: missingForActive(member, lastLicence),
    registered_at: member.registeredAt.toISOString(),
    inviter: bond ? presentCard(bond.inviter) : null,
    inviter_contacts: bond ? presentContacts(bond.inviter, 'first_line') : null,
    joined_by: bond?.joinedBy ? presentJoinedBy(bond.joinedBy) : null,
    ref_code: member.refCode,
    partner_link: `${publicOrigin}${path(language, 'partner', { ref: member.refCode })}`,
    unread_notices: unreadNotices,
    unread_posts: unreadPosts,
    week_start: member.weekStart,
    page_owner: pageOwner,
    to_agree: pending.length > 0 ? presentPending(pending) : null,
  };
}

function presentPending(pending: readonly Pending[]): Profile['to_agree'] {
  const documents = pending.map(({ document, version, date }) => ({ document, version, date }));
  return { documents, agreed: agreedOf(pending) };
}
