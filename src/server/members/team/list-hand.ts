import { inArray, sql } from 'drizzle-orm';
import type { OutputOf } from '#contracts/contract.ts';
import type { MemberCard } from '#contracts/profile.ts';
import { HAND_PAGE, type listHand } from '#contracts/team.ts';
import { type Refused, refuseField } from '#domain/refusals.ts';
import { UNREAD_COUNTED } from '#domain/unread.ts';
import type { Services } from '#server/api/services.ts';
import { type Member, members, type SignUp, signUps } from '#server/db/schema/index.ts';
import { presentCard, presentContacts } from '#server/members/profile/index.ts';
import { writeHandMessage } from './hand-message.ts';
import { type HandEntry, handEntries, handQuery, readHandCursor, writeHandCursor } from './hand-query.ts';

type Reads = Pick<Services, 'db' | 'clock' | 'config'>;
type Page = OutputOf<typeof listHand>;
type Item = Page['items'][number];

export async function listFirstLineHand(
  services: Reads,
  caller: Member,
  input: { cursor?: string | undefined; limit?: number | undefined },
): Promise<Page | Refused> {
  const { limit = HAND_PAGE } = input;
  const cursor = input.cursor === undefined ? undefined : readHandCursor(input.cursor);
  if (input.cursor !== undefined && !cursor) return refuseField('cursor', 'invalid');
  const { rows } = await services.db.execute<HandEntry>(sql`
    select reason, member_id as "memberId", sign_up_id as "signUpId", at, key, tie
    from (${handEntries(handQuery(services, caller.id), cursor, limit + 1)}) as entries
    order by rank, place limit ${limit + 1}`);
  const entries = rows.slice(0, limit);
  const last = entries.at(-1);
  return {
    items: await present(services, caller, entries),
    next: rows.length > limit && last ? writeHandCursor(last) : null,
  };
}

/** Stops at `UNREAD_COUNTED`, which bounds the cost. */
export async function countFirstLineHand(services: Reads, caller: Member): Promise<{ count: number }> {
  const entries = handEntries(handQuery(services, caller.id), undefined, UNREAD_COUNTED);
  const { rows } = await services.db.execute<{ count: number }>(sql`
    select count(*)::integer as count from (select from (${entries}) as entries limit ${UNREAD_COUNTED}) as counted`);
  return { count: rows[0]?.count ?? 0 };
}

async function present(services: Reads, caller: Member, entries: readonly HandEntry[]): Promise<Item[]> {
  const [firstLine, guests] = await Promise.all([membersOf(services, entries), signUpsOf(services, entries)]);
  return entries.flatMap(({ reason, memberId, signUpId, at: written }) => {
    const at = new Date(written);
    const itemOf = ({ language }: Member | SignUp, card: MemberCard): Item => {
      const message = writeHandMessage(services, { reason, at, language, recipient: card, inviter: caller });
      return { ...card, reason, at: at.toISOString(), language, message, contacts: null };
    };
    const member = firstLine.get(memberId);
    if (member) return [{ ...itemOf(member, presentCard(member)), contacts: presentContacts(member, 'inviter') }];
    const guest = guests.get(signUpId);
    return guest ? [itemOf(guest, presentGuest(guest))] : [];
  });
}

/** The username only: the rest is not confirmed, and theirs until they are a member. */
function presentGuest({ username }: SignUp): MemberCard {
  return { username, name: null, photo: null, career_status: 'none', is_former: false };
}

async function membersOf({ db }: Reads, entries: readonly HandEntry[]): Promise<Map<number | null, Member>> {
  const ids = entries.flatMap(({ memberId }) => memberId ?? []);
  const rows = ids.length > 0 ? await db.select().from(members).where(inArray(members.id, ids)) : [];
  return new Map(rows.map((row) => [row.id, row]));
}

async function signUpsOf({ db }: Reads, entries: readonly HandEntry[]): Promise<Map<string | null, SignUp>> {
  const ids = entries.flatMap(({ signUpId }) => signUpId ?? []);
  const rows = ids.length > 0 ? await db.select().from(signUps).where(inArray(signUps.id, ids)) : [];
  return new Map(rows.map((row) => [row.id, row]));
}
