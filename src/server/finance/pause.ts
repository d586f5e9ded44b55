import { PAUSE_SECONDS, type PauseCause } from '#domain/pin.ts';
import { addSeconds } from '#server/clock.ts';
import type { Member } from '#server/db/schema/index.ts';

type Changed = Pick<Member, 'pinClearedAt' | 'passwordChangedAt' | 'emailChangedAt'>;

/** Until when a member's withdrawals rest, and why; of several pauses the one that lasts longest. */
export function pauseOf(member: Changed, now: Date): { cause: PauseCause; until: Date } | undefined {
  const changes = { pin: member.pinClearedAt, password: member.passwordChangedAt, email: member.emailChangedAt };
  const pauses = Object.entries(changes).flatMap(([name, at]) => {
    const cause = name as PauseCause;
    return at ? [{ cause, until: addSeconds(at, PAUSE_SECONDS[cause]) }] : [];
  });
  return pauses.filter(({ until }) => until > now).toSorted((a, b) => b.until.getTime() - a.until.getTime())[0];
}
