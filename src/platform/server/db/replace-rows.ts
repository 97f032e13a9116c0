import { sql, type RawBuilder } from 'kysely'
import type { Tx } from './db.ts'
import { rows } from './rows.ts'

/** A table whose rows belong to an owner and are always given all at once. */
export interface OwnedTable {
  name: string
  owner: string
  /** The rest of the primary key, and the other columns: name → PostgreSQL type. */
  key: Record<string, string>
  columns: Record<string, string>
}

/**
 * Makes the rows of these owners equal to the given ones: deletes missing, inserts new, updates different ones, and
 * does not write equal ones. Returns the owners of which anything changed.
 */
export async function replaceRows(
  tx: Tx,
  table: OwnedTable,
  owners: readonly number[],
  given: readonly object[],
): Promise<number[]> {
  if (owners.length === 0) return []
  const types = { [table.owner]: 'bigint', ...table.key, ...table.columns }
  const rowType = sql.join(
    Object.entries(types).map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`),
  )
  const { rows: found } = await sql<{ owner: number }>`
    with given as materialized (
      select * from json_to_recordset(${JSON.stringify(given)}::json) as g(${rowType})
    ),
    ${putRows(table, sql`select * from given`, owners)}
    select distinct owner
    from touched`.execute(rows(tx))
  return found.map(({ owner }) => owner)
}

/**
 * The common table expressions `gone`, `put` and `touched(owner)` that make the rows of the owners equal to those
 * of `wanted`, a query with the table's columns.
 */
export function putRows(
  table: OwnedTable,
  wanted: RawBuilder<unknown>,
  owners: readonly number[],
): RawBuilder<unknown> {
  const names = [table.owner, ...Object.keys(table.key), ...Object.keys(table.columns)]
  const keys = [table.owner, ...Object.keys(table.key)]
  const values = Object.keys(table.columns)
  const target = sql.ref(table.name)
  const sameKey = sql.join(
    keys.map((name) => sql`w.${sql.ref(name)} = t.${sql.ref(name)}`),
    sql` and `,
  )
  const onConflict =
    values.length === 0
      ? sql`do nothing`
      : sql`
        do update set ${sql.join(values.map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`))}
        where (${sql.join(values.map((name) => sql`t.${sql.ref(name)}`))})
            is distinct from (${sql.join(values.map((name) => sql`excluded.${sql.ref(name)}`))})`
  return sql`
    wanted as materialized (${wanted}),
    gone as (
      delete from ${target} t
      where t.${sql.ref(table.owner)} = any(${owners}::bigint[])
        and not exists (select 1 from wanted w where ${sameKey})
      returning t.${sql.ref(table.owner)} as owner
    ),
    put as (
      insert into ${target} as t (${sql.join(names.map((name) => sql.ref(name)))})
      select ${sql.join(names.map((name) => sql`w.${sql.ref(name)}`))}
      from wanted w
      on conflict (
        ${sql.join(keys.map((name) => sql.ref(name)))}
      ) ${onConflict} returning t.${sql.ref(table.owner)} as owner
    ),
    touched as (select owner from gone union select owner from put)`
}
