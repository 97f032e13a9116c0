import type pg from 'pg'

/*
 * What makes a database as it was when it was copied: its rows are deleted, which keeps what PostgreSQL's processes
 * know of its tables. Made once, in the template, by the superuser: triggers and foreign keys are off for a session that
 * replicates.
 */

/** Says what was found: what the catalogs hold, and how large the tables are. */
export interface Wiped {
  /** Whatever changes a table, a function, a trigger or the statistics changes this. */
  catalogs: string
  /** Bytes of tables and indexes: what was deleted stays in them. */
  size: number
}

/** Parts of a catalog's rows that no statement leaves as they were. */
const catalogs = [
  'pg_class',
  'pg_attribute',
  'pg_attrdef',
  'pg_constraint',
  'pg_index',
  'pg_namespace',
  'pg_proc',
  'pg_rewrite',
  'pg_statistic',
  'pg_trigger',
  'pg_type',
  'pg_db_role_setting',
]

interface Table {
  name: string
  columns: string
  isEmpty: boolean
}

/** Puts `wiped.wipe()` into a migrated database. */
export async function makeWipe(superuser: Pick<pg.Client, 'query'>): Promise<void> {
  const { rows: tables } = await superuser.query<Omit<Table, 'isEmpty'>>(`
    select format('%I.%I', n.nspname, c.relname) as name, (
      select string_agg(format('%I', attname), ', ' order by attnum) from pg_attribute
      where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = ''
    ) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname !~ '^(pg_|information_schema$)'
    order by 1`)
  const { rows: sequences } = await superuser.query<{ set: string }>(`
    select format('if (select is_called%1$s from %2$s) then perform setval(%2$L, %3$s, %4$L); end if;',
      ' and last_value <> ' || last_value, format('%I.%I', schemaname, sequencename),
      coalesce(last_value, start_value), last_value is not null) as set
    from pg_sequences`)
  await superuser.query('create schema wiped')
  const deletes: string[] = []
  for (const [index, { name, columns }] of tables.entries()) {
    deletes.push(`if exists (select from ${name}) then delete from ${name}; end if;`)
    const { rows } = await superuser.query<{ some: boolean }>(`select exists (select from ${name}) as some`)
    if (!rows[0]!.some) continue
    await superuser.query(`create table wiped.rows_${index} as select ${columns} from ${name}`)
    deletes.push(
      `insert into ${name} (${columns}) overriding system value select ${columns} from wiped.rows_${index};`,
    )
  }
  const seen = catalogs.map((name) => `(select count(*) || '-' || max(xmin::text::bigint) from ${name})`)
  await superuser.query(`
    create function wiped.wipe() returns table (catalogs text, size bigint)
    language plpgsql as $wipe$
    begin
      ${deletes.join('\n')}
      ${sequences.map(({ set }) => set).join('\n')}
      return query select concat_ws(' ', ${seen.join(', ')},
          (select sum(reltuples)::text from pg_class)),
        (select sum(pg_relation_size(oid))::bigint from pg_class
          where relkind in ('r', 'i', 't') and relnamespace = 'public'::regnamespace);
    end $wipe$`)
}

/** As a session that wipes has to be: changing this within a session makes PostgreSQL plan all statements anew. */
export const wiping = {
  options: '-c session_replication_role=replica -c search_path=public',
  application_name: 'wipe',
}

export async function wipe(client: Pick<pg.Client, 'query'>): Promise<Wiped> {
  const { rows } = await client.query<{ catalogs: string; size: unknown }>('select * from wiped.wipe()')
  const { catalogs, size } = rows[0]!
  // A text in a process that has not opened a database of the shop.
  return { catalogs, size: Number(size) }
}
