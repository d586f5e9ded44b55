import type { OutputOf } from '#contracts/contract.ts';
import type { getPartner } from '#contracts/partner.ts';
import type { Member } from '#server/db/schema/index.ts';

/** A member as anybody may see them: name and photo by their own choice only. */
export function presentPartner(member: Member): OutputOf<typeof getPartner> {
  return {
    username: member.username,
    name: member.partnerShowsName ? member.name : null,
    photo: member.partnerShowsName ? member.photo : null,
    career_status: member.careerStatus,
    member_since: member.registeredAt.toISOString(),
  };
}
