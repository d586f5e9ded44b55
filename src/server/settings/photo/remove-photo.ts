import { eq } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { memberPhotos, members } from '#server/db/schema/index.ts';

/** In the caller's transaction: nothing of the photo is left. */
export async function removePhoto(tx: Db, memberId: number): Promise<void> {
  await tx.update(members).set({ photo: null }).where(eq(members.id, memberId));
  await tx.delete(memberPhotos).where(eq(memberPhotos.memberId, memberId));
}
