import pg from 'pg'

/*
 * Frequent statements are prepared once per connection: PostgreSQL spends most of a page query's time on planning.
 * Behind PgBouncer this needs version 1.21 or newer (`max_prepared_statements`).
 */

/** Texts that are prepared. Listings make a new text for each combination of filters; each costs memory on each connection. */
const mostStatements = 80

/** So often a text comes by before it is worth one of them. */
const usesBefore = 5
/** Texts whose uses are counted. */
const mostCounted = 1_000

const names = new Map<string, string>()
const uses = new Map<string, number>()

/** A connection that prepares the statements with parameters that come by most. */
export class PreparingClient extends pg.Client {
  // The overloads of pg's `query` cannot be declared again: everything but texts is passed on untouched.
  override query(...args: unknown[]): never {
    const query = super.query.bind(this) as (...args: unknown[]) => never
    const [text, values, ...rest] = args
    if (typeof text !== 'string') return query(...args)
    const name = Array.isArray(values) ? nameOf(text) : null
    const asked = name === null ? [text, values] : [{ name, text, values }]
    return args.some((arg) => typeof arg === 'function')
      ? query(...asked, ...rest)
      : (answered(query, asked) as never)
  }
}

/**
 * Takes the result by a callback and makes the promise here. pg's own promise keeps the rows alive until the next
 * major GC, and each query's rows through the next query; they were most of its work.
 */
function answered(query: (...args: unknown[]) => unknown, asked: readonly unknown[]): Promise<unknown> {
  return new Promise((resolve, reject) => {
    query(...asked, (error: unknown, result: unknown) => (error ? reject(error) : resolve(result)))
  })
}

function nameOf(text: string): string | null {
  const known = names.get(text)
  if (known !== undefined) return known
  if (names.size >= mostStatements || !/^\s*(?:select|with|insert|update|delete)\b/i.test(text)) return null
  const used = (uses.get(text) ?? 0) + 1
  if (used < usesBefore) {
    if (used > 1 || uses.size < mostCounted) uses.set(text, used)
    return null
  }
  uses.delete(text)
  const name = `often_${names.size}`
  names.set(text, name)
  return name
}
