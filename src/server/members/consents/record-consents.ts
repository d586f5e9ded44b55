import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import type { Agreement } from '#server/db/schema/index.ts';

/** Keeps the first consent to each version. */
export async function recordConsents(tx: Db, memberId: number, { versions, language, at }: Agreement): Promise<void> {
  await tx.execute(sql`
    insert into consents (member_id, version_id, document, hash, language, agreed_at)
    select ${memberId}::integer, v.id, v.document, v.hash, ${language}, ${at}::timestamptz
    from legal_versions v where v.id = any(${sql.param(versions)}::integer[])
    on conflict do nothing`);
}
