import { readFile, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { atEnd } from './cleanup.ts'
import { median, milliseconds, percentile, type Row } from './figures.ts'
import type { Bench, Measure } from './measure.ts'
import { memoryOf, serverCore, start, stop, waitForLine } from './process.ts'
import { fillCatalog, leafCategories } from './scale-catalog.ts'
import { fillSearch, searchAddresses, suggestQueries } from './scale-search.ts'
import { scratch, shopEnvironment } from './shop.ts'
import { openEmbedded } from '#platform/server/db/embedded.ts'
import { migrate } from '#platform/server/db/migrate.ts'

const clients = 16
/** Milliseconds that a client looks at a page, on average. */
const pause = 300
const sizes = [10_000, 1_000_000]
const pagesPerRound = 200

/** @param folder where the filled databases are kept for the next run; null forgets them. */
export function scale(folder: string | null): Measure {
  return {
    name: 'scale',
    title: 'Listings and search of a million products',
    method:
      'Shops of 10 000 and of 1 000 000 made products in 208 categories (the largest holds four of ten), each opened anew. ' +
      `${clients} clients open pages that nobody has asked for yet, on average ${pause} ms after the last one came: categories in all ` +
      'sorts, and categories with one or two options and a price; 60 % first pages, 15 % anywhere up to page 500. The time is ' +
      'from sending to the last byte; the server has one core, PostgreSQL and the clients share what there is. "Without pause" ' +
      'is what the same clients get who do not look at the page: there the time is that of the queue.',
    run: (bench) => run(bench, folder),
  }
}

interface ScaleShop {
  port: number
  pid: number
  /** Milliseconds from the start of the server to the first listing. */
  firstListing: number
  close(): Promise<void>
}

type Times = Record<'category' | 'filtered' | 'hurried' | 'search' | 'suggest', number[]>

async function run({ rounds, say }: Bench, folder: string | null): Promise<Row[]> {
  const found = new Map<number, Times & { memory: number; firstListing: number }>()
  for (const products of sizes) {
    const shop = await openFilled(products, folder, say)
    const times: Times = { category: [], filtered: [], hurried: [], search: [], suggest: [] }
    const random = dice(products)
    await visit(shop.port, await addresses(shop.port, random, pagesPerRound, 'filtered', '/zh'), 0)
    for (let round = 1; round <= rounds; round++) {
      for (const kind of ['category', 'filtered'] as const)
        times[kind].push(
          ...(await visit(shop.port, await addresses(shop.port, random, pagesPerRound, kind, ''), pause)),
        )
      const mixed = await addresses(shop.port, random, pagesPerRound, 'filtered', '')
      times.hurried.push(...(await visit(shop.port, mixed, 0)))
      times.search.push(...(await visit(shop.port, searchAddresses(random, pagesPerRound, round), pause)))
      times.suggest.push(...(await visit(shop.port, suggestQueries(random, pagesPerRound), pause)))
      say(
        `${products} products, round ${round}: ${Object.entries(times)
          .map(
            ([kind, all]) =>
              `${kind} ${milliseconds(median(all))}, 99 % ${milliseconds(percentile(all, 99))}`,
          )
          .join('; ')}`,
      )
    }
    found.set(products, {
      ...times,
      memory: memoryOf(shop.pid)?.most ?? Number.NaN,
      firstListing: shop.firstListing,
    })
    await shop.close()
  }
  return rowsOf(found.get(sizes[0]!)!, found.get(sizes[1]!)!)
}

function rowsOf(
  small: Times & { memory: number; firstListing: number },
  large: Times & { memory: number; firstListing: number },
): Row[] {
  const named = { category: 'Category', filtered: 'Category with options and price' }
  const rows = (['category', 'filtered'] as const).flatMap((kind): Row[] => {
    const growth = median(large[kind]) / median(small[kind])
    const slowest = percentile(large[kind], 99)
    return [
      {
        what: `${named[kind]}, 1 000 000 products: 99 %`,
        limit: '',
        figure: milliseconds(slowest),
        ratio: '',
        target: '≤ 60 ms',
        ok: slowest <= 60,
      },
      {
        what: `${named[kind]}: median`,
        limit: `${milliseconds(median(small[kind]))} with 10 000`,
        figure: milliseconds(median(large[kind])),
        ratio: `${growth.toFixed(2)}×`,
        target: '≤ 2×',
        ok: growth <= 2,
      },
    ]
  })
  const asked = (kind: 'search' | 'suggest', what: string, most: number): Row => {
    const slowest = percentile(large[kind], 99)
    return {
      what: `${what}, 1 000 000 products: 99 %`,
      limit: `${milliseconds(percentile(small[kind], 99))} with 10 000`,
      figure: milliseconds(slowest),
      ratio: '',
      target: `≤ ${most} ms`,
      ok: slowest <= most,
    }
  }
  const seen = (what: string, limit: number, figure: number, text: (value: number) => string): Row => ({
    what,
    limit: `${text(limit)} with 10 000`,
    figure: text(figure),
    ratio: '',
    target: '',
    ok: null,
  })
  return [
    ...rows,
    asked('search', 'Search', 80),
    asked('suggest', 'Suggestions', 30),
    seen('Without pause: median', median(small.hurried), median(large.hurried), milliseconds),
    seen('Without pause: 99 %', percentile(small.hurried, 99), percentile(large.hurried, 99), milliseconds),
    seen(
      'From the start of the server to the first listing',
      small.firstListing,
      large.firstListing,
      milliseconds,
    ),
    seen('Memory of the server, at most', small.memory, large.memory, (value) => `${value.toFixed(0)} MB`),
  ]
}

async function openFilled(
  products: number,
  folder: string | null,
  say: (line: string) => void,
): Promise<ScaleShop> {
  const dataDir = folder === null ? await scratch('scale') : join(resolve(folder), `scale-${products}`)
  const database = await openEmbedded({ dataDir, log: say })
  atEnd(() => database.stop())
  // Filled wholly, by this catalogue of this many products.
  const mark = join(dataDir, 'filled')
  await migrate({ url: database.url, directory: 'db/migrations' })
  if ((await readFile(mark, 'utf8').catch(() => null)) === null) {
    await fillCatalog(database.url, products, say)
    await writeFile(mark, String(products))
  }
  const searchable = join(dataDir, 'searchable')
  if ((await readFile(searchable, 'utf8').catch(() => null)) === null) {
    await fillSearch(database.url, products, say)
    await writeFile(searchable, String(products))
  }
  const begun = performance.now()
  const child = start(process.execPath, ['scripts/start.mjs'], {
    core: serverCore,
    env: shopEnvironment({ DATA_DIR: dataDir, DATABASE_URL: database.url, DEMO: 'off' }),
  })
  const [, port] = await waitForLine(child, /Violet is open at http:\/\/[^\s/]+:(\d+)/, 120_000)
  child.stderr?.pipe(process.stderr)
  await pagesOf(Number(port), 'part-1', {})
  const close = async (): Promise<void> => {
    await stop(child)
    await database.stop()
  }
  return { port: Number(port), pid: child.pid!, firstListing: performance.now() - begun, close }
}

const options = {
  color: ['black', 'white', 'grey', 'sand', 'navy', 'sage', 'clay', 'rose'],
  size: ['s', 'm', 'l', 'xl'],
  material: ['cotton', 'linen', 'wool', 'oak', 'steel'],
}
const sorts = ['featured', 'new', 'price-asc', 'price-desc', 'best', 'rating']

/** Addresses of pages that exist. Large categories come by as often as small ones. */
async function addresses(
  port: number,
  random: (below: number) => number,
  count: number,
  kind: 'category' | 'filtered',
  before: string,
): Promise<string[]> {
  const found = new Set<string>()
  while (found.size < count) {
    const category = `part-${1 + random([8, 48, 48 + leafCategories][random(3)]!)}`
    const chosen: Record<string, string[]> = {}
    const query = new URLSearchParams()
    if (kind === 'filtered') {
      const names = (['color', 'size', 'material'] as const).filter(() => random(2) === 0)
      for (const name of names.length === 0 ? (['color'] as const) : names.slice(0, 2)) {
        const value = options[name][random(options[name].length)]!
        chosen[name] = [value]
        query.append(`o.${name}`, value)
      }
    }
    const from = 5 + random(10)
    const to = from + 20 + random(100)
    const price = kind === 'filtered' ? { priceMin: from * 100, priceMax: to * 100 } : {}
    const { pages, total } = await pagesOf(port, category, { options: chosen, ...price })
    if (total === 0) continue
    const depth = random(100)
    const page = depth < 60 ? 1 : depth < 85 ? 1 + random(Math.min(5, pages)) : 1 + random(pages)
    if (page > 1) query.set('page', String(page))
    if (kind === 'filtered') query.set('price', `${from}-${to}`)
    const sort = sorts[random(sorts.length)]!
    if (sort !== 'featured') query.set('sort', sort)
    const text = query.toString()
    found.add(`${before}/category/${category}${text === '' ? '' : `?${text}`}`)
  }
  return [...found]
}

async function pagesOf(
  port: number,
  category: string,
  filters: object,
): Promise<{ pages: number; total: number }> {
  const answer = await fetch(`http://localhost:${port}/api/web/product/list`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', 'x-lang': 'en' },
    body: JSON.stringify({ category, filters }),
  })
  const { data } = (await answer.json()) as { data: { pages: number; total: number } | null }
  if (data === null) throw new Error(`${category} cannot be listed: ${answer.status}`)
  return data
}

