import { readProfile } from '#islands/shared/read-profile.ts';
import type { Result } from '#contracts/call.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { getBoard } from '#contracts/places.ts';
import type { Profile } from '#contracts/profile.ts';
import type { Platform } from '#domain/places.ts';

export type Board = OutputOf<typeof getBoard>;

type Found = { me: Profile; board: Board };

/** What a page of a platform can't do without. */
export async function findBoard(page: Parameters<typeof readProfile>[0], platform: Platform): Promise<Result<Found>> {
  const [me, board] = await Promise.all([readProfile(page), page.locals.call(getBoard, { platform })]);
  if (!me.success) return me;
  if (!board.success) return board;
  return { success: true, data: { me: me.data, board: board.data } };
}
