import type pg from 'pg';

/** One line per object of the schema. npm's PostgreSQL has no pg_dump. */
export async function schemaDump(client: pg.Client | pg.Pool): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(`
    with ours as (select oid from pg_namespace where nspname = 'public')
    select format('column %s.%s %s%s default %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
      case when a.attnotnull then ' not null' end, pg_get_expr(d.adbin, d.adrelid)) as line
    from pg_attribute a join pg_class c on c.oid = a.attrelid join ours on ours.oid = c.relnamespace
    left join pg_attrdef d on (d.adrelid, d.adnum) = (a.attrelid, a.attnum)
    where a.attnum > 0 and not a.attisdropped and c.relkind in ('r', 'p', 'v', 'm', 'S')
    union all
    select format('constraint of %s: %s %s', conrelid::regclass, conname, pg_get_constraintdef(k.oid))
    from pg_constraint k join ours on ours.oid = k.connamespace
    union all
    select format('index %s%s', pg_get_indexdef(indexrelid), case when not indisvalid then ' invalid' end)
    from pg_index join pg_class c on c.oid = indexrelid join ours on ours.oid = c.relnamespace
    union all
    select pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = tgrelid
    join ours on ours.oid = c.relnamespace where not tgisinternal
    union all
    select pg_get_functiondef(p.oid) from pg_proc p join ours on ours.oid = p.pronamespace where p.prokind <> 'a'
    union all
    select format('view %s %s', c.relname, pg_get_viewdef(c.oid)) from pg_class c
    join ours on ours.oid = c.relnamespace where c.relkind in ('v', 'm')
    union all
    select format('enum %s: %s', t.typname, string_agg(e.enumlabel, ', ' order by e.enumsortorder)) from pg_type t
    join ours on ours.oid = t.typnamespace join pg_enum e on e.enumtypid = t.oid group by t.typname
    order by 1`);
  return rows.map(({ line }) => line);
}
