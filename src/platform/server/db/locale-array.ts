import { sql, type RawBuilder } from 'kysely'

/**
 * A chain of languages for `any(…)`, written into the statement. For a parameter PostgreSQL estimates ten languages,
 * and then plans every time in the hope of fewer. Only for the shop's own lists, which are short.
 */
export function localeArray(locales: readonly string[]): RawBuilder<unknown> {
  return sql`${sql.lit(`{${locales.join(',')}}`)}::text[]`
}
