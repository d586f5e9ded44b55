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
  // A database error is still a refusal here; later it only breaks off the download.
  const first = await readFirst(pieces);
  if (!first) return refuse('export_not_prepared');
  return { fileName: exportName(services, prepared?.createdAt), pieces: prepend(first, pieces) };
}

/** For the console: current data, without a size limit. */
export function exportMember(services: Services, member: Member): FileAnswer {
  return { fileName: exportName(services), pieces: writeExport(services, member) };
}

type Piece = string | Uint8Array;

async function* prepend(first: IteratorResult<Piece, void>, rest: AsyncGenerator<Piece, void>): AsyncGenerator<Piece> {
  if (!first.done) yield first.value;
  yield* rest;
}

/** Undefined if a newer file is being made. */
async function readFirst(pieces: AsyncGenerator<Piece, void>): Promise<IteratorResult<Piece, void> | undefined> {
  try {
    return await pieces.next();
  } catch (error) {
    if (error instanceof FileGone) return undefined;
    throw error;
  }
}
