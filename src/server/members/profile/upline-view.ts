import { type SQL, sql } from 'drizzle-orm';
import type { MemberCard } from '#contracts/profile.ts';
import type { Member } from '#server/db/schema/index.ts';
import { presentCard } from './present.ts';

type Shown = Pick<Member, 'id' | 'inviterId' | 'showsUpline'>;

/** Uplines beyond the inviter see the username only, unless the member shows more. */
export function isShownTo(viewerId: number, { id, inviterId, showsUpline }: Shown): boolean {
  return showsUpline || id === viewerId || inviterId === viewerId;
}

/** The card of a member below the viewer. */
export function presentCardTo(viewerId: number, member: Member): MemberCard {
  const card = presentCard(member);
  return isShownTo(viewerId, member) ? card : { ...card, name: null, photo: null, career_status: 'none' };
}

/** `isShownTo` for a member `m`. */
const isShown = (viewerId: number) =>
  sql`(m.shows_upline or m.id = ${viewerId}::integer or m.inviter_id = ${viewerId}::integer)`;

/** Columns of a member `m` as the viewer above may read, sort and search them. */
export function columnsShownTo(viewerId: number): SQL {
  const isHidden = sql`not ${isShown(viewerId)}`;
  return sql`m.id, m.username, m.active, m.real_estate, m.registered_at, m.registered_on, m.closed_at,
    case when ${isHidden} then null else m.name end as name,
    case when ${isHidden} then null else m.photo end as photo,
    case when ${isHidden} then 'none' else m.career_status end as career_status,
    ${searchTextShownTo(viewerId)} as search_text`;
}

export function searchTextShownTo(viewerId: number): SQL {
  return sql`case when ${isShown(viewerId)} then m.search_text else fold_name(m.username) end`;
}
