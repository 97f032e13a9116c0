import pg from 'pg'

/*
 * Frequent statements are prepared once per connection: PostgreSQL spends most of a page query's time on planning.
 * Behind PgBouncer this needs version 1.21 or newer (`max_prepared_statements`).
 */

/**
 * Texts that are prepared. Listings make a new text for each combination of filters; each costs memory on each
 * connection, the largest, that of an order, 0.4 MB. The start and the loops of a shop take 55 of them, so there is room
 * for three times as many: a text without a place is planned at each use, which takes an order longer than being read.
 */
const mostStatements = 160

/** So often a text comes by before it is worth one of them. */
const usesBefore = 5
/** Texts whose uses are counted. */
const mostCounted = 1_000

const names = new Map<string, string>()
const uses = new Map<string, number>()

/** A connection that prepares the statements with parameters that come by most, and waits for none of them for ever. */
export class PreparingClient extends pg.Client {
  /**
   * Milliseconds that PostgreSQL may be silent about a statement; 0: as long as it takes. Its own `statement_timeout`
   * ends what is slow; when it does not answer at all, only this side's clock runs. The connection is closed then, for
   * the answer may still come and would be taken for that of the next statement. COPY is not limited.
   */
  patience = 0

  // The overloads of pg's `query` cannot be declared again: everything but texts is passed on untouched.
  override query(...args: unknown[]): never {
    const query = super.query.bind(this) as (...args: unknown[]) => never
    const [text, values, ...rest] = args
    if (typeof text !== 'string') return query(...args)
    const name = Array.isArray(values) ? nameOf(text) : null
    const { patience } = this
    const limit = patience === 0 ? null : { query_timeout: patience }
    // By a callback alone: `query(text, callback)`.
    const given = typeof values === 'function' ? [values, ...rest] : rest
    const asked = {
      text,
      ...(name === null ? null : { name }),
      ...(Array.isArray(values) ? { values } : null),
      ...limit,
    }
    const callback = given.find((arg): arg is Callback => typeof arg === 'function')
    if (callback === undefined) return answered(query, asked, this) as never
    return query(asked, (error: Error | null, result: unknown) => callback(failureOf(error, this), result))
  }
}

type Callback = (error: Error | null, result: unknown) => void

/** PostgreSQL did not answer: not what was asked is at fault. Node's own name for it, which `problemOf` knows. */
function failureOf(error: Error | null, client: PreparingClient): Error | null {
  if (error?.message !== 'Query read timeout') return error
  // Closed at once, and the pool takes it back no more.
  void client.end()
  return Object.assign(new Error(`PostgreSQL did not answer in ${client.patience} ms`), { code: 'ETIMEDOUT' })
}

/**
 * Takes the result by a callback and makes the promise here. pg's own promise keeps the rows alive until the next
 * major GC, and each query's rows through the next query; they were most of its work.
 */
function answered(
  query: (...args: unknown[]) => unknown,
  asked: object,
  client: PreparingClient,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    query(asked, (error: Error | null, result: unknown) =>
      error ? reject(failureOf(error, client)!) : resolve(result),
    )
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
