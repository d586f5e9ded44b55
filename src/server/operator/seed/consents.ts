import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';

/** The demo's members agreed to the samples when they joined, but not before these were published. */
export async function seedConsents(tx: Db): Promise<void> {
  await tx.execute(sql`
    insert into consents (member_id, version_id, document, hash, language, agreed_at)
    select m.id, v.id, v.document, v.hash, m.language, greatest(m.registered_at, v.published_at)
    from members m cross join legal_versions v
    where v.document in ('terms', 'privacy')
    on conflict do nothing`);
}
