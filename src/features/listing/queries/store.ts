import { createHash } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'
import { blockAt, pricesAt } from '../engine/blocks.ts'
import { clusterPlaces } from '../engine/cluster.ts'
import {
  blockShift,
  createIndex,
  putPrices,
  putProducts,
  removeProducts,
  type IndexOffers,
  type IndexRow,
  type ListingIndex,
  type PriceRows,
  type Prices,
  type Spans,
} from '../engine/listing-index.ts'
import { buildPaid, refreshPaid } from '../engine/paid-spans.ts'

/*
 * The listing index of a node. It is loaded from the database once; afterwards triggers on the catalogue's tables write
 * the changed products into `listing_changes`, and the node reads those again (decision 016).
 */

export interface ListingStore {
  /** Products and the prices in one currency are loaded, so listings need not wait. */
  isFilled(): boolean
  /** The index with the currency's prices; loads what is missing. */
  ready(currency: string): Promise<{ index: ListingIndex; prices: Prices }>
  /** What is really paid with these promotions, of an index that is ready; null: without promotions. */
  paid(currency: string, offers: IndexOffers | null): Promise<Spans>
  /** The state of the index: it is current as long as {@link newsSince} the horizon gives the same `news`. */
  seen(): Seen
  /** Applies the changes since. */
  catchUp(): Promise<void>
}

const stores = new WeakMap<object, ListingStore>()

export function listingStore(db: Db): ListingStore {
  let store = stores.get(db)
  if (store === undefined) stores.set(db, (store = createStore(db)))
  return store
}

export interface Seen {
  /** The oldest transaction that was open: changes of it and later ones may be missing in the index. */
  horizon: string
  /** Digest of those changes that are in the index all the same. */
  news: string | null
}

/** SQL for a digest of the changes that a reader at `horizon` may have missed; null for none. */
export function newsSince(horizon: string): RawBuilder<unknown> {
  return sql`(
      select md5(string_agg(c.product_id || ' ' || c.xid::text, ',' order by c.product_id))
      from listing_changes c
      where ${changedSince(horizon)}
    )`
}

/** What {@link newsSince} gives if there are exactly these changes. */
function digest(changes: readonly ListingChange[]): string | null {
  if (changes.length === 0) return null
  const inOrder = changes.toSorted(([a], [b]) => a - b)
  return createHash('md5')
    .update(inOrder.map(([product, xid]) => `${product} ${xid}`).join(','))
    .digest('hex')
}

/** A product, and the last transaction that changed it. */
type ListingChange = [product: number, xid: string]

// A database restored from a dump can have transaction ids of the future in its rows; the upper bound leaves them out.
function changedSince(horizon: string): RawBuilder<unknown> {
  return sql`c.xid >= ${horizon}::text::xid8 and c.xid < pg_snapshot_xmax(pg_current_snapshot())`
}

interface Loaded extends Seen {
  index: ListingIndex
  /** Changes from the horizon on that are in the index: product → xid. */
  known: Map<number, string>
}

