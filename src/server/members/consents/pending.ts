import { sql } from 'drizzle-orm';
import type { ConsentDocument } from '#contracts/consents.ts';
import { CONSENT_DOCUMENTS } from '#domain/legal.ts';
import { type Refused, refuse } from '#domain/refusals.ts';
import type { Db } from '#server/db/connect.ts';

export type Pending = ConsentDocument & { id: number };

const documents = sql.raw(CONSENT_DOCUMENTS.map((document) => `'${document}'`).join(', '));

const newest = sql`(
  select distinct on (document) * from legal_versions where document in (${documents}) order by document, id desc
)`;

/** Newest versions that the row `members` has not agreed to: the terms first, null if there are none. */
export const pendingConsents = sql<Pending[] | null>`(
  select json_agg(json_build_object('id', v.id, 'document', v.document, 'version', v.version, 'date', v.date)
    order by v.document desc)
  from ${newest} as v
  where not exists (select from consents c where c.member_id = members.id and c.version_id = v.id)
)`;

/** The token by which a member agrees to them. */
export function agreedOf(pending: readonly Pick<Pending, 'id'>[]): string {
  return pending.map(({ id }) => id).join('.');
}

/** Refuses what moves money or buys a place until the member has agreed to the current terms. */
export async function termsRefusal(tx: Db, memberId: number): Promise<Refused | undefined> {
  const { rows } = await tx.execute(sql`
    select from ${newest} as v
    where v.document = 'terms'
      and not exists (select from consents c where c.member_id = ${memberId} and c.version_id = v.id)`);
  return rows.length > 0 ? refuse('agreement_required') : undefined;
}

export async function newestVersionIds(tx: Db): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(sql`select id from ${newest} as v`);
  return rows.map(({ id }) => id);
}
