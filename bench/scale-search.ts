import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import pino from 'pino'
import { colors, materials } from './scale-catalog.ts'
import { mostKnown, mostPopular, productRows } from '#features/search/work/keep-index.ts'
import { choosePopular, productSources } from '#features/search/queries/index.ts'
import { openDatabase } from '#platform/server/db/db.ts'

/** Products that are read and written at once. */
const stride = 5_000

/**
 * Fills the search index from a catalogue that was written straight into its tables: the same rows as the indexer's,
 * by COPY, with the indexes created afterwards.
 */
export async function fillSearch(url: string, products: number, say: (line: string) => void): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const db = openDatabase({ url, pool: 2, log: pino({ level: 'silent' }), statementTimeout: 0 })
  const begun = performance.now()
  try {
    const { rows: indexes } = await client.query<{ name: string; made: string }>(
      `select indexname as name, indexdef as made from pg_indexes where tablename in ('search_popular', 'search_known', 'search_rest') and indexdef like '%gin%'`,
    )
    await client.query(
      `truncate search_products, search_words, search_stale; set maintenance_work_mem = '512MB'; set synchronous_commit = off`,
    )
    for (const { name } of indexes) await client.query(`drop index ${name}`)
    async function* lines(): AsyncGenerator<string> {
      for (let first = 1; first <= products; first += stride) {
        const ids = Array.from({ length: Math.min(stride, products - first + 1) }, (_, n) => first + n)
        const sources = await productSources(db, ids)
        yield (await productRows(sources))
          .map(({ id, head, words }) => `${id}\t${id <= mostPopular ? 0 : 2}\t${head}\t${words}\n`)
          .join('')
      }
    }
    await pipeline(
      Readable.from(lines()),
      client.query(copyFrom('copy search_products (product_id, tier, head, words) from stdin')),
    )
    say(`search: rows after ${Math.round(performance.now() - begun)} ms`)
    await client.query(
      `insert into search_words (word, things) select word, ndoc from ts_stat('select head from search_products')
        where length(word) between 2 and 40 and word ~ '^[a-z]'`,
    )
    await db.transact((tx) => choosePopular(tx, { most: mostPopular, next: mostKnown, limit: products }))
    for (const { made } of indexes) await client.query(made)
    await client.query('vacuum analyze search_products, search_words')
    say(`search: ${Math.round(performance.now() - begun)} ms`)
  } finally {
    await db.close()
    await client.end()
  }
}

type Dice = (below: number) => number

/** Typical queries: words of a tenth of the shop, rare ones, numbers, misspellings, and unknown words. */
function typed(random: Dice): string {
  const color = colors[random(colors.length)]!
  const material = materials[random(materials.length)]!
  const at = 1 + random(material.length - 1)
  const kinds = [
    color,
    `${color} ${material}`,
    `${material} thing`,
    `${material}s for ${color} part ${random(208)}`,
    `maker ${random(300)}`,
    `${color} thing ${random(10_000)}`,
    `T${random(10_000)}-0`,
    `${color} ${material.slice(0, at)}${material.slice(at + 1)}`,
    `分类 ${random(208)}`,
    `dongxi ${random(10_000)}`,
    `${material} unicorn`,
    `tag ${random(60)} ${color}`,
  ]
  return kinds[random(kinds.length)]!
}

/** URLs of result pages, no two alike. @param round the same words are in other places in each */
export function searchAddresses(random: Dice, count: number, round: number): string[] {
  const found = new Set<string>()
  while (found.size < count) {
    const query = new URLSearchParams({ q: typed(random), price: `${random(9)}-${5_000 + round}` })
    if (random(4) === 0) query.set('o.color', colors[random(colors.length)]!)
    found.add(`/search?${query.toString()}`)
  }
  return [...found]
}

/** Calls of the suggestions, after two characters or more. */
export function suggestQueries(random: Dice, count: number): { path: string; body: string }[] {
  return Array.from({ length: count }, () => {
    const whole = typed(random)
    return {
      path: '/api/web/search/suggest',
      body: JSON.stringify({ q: whole.slice(0, 2 + random(Math.max(1, whole.length - 1))) }),
    }
  })
}
