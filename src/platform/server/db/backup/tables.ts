import pg from 'pg'

/** A table's name and the columns that hold data of their own (generated ones do not). */
export interface Table {
  name: string
  columns: string[]
}

export interface Sequence {
  name: string
  /** Decimal digits. */
  lastValue: string
  isCalled: boolean
}

// Written by the migrations themselves, and compared rather than copied.
const migrationsTable = 'migrations'

/** The names of the applied migrations, in order; none in a database that was never migrated. */
export async function appliedMigrations(client: pg.Client): Promise<string[]> {
  const { rows: found } = await client.query<{ present: boolean }>(
    `select to_regclass('public.${migrationsTable}') is not null as present`,
  )
  if (found[0]?.present !== true) return []
  const { rows } = await client.query<{ name: string }>(
    `select name from public.${migrationsTable} order by name`,
  )
  return rows.map(({ name }) => name)
}

/**
 * The tables of schema `public` with the shop's rows. Left out: tables of extensions, and tables with a transaction
 * id (xid8), which is valid only in the cluster that assigned it.
 */
export async function shopTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.relname::text as name,
            coalesce(array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = ''), '{}') as columns
       from pg_class c
       left join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> $1
        and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
      group by c.oid
     having bool_and(a.atttypid is distinct from 'xid8'::regtype)
      order by c.relname`,
    [migrationsTable],
  )
  return rows
}

/**
 * The sequences with their current values, without those of extensions and of tables that are left out (with an xid8
 * column).
 */
export async function sequences(client: pg.Client): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname::text as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'S'
        and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
        and not exists (
          select from pg_depend d join pg_attribute a on a.attrelid = d.refobjid and a.atttypid = 'xid8'::regtype
          where d.objid = c.oid and d.refclassid = 'pg_class'::regclass and d.deptype in ('a', 'i'))
      order by c.relname`,
  )
  const found: Sequence[] = []
  for (const { name } of rows) {
    const { rows: state } = await client.query<Omit<Sequence, 'name'>>(
      `select last_value::text as "lastValue", is_called as "isCalled" from ${qualified(name)}`,
    )
    if (state[0] !== undefined) found.push({ name, ...state[0] })
  }
  return found
}

/** The first table that holds a row; null when all are empty. */
export async function firstFilled(client: pg.Client, tables: Table[]): Promise<string | null> {
  for (const { name } of tables) {
    const { rows } = await client.query<{ filled: boolean }>(
      `select exists (select from ${qualified(name)}) as filled`,
    )
    if (rows[0]?.filled === true) return name
  }
  return null
}

/**
 * Drops, within the transaction, what prevents loading the tables in any order and unchanged: foreign keys and
 * triggers. Returns the statements that create them again, which check all rows.
 */
export async function liftConstraints(client: pg.Client, tables: Table[]): Promise<string[]> {
  const names = tables.map(({ name }) => name)
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `select r.relname::text as table, k.conname::text as name, pg_get_constraintdef(k.oid) as definition
       from pg_constraint k join pg_class r on r.oid = k.conrelid
      where k.contype = 'f' and k.conparentid = 0 and r.relnamespace = 'public'::regnamespace and r.relname = any($1)`,
    [names],
  )
  const { rows: triggers } = await client.query<{ table: string; name: string }>(
    `select r.relname::text as table, t.tgname::text as name
       from pg_trigger t join pg_class r on r.oid = t.tgrelid
      where not t.tgisinternal and t.tgenabled = 'O' and r.relnamespace = 'public'::regnamespace and r.relname = any($1)`,
    [names],
  )
  const undo: string[] = []
  for (const { table, name, definition } of keys) {
    await client.query(`alter table ${qualified(table)} drop constraint ${pg.escapeIdentifier(name)}`)
    undo.push(`alter table ${qualified(table)} add constraint ${pg.escapeIdentifier(name)} ${definition}`)
  }
  for (const { table, name } of triggers) {
    await client.query(`alter table ${qualified(table)} disable trigger ${pg.escapeIdentifier(name)}`)
    undo.push(`alter table ${qualified(table)} enable trigger ${pg.escapeIdentifier(name)}`)
  }
  return undo
}

/** `public."name"`. */
export function qualified(name: string): string {
  return `public.${pg.escapeIdentifier(name)}`
}

/** `public."name" ("a", "b")`, as COPY takes it. */
export function copyTarget({ name, columns }: Table): string {
  return `${qualified(name)} (${columns.map((column) => pg.escapeIdentifier(column)).join(', ')})`
}
