import { inArray } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { staff } from '#server/db/schema/index.ts';

/** Who `staff:7` is, for people: the name of whoever works at the console, any other actor as it is written. */
export async function actorNames(db: Db, actors: readonly string[]): Promise<(actor: string) => string> {
  const ids = actors.flatMap((actor) => /^staff:(\d{1,9})$/.exec(actor)?.slice(1).map(Number) ?? []);
  const found = ids.length > 0 ? await db.select().from(staff).where(inArray(staff.id, ids)) : [];
  const names = new Map(found.map(({ id, name }) => [`staff:${id}`, name]));
  return (actor) => names.get(actor) ?? actor;
}
