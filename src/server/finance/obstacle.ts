import { eq, sql } from 'drizzle-orm';
import { isReturned, type WithdrawalObstacle, WITHDRAWAL_STATES } from '#domain/withdrawal.ts';
import { isoDay } from '#i18n/format.ts';
import type { Db } from '#server/db/connect.ts';
import { PLANNED_ONCE } from '#server/db/planned-once.ts';
import { type Member, memberPins } from '#server/db/schema/index.ts';
import type { House } from '#server/house.ts';
import { pauseOf } from './pause.ts';

type Obstacle = { code: WithdrawalObstacle; until: Date | undefined };

type Standing = { obstacle: Obstacle | undefined; dailyLeftMicros: bigint };

/** What stands against a withdrawal by this member now, if anything, and how much of today's limit is left. */
export async function findObstacle(
  db: Db,
  house: Pick<House, 'clock' | 'config'>,
  member: Member,
  availableMicros: bigint,
): Promise<Standing> {
  const now = house.clock.now();
  const { minimumMicros } = house.config.withdrawals;
  const [[pin], dailyLeftMicros] = await Promise.all([
    db.select().from(memberPins).where(eq(memberPins.memberId, member.id)),
    readDailyLeft(db, house, member.id),
  ]);
  const pause = pauseOf(member, now);
  const standing = (code: WithdrawalObstacle, until?: Date): Standing => ({
    obstacle: { code, until },
    dailyLeftMicros,
  });
  if (!pin) return standing('pin_not_set');
  if (pin.closedAt) return standing('pin_closed');
  if (pin.waitsUntil && pin.waitsUntil > now) return standing('pin_waits', pin.waitsUntil);
  if (pause) return standing(`paused_${pause.cause}`, pause.until);
  if (dailyLeftMicros < minimumMicros) return standing('daily_limit');
  if (availableMicros < minimumMicros) return standing('too_little');
  return { obstacle: undefined, dailyLeftMicros };
}

const counting = WITHDRAWAL_STATES.filter((state) => !isReturned(state));

/** What may still be asked for today, in the platform's time zone; what came back does not count. */
export async function readDailyLeft(
  db: Db,
  { clock, config }: Pick<House, 'clock' | 'config'>,
  memberId: number,
): Promise<bigint> {
  const today = isoDay(clock.now(), config.timeZone);
  const { rows } = await db.execute<{ asked: string }>(sql`${PLANNED_ONCE}
    select coalesce(sum(amount), 0) as asked from withdrawals
    where member_id = ${memberId} and state = any(${sql.param(counting)}::text[])
      and requested_at >= ${today}::timestamp at time zone ${config.timeZone}`);
  const left = config.withdrawals.dailyLimitMicros - BigInt(rows[0]?.asked ?? 0);
  return left > 0n ? left : 0n;
}
