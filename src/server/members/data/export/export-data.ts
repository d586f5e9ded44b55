import { refuse, type Refused } from '#domain/refusals.ts';
import type { Member } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import type { MemberCaller } from '#server/api/caller.ts';
import { consumeRateLimit } from '#server/api/rate-limits.ts';
import type { FileAnswer } from '#server/api/route.ts';
import { isTooMuch } from './lists.ts';
import { exportOpenUntil } from './prove-export.ts';
import { FileGone, findPrepared, readPieces } from './prepared-file.ts';
import { exportName, writeExport } from './write-export.ts';

/** All of a member's data: the file that was prepared, or one made while it is sent. */
export async function exportData(
  services: Services,
  { session }: Pick<MemberCaller, 'session'>,
): Promise<FileAnswer | Refused> {
  const { member } = session;
  if (!(await exportOpenUntil(services, session))) return refuse('export_not_proven');
  const prepared = await findPrepared(services, member.id);
  if (!prepared && (await isTooMuch(services.db, member.id))) return refuse('export_not_prepared');
  const rateLimited = await consumeRateLimit(services, 'exportAccount', String(member.id));
  if (rateLimited) return rateLimited;
  const pieces: AsyncGenerator<Piece, void> = prepared
    ? readPieces(services.db, prepared)
    : writeExport(services, member);
  // Here a database that does not answer is still a refusal; later it can only break the file off.
  const first = await nextOf(pieces);
  if (!first) return refuse('export_not_prepared');
  return { fileName: exportName(services, prepared?.createdAt), pieces: goOn(first, pieces) };
}

/** The same for somebody at the console: always of this moment, and however much it is. */
export function exportMember(services: Services, member: Member): FileAnswer {
  return { fileName: exportName(services), pieces: writeExport(services, member) };
}

type Piece = string | Uint8Array;

async function* goOn(first: IteratorResult<Piece, void>, rest: AsyncGenerator<Piece, void>): AsyncGenerator<Piece> {
  if (!first.done) yield first.value;
  yield* rest;
}

/** Nothing when another file is being prepared since we looked. */
async function nextOf(pieces: AsyncGenerator<Piece, void>): Promise<IteratorResult<Piece, void> | undefined> {
  try {
    return await pieces.next();
  } catch (error) {
    if (error instanceof FileGone) return undefined;
    throw error;
  }
}
