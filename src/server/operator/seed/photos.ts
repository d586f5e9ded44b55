import { readFile } from 'node:fs/promises';
import { inArray } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { members } from '#server/db/schema/index.ts';
import { isRefused } from '#domain/refusals.ts';
import type { Services } from '#server/api/services.ts';
import { drawPhoto, replacePhoto } from '#server/members/settings/index.ts';

/** Portraits drawn for the demo; they show no real person. */
const WITH_PHOTO = ['anna', 'ivan', 'priya', 'jonas', 'marie'];

export async function seedPhotos(tx: Db, services: Pick<Services, 'secrets'>): Promise<void> {
  const { default: sharp } = await import('sharp');
  const rows = await tx
    .select({ id: members.id, username: members.username })
    .from(members)
    .where(inArray(members.username, WITH_PHOTO));
  for (const { id, username } of rows) {
    const svg = await readFile(new URL(`./photos/${username}.svg`, import.meta.url));
    const drawn = await drawPhoto(await sharp(svg).png().toBuffer());
    if (isRefused(drawn)) throw new Error(`photos/${username}.svg can’t be drawn`);
    await replacePhoto(tx, services, id, drawn);
  }
}