function createStore(db: Db): ListingStore {
  let loading: Promise<Loaded> | null = null
  let loaded: Loaded | null = null
  let last: Promise<unknown> = Promise.resolve()

  /** Runs one writer after the other. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = last.then(work, work)
    last = done
    return done
  }

  async function load(): Promise<Loaded> {
    loading ??= loadAll(db).then(
      (all) => (loaded = all),
      (error: unknown) => {
        loading = null
        throw error
      },
    )
    return loading
  }

  return {
    isFilled: () => loaded !== null && loaded.index.prices.size > 0,
    async ready(currency) {
      const { index } = loaded ?? (await load())
      if (!index.prices.has(currency))
        await inTurn(async () => {
          if (!index.prices.has(currency)) await loadPrices(db, index, currency)
        })
      return { index, prices: index.prices.get(currency)! }
    },
    async paid(currency, offers) {
      const { index } = await load()
      const prices = index.prices.get(currency)!
      if (offers === null) return prices
      const built = index.paid.get(currency)
      if (built?.offers.key === offers.key) return built.spans
      return inTurn(async () => {
        let paid = index.paid.get(currency)
        if (paid?.offers.key !== offers.key) {
          paid = await buildPaid(index, prices, offers)
          index.paid.set(currency, paid)
          index.version += 1
        }
        return paid.spans
      })
    },
    seen: () => ({ horizon: loaded?.horizon ?? '0', news: loaded?.news ?? null }),
    catchUp: () => inTurn(async () => catchUp(db, loaded ?? (await load()))),
  }
}

/** Ids per statement: some milliseconds of work, so that requests are answered in between. */
const stride = 5_000

async function loadAll(db: Db): Promise<Loaded> {
  // Changes from here on are applied by `catchUp`.
  const { rows: found } = await sql<{ horizon: string; count: number; last: number }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as horizon, count(*) as count,
      coalesce(max(id), 0) as last
    from products`.execute(rows(db))
  const { horizon, count, last } = found[0]!
  const index = createIndex(count)
  for (let from = 0; from <= last; from += stride) putProducts(index, await readProducts(db, between(from)))
  clusterPlaces(index)
  // One block per turn of the event loop, so that requests are answered in between.
  for (let block = 0; block << blockShift < index.size; block++) {
    blockAt(index, block)
    await turn()
  }
  return { index, horizon, known: new Map(), news: null }
}

async function loadPrices(db: Db, index: ListingIndex, currency: string): Promise<void> {
  const last = index.ids.subarray(0, index.size).reduce((most, id) => Math.max(most, id), 0)
  const parts: PriceRows['rows'][] = []
  for (let from = 0; from <= last; from += stride) parts.push(await readPrices(db, currency, between(from)))
  // Without an await in between: no listing sees half of the prices.
  putPrices(index, [], { currency, rows: [] })
  for (const part of parts) putPrices(index, [], { currency, rows: part })
  const prices = index.prices.get(currency)!
  for (let block = 0; block << blockShift < index.size; block++) {
    pricesAt(index, prices, block)
    await turn()
  }
}

async function catchUp(db: Db, loaded: Loaded): Promise<void> {
  const { rows: found } = await sql<{ horizon: string; changes: ListingChange[] | null }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as horizon,
      (
        select json_agg(json_build_array(c.product_id, c.xid::text))
        from listing_changes c
        where ${changedSince(loaded.horizon)}
      ) as changes`.execute(rows(db))
  const { horizon, changes } = found[0]!
  const fresh = (changes ?? [])
    .filter(([product, xid]) => loaded.known.get(product) !== xid)
    .map(([id]) => id)
  for (let at = 0; at < fresh.length; at += stride) {
    const ids = fresh.slice(at, at + stride)
    const currencies = [...loaded.index.prices.keys()]
    const [products, ...prices] = await Promise.all([
      readProducts(db, these(ids)),
      ...currencies.map((currency) => readPrices(db, currency, these(ids))),
    ])
    putProducts(loaded.index, products)
    const there = new Set(products.map(([id]) => id))
    removeProducts(
      loaded.index,
      ids.filter((id) => !there.has(id)),
    )
    for (const [n, currency] of currencies.entries())
      putPrices(loaded.index, ids, { currency, rows: prices[n]! })
    refreshPaid(loaded.index, ids)
  }
  const open = (changes ?? []).filter(([, xid]) => BigInt(xid) >= BigInt(horizon))
  loaded.horizon = horizon
  loaded.known = new Map(open)
  loaded.news = digest(open)
}

type Which = (column: string) => RawBuilder<unknown>

function between(from: number): Which {
  return (column) =>
    sql`${sql.ref(column)} >= ${from}::bigint and ${sql.ref(column)} < ${from + stride}::bigint`
}

function these(ids: readonly number[]): Which {
  return (column) => sql`${sql.ref(column)} = any(${ids}::bigint[])`
}

async function readProducts(db: Db, which: Which): Promise<IndexRow[]> {
  const { rows: found } = await sql<{ all: IndexRow[] | null }>`
    select json_agg(
      json_build_array(
        p.id, p.visible::int + 2 * p.in_stock::int, (extract(epoch from p.published_at) * 1000000)::bigint,
        p.sold_count, coalesce(p.rating_average * 100, -1)::int, p.rating_count, c.all, t.all, o.all
      )
      order by p.id
    ) as all
    from products p
    left join (
      select product_id, array_agg(category_id) as all
      from product_categories
      where ${which('product_id')}
      group by 1
    ) c on c.product_id = p.id
    left join (
      select product_id, array_agg(tag_id) as all
      from product_tags
      where ${which('product_id')}
      group by 1
    ) t on t.product_id = p.id
    left join (
      select product_id, array_agg(in_stock::int || option_code || E'\u0001' || value_code) as all
      from product_option_values
      where ${which('product_id')}
      group by 1
    ) o on o.product_id = p.id
    where ${which('p.id')}`.execute(rows(db))
  return found[0]?.all ?? []
}

async function readPrices(db: Db, currency: string, which: Which): Promise<PriceRows['rows']> {
  const { rows: found } = await sql<{ all: PriceRows['rows'] | null }>`
    select json_agg(json_build_array(product_id, amount_from, amount_to, line_from)) as all
    from product_prices
    where currency = ${currency} and ${which('product_id')}`.execute(rows(db))
  return found[0]?.all ?? []
}
