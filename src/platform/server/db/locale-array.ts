import { sql, type RawBuilder } from 'kysely'

/**
 * A chain of languages, to compare with `any(…)`. Written into the statement: for a parameter PostgreSQL reckons with
 * ten languages, and then plans every reading anew in the hope of fewer. Only from the shop's own lists, which are short.
 */
export function localeArray(locales: readonly string[]): RawBuilder<unknown> {
  return sql`${sql.lit(`{${locales.join(',')}}`)}::text[]`
}
