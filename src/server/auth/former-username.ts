import { eq } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { formerUsernames } from '#server/db/schema/index.ts';
import type { House } from '#server/house.ts';
import { mac } from '#server/secrets.ts';

/** Under a key: who has only the database can't try names against it. */
function hashOf({ secrets }: Pick<House, 'secrets'>, username: string): Buffer {
  return mac(secrets.formerUsernames, username);
}

/** Keeps a name from ever being anybody else's, without keeping the name. */
export async function retireUsername(tx: Db, house: Pick<House, 'secrets'>, username: string): Promise<void> {
  await tx
    .insert(formerUsernames)
    .values({ hash: hashOf(house, username) })
    .onConflictDoNothing();
}

export async function isRetired(tx: Db, house: Pick<House, 'secrets'>, username: string): Promise<boolean> {
  return (await tx.$count(formerUsernames, eq(formerUsernames.hash, hashOf(house, username)))) > 0;
}
