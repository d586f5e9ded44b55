import { and, eq, ne } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { OutputOf } from '#contracts/contract.ts';
import * as contracts from '#contracts/photo.ts';
import { PHOTO_MAX_BYTES, photoAddress } from '#domain/photo.ts';
import { isRefused, refuse, type Refused } from '#domain/refusals.ts';
import type { Db } from '#server/db/connect.ts';
import { memberPhotos, members } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import { serializeByKey } from '#server/api/serialize-by-key.ts';
import { consumeRateLimit, isRateLimited } from '#server/api/rate-limits.ts';
import { type FileAnswer, fileRoute, type Route, route } from '#server/api/route.ts';
import { mac } from '#server/base/secrets.ts';
import { type DrawnPhoto, drawPhoto } from './draw-photo.ts';

export function photoRoutes(services: Services): Route[] {
  return [
    route(contracts.savePhoto, async ({ photo }, { session }) => {
      const { id } = session.member;
      if (photo) return saveMemberPhoto(services, id, photo);
      return serializeByKey(id, async () => {
        await services.transaction((tx) => removePhoto(tx, id));
        return { photo: null };
      });
    }),
    route(contracts.askForPhoto, async (_, { session: { member } }) => {
      const rateLimited = await isRateLimited(services, 'photoAccount', String(member.id));
      return rateLimited ?? { photo: member.photo };
    }),
    fileRoute(contracts.getPhoto, (input) => readPhoto(services, input)),
  ];
}

type Saved = OutputOf<typeof contracts.savePhoto>;

/** Saving the same photo again keeps its address. */
async function saveMemberPhoto(services: Services, memberId: number, file: File): Promise<Saved | Refused> {
  if (file.size > PHOTO_MAX_BYTES) return refuse('photo_too_large');
  return serializeByKey(memberId, async () => {
    const rateLimited = await consumeRateLimit(services, 'photoAccount', String(memberId));
    if (rateLimited) return rateLimited;
    const drawn = await drawPhoto(Buffer.from(await file.arrayBuffer()));
    return isRefused(drawn) ? drawn : keepPhoto(services, memberId, drawn);
  });
}

type PhotoServices = Pick<Services, 'transaction' | 'secrets'>;

async function keepPhoto(services: PhotoServices, memberId: number, drawn: DrawnPhoto): Promise<Saved | Refused> {
  return services.transaction(async (tx) => {
    if (!(await lockMember(tx, memberId))) return refuse('no_session');
    return { photo: await replacePhoto(tx, services, memberId, drawn) };
  });
}

export async function replacePhoto(
  tx: Db,
  { secrets }: Pick<Services, 'secrets'>,
  memberId: number,
  drawn: DrawnPhoto,
): Promise<string> {
  const id = idOf(secrets, memberId, drawn);
  const photo = photoAddress(id);
  await tx.delete(memberPhotos).where(and(eq(memberPhotos.memberId, memberId), ne(memberPhotos.id, id)));
  await tx
    .insert(memberPhotos)
    .values(drawn.map(({ sizePx, webp }) => ({ id, sizePx, memberId, webp })))
    .onConflictDoNothing();
  await tx.update(members).set({ photo }).where(eq(members.id, memberId));
  return photo;
}

/** Depends on member and picture: can't be guessed, and differs between members. */
function idOf(secrets: Services['secrets'], memberId: number, drawn: DrawnPhoto): string {
  const digest = mac(secrets.photo, String(memberId), ...drawn.map(({ webp }) => webp));
  return digest.subarray(0, 16).toString('base64url');
}

/** False if the account was closed during the upload. */
async function lockMember(tx: Db, memberId: number): Promise<boolean> {
  const [member] = await tx
    .select({ closedAt: members.closedAt })
    .from(members)
    .where(eq(members.id, memberId))
    .for('update');
  return member !== undefined && member.closedAt === null;
}

/** @internal exported for the tests */
export async function removePhoto(tx: Db, memberId: number): Promise<void> {
  await tx.update(members).set({ photo: null }).where(eq(members.id, memberId));
  await tx.delete(memberPhotos).where(eq(memberPhotos.memberId, memberId));
}

/** Needs no session, because the address can't be guessed. */
async function readPhoto(
  { db }: Pick<Services, 'db'>,
  { id, size }: z.output<typeof contracts.getPhoto.input>,
): Promise<FileAnswer | Refused> {
  const [found] = await db
    .select({ webp: memberPhotos.webp })
    .from(memberPhotos)
    .where(and(eq(memberPhotos.id, id), eq(memberPhotos.sizePx, Number(size))));
  if (!found) return refuse('not_found');
  return { pieces: inOnePiece(found.webp), isImmutable: true };
}

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
