import { sql } from 'drizzle-orm';
import type { OutputOf } from '#contracts/contract.ts';
import type { listSigningKeys } from '#contracts/statements.ts';
import { isoDay } from '#i18n/format.ts';
import type { Db } from '#server/db/connect.ts';
import type { Services } from '#server/api/services.ts';
import { newestSealKey, verifierKey } from '#server/members/seals/index.ts';

type Row = { key: Buffer; first: string | null; last: string | null };

/** Steps from key to key along the index of statements, however many there are. */
export async function listKeys(
  services: Pick<Services, 'secrets' | 'config'>,
  db: Db,
): Promise<OutputOf<typeof listSigningKeys>> {
  const { timeZone, publicOrigin } = services.config;
  const { host } = new URL(publicOrigin);
  const { publicKey } = newestSealKey(services);
  const { rows } = await db.execute<Row>(sql`
    with recursive signers as (
      select (select public_key from statements order by public_key limit 1) as key
      union all
      select (select s.public_key from statements s where s.public_key > signers.key order by s.public_key limit 1)
      from signers where key is not null
    ), keys as (
      select key from signers where key is not null union select public_key from daily_seals union select ${publicKey}
    )
    select key,
      least(d.first, (select min(issued_at) from statements where public_key = key)) as first,
      greatest(d.last, (select max(issued_at) from statements where public_key = key)) as last
    from keys cross join lateral (
      select min(made_at) as first, max(made_at) as last from daily_seals where public_key = key
    ) as d
    order by (key = ${publicKey}) desc, last desc`);
  const dayOf = (at: string | null) => at && isoDay(new Date(at), timeZone);
  const items = rows.map(({ key, first, last }) => ({
    public_key: key.toString('hex'),
    seals: verifierKey(`${host}/daily-seal`, key),
    statements: verifierKey(`${host}/statement`, key),
    first_day: dayOf(first),
    last_day: dayOf(last),
    in_use: key.equals(publicKey),
  }));
  return { items, next: null };
}
