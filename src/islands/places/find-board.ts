import type { PageCall, Result } from '#contracts/call.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { getBoard } from '#contracts/places.ts';
import { getProfile, type Profile } from '#contracts/profile.ts';
import type { Platform } from '#domain/places.ts';

export type Board = OutputOf<typeof getBoard>;

/** What a page of a platform can't do without. */
export async function findBoard(call: PageCall, platform: Platform): Promise<Result<{ me: Profile; board: Board }>> {
  const [me, board] = await Promise.all([call(getProfile), call(getBoard, { platform })]);
  if (!me.success) return me;
  if (!board.success) return board;
  return { success: true, data: { me: me.data, board: board.data } };
}