/** What is asked: a page by its path, or a call. */
type Asked = string | { path: string; body: string }

/** Opens each page once, `clients` at a time. Milliseconds of each. */
async function visit(port: number, paths: readonly Asked[], pause: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const times: number[] = []
  const left = [...paths]
  const random = dice(paths.length)
  await Promise.all(
    Array.from({ length: clients }, async () => {
      if (pause > 0) await sleep(random(pause))
      for (let path = left.pop(); path !== undefined; path = left.pop()) {
        times.push(await timeOf(agent, port, path))
        if (pause > 0) await sleep(pause / 2 + random(pause))
      }
    }),
  )
  agent.destroy()
  return times
}

function timeOf(agent: Agent, port: number, asked: Asked): Promise<number> {
  const begun = performance.now()
  const call = typeof asked === 'string' ? null : asked
  const path = typeof asked === 'string' ? asked : asked.path
  return new Promise((resolve, reject) => {
    const headers = {
      'accept-encoding': 'gzip, br',
      'user-agent': 'violet-bench',
      host: `localhost:${port}`,
      ...(call
        ? { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
        : { accept: 'text/html' }),
    }
    const sent = request(
      { agent, port, path, host: '127.0.0.1', method: call ? 'POST' : 'GET', headers },
      (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`${path} was answered with ${answer.statusCode}`))
        answer.once('error', reject)
        answer.once('end', () => resolve(performance.now() - begun))
        answer.resume()
      },
    )
    sent.once('error', reject)
    sent.end(call?.body)
  })
}

// mulberry32: small, and the same everywhere.
function dice(seed: number): (below: number) => number {
  let state = (seed + 1) * 0x9e3779b9
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}
