import type { MemberCard, Profile } from '#contracts/profile.ts';
import type { Language } from '#domain/languages.ts';
import { path } from '#domain/paths.ts';
import type { Member } from '#server/db/schema/index.ts';
import type { Bond } from './queries.ts';

export function presentCard(member: Member): MemberCard {
  return {
    username: member.username,
    name: member.name,
    photo: member.photo,
    career_status: member.careerStatus,
  };
}

/** A member as they see themselves. */
export function presentProfile(
  member: Member,
  bond: Bond | undefined,
  { language, publicOrigin }: { language: Language; publicOrigin: string },
): Profile {
  return {
    ...presentCard(member),
    email: member.email,
    active: member.active,
    registered_at: member.registeredAt.toISOString(),
    inviter: bond ? presentCard(bond.inviter) : null,
    joined_by: bond?.joinedBy ? { ref_code: bond.joinedBy.refCode, at: bond.joinedBy.boundAt.toISOString() } : null,
    ref_code: member.refCode,
    partner_link: `${publicOrigin}${path(language, 'partner', { ref: member.refCode })}`,
  };
}
