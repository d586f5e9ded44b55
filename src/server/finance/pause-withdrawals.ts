import { PAUSE_SECONDS, type PauseCause } from '#domain/pin.ts';
import { addSeconds } from '#server/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { withdrawalPauses } from '#server/db/schema/index.ts';
import type { House } from '#server/house.ts';

/** Lets withdrawals rest for a while, in the transaction of the change that is the cause. */
export async function pauseWithdrawals(
  tx: Db,
  house: Pick<House, 'clock'>,
  memberId: number,
  cause: PauseCause,
): Promise<void> {
  const from = house.clock.now();
  await tx.insert(withdrawalPauses).values({ memberId, cause, from, until: addSeconds(from, PAUSE_SECONDS[cause]) });
}
