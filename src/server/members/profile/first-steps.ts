import { and, eq, isNull, sql } from 'drizzle-orm';
import type { OutputOf } from '#contracts/contract.ts';
import type { getFirstSteps } from '#contracts/profile.ts';
import { prepared } from '#server/db/prepared.ts';
import { type Member, memberPins, members, memberTotps } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';

/** Derived from the account, so a step ticks off however it was done. */
export async function readFirstSteps(
  { db }: Pick<Services, 'db'>,
  member: Member,
): Promise<OutputOf<typeof getFirstSteps>> {
  if (member.closedAt || member.firstStepsDismissedAt) return { steps: null };
  const [found] = await findSteps(db).execute({ id: member.id });
  const steps = {
    photo: member.photo !== null,
    place: member.active,
    pin: found?.pinOf !== null,
    second_factor: found?.totpOf !== null,
    link: found?.isShared === true,
  };
  return { steps: Object.values(steps).every(Boolean) ? null : steps };
}

const findSteps = prepared((db) =>
  db
    .select({
      pinOf: memberPins.memberId,
      totpOf: memberTotps.memberId,
      isShared: sql<boolean>`exists (select from partner_days d where d.member_id = members.id)
        or exists (select from members newcomer where newcomer.inviter_id = members.id)`,
    })
    .from(members)
    .leftJoin(memberPins, eq(memberPins.memberId, members.id))
    .leftJoin(memberTotps, eq(memberTotps.memberId, members.id))
    .where(eq(members.id, sql.placeholder('id')))
    .prepare('first-steps'),
);

/** Repeatable; the first time stays. */
export async function dismissSteps({ db, clock }: Services, { id }: Member): Promise<Record<string, never>> {
  const isShown = and(eq(members.id, id), isNull(members.closedAt), isNull(members.firstStepsDismissedAt));
  await db.update(members).set({ firstStepsDismissedAt: clock.now() }).where(isShown);
  return {};
}
