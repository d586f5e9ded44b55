import { type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import { PAUSE_SECONDS, type PauseCause } from '#domain/pin.ts';
import { isReturned, WITHDRAWAL_STATES, type WithdrawalBlocker } from '#domain/withdrawal.ts';
import { isoDay } from '#i18n/format.ts';
import { addSeconds } from '#server/base/clock.ts';
import type { Db } from '#server/db/connect.ts';
import type { Member, memberPins } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import { pinKey } from './pin.ts';

type Blocker = { code: WithdrawalBlocker; until: Date | undefined };

type MemberFunds = {
  pin: typeof memberPins.$inferSelect | undefined;
  availableMicros: bigint;
  dailyLeftMicros: bigint;
  /** Needs neither minimum nor daily limit. */
  refundMicros: bigint;
  /** Time from which a destination may be used. */
  usableFrom: Date | 'never';
};

export function withdrawalBlocker(
  member: Member,
  { clock, config, secrets }: Pick<Services, 'clock' | 'config' | 'secrets'>,
  { pin, availableMicros, dailyLeftMicros, refundMicros, usableFrom }: MemberFunds,
): Blocker | undefined {
  const now = clock.now();
  const { minimumMicros } = config.withdrawals;
  const pause = pauseOf(member, now);
  const blockedBy = (code: WithdrawalBlocker, until?: Date): Blocker => ({ code, until });
  if (!pin) return blockedBy('pin_not_set');
  if (member.withdrawalsStoppedAt) return blockedBy('stopped');
  if (pin.closedAt) return blockedBy('pin_closed');
  if (!pinKey(secrets, pin)) return blockedBy('pin_expired');
  if (pin.waitsUntil && pin.waitsUntil > now) return blockedBy('pin_waits', pin.waitsUntil);
  if (pause) return blockedBy(`paused_${pause.cause}`, pause.until);
  if (usableFrom === 'never') return blockedBy('no_destination');
  if (usableFrom > now) return blockedBy('no_destination', usableFrom);
  if (refundMicros > 0n) return undefined;
  if (dailyLeftMicros < minimumMicros) return blockedBy('daily_limit');
  return availableMicros < minimumMicros ? blockedBy('too_little') : undefined;
}

const countedStates = WITHDRAWAL_STATES.filter((state) => !isReturned(state));

/** For today in the platform's time zone; returned withdrawals and refunds don't count. */
export async function readDailyLeft(db: Db, services: LimitServices, memberId: number): Promise<bigint> {
  const { day, timeZone } = todayIn(services);
  const { rows } = await db.execute<{ requested: string }>(
    sql`select ${sumRequested(sql`${memberId}`, { day: sql`${day}`, timeZone: sql`${timeZone}` })} as requested`,
  );
  return dailyLeft(services, BigInt(rows[0]?.requested ?? 0));
}

type LimitServices = Pick<Services, 'clock' | 'config'>;

export function todayIn({ clock, config: { timeZone } }: LimitServices): { day: string; timeZone: string } {
  return { day: isoDay(clock.now(), timeZone), timeZone };
}

export function sumRequested(
  memberId: SQLWrapper,
  since: Record<keyof ReturnType<typeof todayIn>, SQLWrapper>,
): SQL<string> {
  return sql`(
    select coalesce(sum(amount - refund), 0) from withdrawals
    where member_id = ${memberId} and state = any(${sql.param(countedStates)}::text[])
      and requested_at >= ${since.day}::timestamp at time zone ${since.timeZone})`;
}

export function dailyLeft({ config }: Pick<Services, 'config'>, requestedMicros: bigint): bigint {
  const leftMicros = config.withdrawals.dailyLimitMicros - requestedMicros;
  return leftMicros > 0n ? leftMicros : 0n;
}

type Changed = Pick<Member, 'pinClearedAt' | 'passwordChangedAt' | 'emailChangedAt'>;

export function pauseOf(member: Changed, now: Date): { cause: PauseCause; until: Date } | undefined {
  const changes = { pin: member.pinClearedAt, password: member.passwordChangedAt, email: member.emailChangedAt };
  const pauses = Object.entries(changes).flatMap(([name, at]) => {
    const cause = name as PauseCause;
    return at ? [{ cause, until: addSeconds(at, PAUSE_SECONDS[cause]) }] : [];
  });
  return pauses.filter(({ until }) => until > now).toSorted((a, b) => b.until.getTime() - a.until.getTime())[0];
}
