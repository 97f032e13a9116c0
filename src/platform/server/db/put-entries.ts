import { sql } from 'kysely'
import type { Tx } from './db.ts'
import { rows } from './rows.ts'

/** A table whose rows are the entries of files: known by a name of their own, remembered by the hash of their content. */
export interface EntryTable {
  name: string
  /** The column that an entry is known by: slug or code. */
  key: string
  /** Further columns of an entry: name → PostgreSQL type. */
  columns: Record<string, string>
  /** Columns that a change of the row only raises, never lowers: the shop itself counts on them. */
  growing?: readonly string[]
}

/** The table's rows under these keys. */
export async function knownEntries(
  tx: Tx,
  { name, key }: EntryTable,
  keys: readonly string[],
): Promise<Map<string, { id: number; hash: string }>> {
  const { rows: found } = await sql<{ id: number; key: string; hash: string }>`
    select id, ${sql.ref(key)} as key, hash
    from ${sql.table(name)}
    where ${sql.ref(key)} = any(${keys}::text[])`.execute(rows(tx))
  return new Map(found.map(({ id, key: known, hash }) => [known, { id, hash }]))
}

export interface EntriesPut {
  /** Key → id, of all. */
  ids: Map<string, number>
  added: Set<number>
  changed: Set<number>
}

/**
 * Inserts missing rows and updates those that differ, in one statement. A column that only grows is never lowered.
 */
export async function putEntries(
  tx: Tx,
  { name, key, columns, growing = [] }: EntryTable,
  given: readonly object[],
): Promise<EntriesPut> {
  const names = [key, ...Object.keys(columns)]
  const rowType = sql.join(
    names.map((column) => sql`${sql.ref(column)} ${sql.raw(columns[column] ?? 'text')}`),
  )
  const next = (column: string) =>
    growing.includes(column)
      ? sql`greatest(t.${sql.ref(column)}, excluded.${sql.ref(column)})`
      : sql`excluded.${sql.ref(column)}`
  const own = Object.keys(columns)
  const keys = JSON.stringify(given)
  const { rows: put } = await sql<{ id: number; added: boolean }>`
    insert into ${sql.table(name)} as t (${sql.join(names.map((column) => sql.ref(column)))})
    select ${sql.join(names.map((column) => sql`g.${sql.ref(column)}`))}
    from json_to_recordset(${keys}::json) as g(${rowType})
    on conflict (${sql.ref(key)}) do update set
      ${sql.join(own.map((column) => sql`${sql.ref(column)} = ${next(column)}`))}
    where (${sql.join(own.map((column) => sql`t.${sql.ref(column)}`))})
        is distinct from (${sql.join(own.map(next))})
    returning t.id, xmax = 0 as added`.execute(rows(tx))
  const { rows: all } = await sql<{ id: number; key: string }>`
    select t.id, t.${sql.ref(key)} as key
    from ${sql.table(name)} t
    join json_to_recordset(${keys}::json) as g(
      ${sql.ref(key)} text
    ) on g.${sql.ref(key)} = t.${sql.ref(key)}`.execute(rows(tx))
  return {
    ids: new Map(all.map(({ id, key: known }) => [known, id])),
    added: new Set(put.flatMap(({ id, added }) => (added ? [id] : []))),
    changed: new Set(put.flatMap(({ id, added }) => (added ? [] : [id]))),
  }
}

/** Records what was imported. */
export async function rememberEntries(
  tx: Tx,
  { name }: EntryTable,
  given: readonly { id: number; hash: string }[],
): Promise<void> {
  await sql`
    update ${sql.table(name)} t
    set hash = g.hash
    from json_to_recordset(${JSON.stringify(given)}::json) as g(id bigint, hash text)
    where t.id = g.id and t.hash <> g.hash`.execute(rows(tx))
}

/** Deletes the entries with these keys. A row that refers to them without cascading stops it with 23503. */
export async function removeEntries(
  tx: Tx,
  { name, key }: EntryTable,
  keys: readonly string[],
): Promise<number[]> {
  const { rows: gone } = await sql<{ id: number }>`
    delete from ${sql.table(name)}
    where ${sql.ref(key)} = any(${keys}::text[])
    returning id`.execute(rows(tx))
  return gone.map(({ id }) => id)
}
