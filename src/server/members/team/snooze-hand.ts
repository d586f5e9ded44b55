import { sql } from 'drizzle-orm';
import { SNOOZE_DAYS } from '#domain/hand.ts';
import { normaliseUsername } from '#domain/identity.ts';
import { type Refused, refuse } from '#domain/refusals.ts';
import { consumeRateLimit } from '#server/api/rate-limits.ts';
import type { Services } from '#server/api/services.ts';
import { addSeconds } from '#server/base/clock.ts';
import type { Member } from '#server/db/schema/index.ts';
import { isStillMember } from '#server/members/auth/index.ts';

const DAY_SECONDS = 86_400;

/** Also of a member who needs no hand now, so that the answer tells nothing. A limit bounds what the list skips. */
export async function snoozeFirstLineHand(
  services: Services,
  { id }: Member,
  { username }: { username: string },
): Promise<Record<string, never> | Refused> {
  const rateLimited = await consumeRateLimit(services, 'snoozeAccount', String(id));
  if (rateLimited) return rateLimited;
  const until = addSeconds(services.clock.now(), SNOOZE_DAYS * DAY_SECONDS).toISOString();
  const name = normaliseUsername(username);
  return services.transaction(async (tx) => {
    if (!(await isStillMember(tx, id))) return refuse('no_session');
    const { rows: snoozed } = await tx.execute(sql`
      insert into hand_snoozes (owner_id, member_id, until)
      select ${id}::integer, m.id, ${until}::timestamptz from members m
      where m.username = ${name} and m.inviter_id = ${id} and m.closed_at is null for key share
      on conflict (member_id) do update set until = excluded.until returning id`);
    if (snoozed.length > 0) return {};
    const { rows: guests } = await tx.execute(sql`
      insert into hand_snoozes (owner_id, sign_up_id, until)
      select ${id}::integer, s.id, ${until}::timestamptz from sign_ups s
      where s.username = ${name} and s.inviter_id = ${id} for key share
      on conflict (sign_up_id) do update set until = excluded.until returning id`);
    return guests.length > 0 ? {} : refuse('not_found');
  });
}
