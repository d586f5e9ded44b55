import { inArray } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { staff } from '#server/db/schema/index.ts';
import { actorOf } from '#server/operator/staff/index.ts';

export async function actorNames(db: Db, entries: readonly { actor: string }[]): Promise<ReadonlyMap<string, string>> {
  const ids = entries.flatMap(({ actor }) => /^staff:(\d{1,9})$/.exec(actor)?.slice(1).map(Number) ?? []);
  const found = ids.length > 0 ? await db.select().from(staff).where(inArray(staff.id, ids)) : [];
  return new Map(found.map(({ id, name }) => [actorOf(id), name]));
}
