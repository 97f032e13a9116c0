import { readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { atEnd } from './cleanup.ts'
import { median, milliseconds, percentile, type Row } from './figures.ts'
import type { Bench, Measure } from './measure.ts'
import { memoryOf, root, start, stop, waitForLine, withCpu } from './process.ts'
import { addresses, dice, pagesOf, type Dice } from './scale-addresses.ts'
import { fillCatalog } from './scale-catalog.ts'
import { readFileOf, type FileRead } from './scale-files.ts'
import { fillSearch, searchAddresses, suggestQueries } from './scale-search.ts'
import { clients, visit, type Asked, type Heard, type Times } from './scale-visits.ts'
import { scratch, shopEnvironment } from './shop.ts'
import { openEmbedded } from '#platform/server/db/embedded.ts'
import { migrate } from '#platform/server/db/migrate.ts'

/** Milliseconds that a client looks at a page, on average. */
const pause = 300
/** Node's options in a shop of this size: see "Going live" in the README. */
const nodeForMany = '--max-semi-space-size=32'
const sizes = [10_000, 1_000_000]
const pagesPerRound = 200

/** @param folder for the filled databases, to be used by the next run; null deletes them */
export function scale(folder: string | null, nodeOptions: string): Measure {
  return {
    name: 'scale',
    title: 'Listings and search of a million products',
    method:
      'Shops of 10 000 and of 1 000 000 made products in 208 categories (the largest holds four of ten), each opened anew and asked for 800 others first. ' +
      `${clients} clients ask for pages that nobody has asked for yet, on average ${pause} ms after the last one came (about as ` +
      'many as 500 people who look at each page for ten seconds): categories in all sorts, categories with one or two options and a ' +
      'price (full pages of 48; 60 % first ones, 15 % anywhere up to page 500), searches, each with a price, and suggestions. The time is that of the ' +
      'server, from the head of a request to the last byte of its answer, the database and the other requests in between included; ' +
      '“as the client saw it” has the way there and back too, and the wait for a busy server. Server, PostgreSQL and clients ' +
      'share two cores; PostgreSQL has 6 GB of buffers, filled as `autoprewarm` fills them after a restart, and Node `--max-semi-space-size=32`. Each round opens 200 pages of each kind; 99 % is that of a round, and the figure the median of the rounds. Words come again as people’s do: some searches find what another page found, and only list it anew. “Without pause” is what the same clients wait who do not look at the page: there the time is that of ' +
      'the queue.',
    isUnbound: true,
    run: (bench) => run(bench, folder, nodeOptions),
  }
}

const kinds = ['category', 'filtered', 'search', 'suggest'] as const
type Kind = (typeof kinds)[number]

interface Figures {
  /** Of each round. */
  times: Record<Kind | 'hurried', Times[]>
  /** Requests, and processor time of the server for them, all its threads together, each second. */
  rate: number
  busy: number
  memory: number
  ready: number
  sitemapIndex: FileRead
  sitemap: FileRead
  feed: FileRead
}

async function run({ rounds, say }: Bench, folder: string | null, nodeOptions: string): Promise<Row[]> {
  const [small, large] = [
    await measureShop(sizes[0]!, rounds, folder, nodeOptions, say),
    await measureShop(sizes[1]!, rounds, folder, nodeOptions, say),
  ]
  return rowsOf(small, large)
}

async function measureShop(
  products: number,
  rounds: number,
  folder: string | null,
  nodeOptions: string,
  say: (line: string) => void,
): Promise<Figures> {
  const filled = await openFilled(products, folder, say)
  const random = dice(products)
  const scout = await openShop(filled, '')
  // A server that has just been started runs code that nothing is known of yet: in another language, of each kind.
  const warming = [
    ...(await addresses(scout.port, random, pagesPerRound, 'category', '/zh')),
    ...(await addresses(scout.port, random, pagesPerRound, 'filtered', '/zh')),
    ...searchAddresses(random, pagesPerRound, rounds + 1).map((path) => `/zh${path}`),
    ...suggestQueries(random, pagesPerRound),
  ]
  const asked = await askedFor(scout.port, rounds, random)
  await scout.close()

  const shop = await openShop(filled, nodeOptions)
  await visit(shop, warming, 0, random)
  const times: Figures['times'] = { category: [], filtered: [], search: [], suggest: [], hurried: [] }
  let seconds = 0
  let cpu = 0
  for (let round = 0; round < rounds; round++) {
    for (const kind of kinds) {
      const begun = performance.now()
      const { value, cpu: spent } = await withCpu(shop.pid, () =>
        visit(shop, asked[kind][round]!, pause, random),
      )
      seconds += (performance.now() - begun) / 1_000
      cpu += spent ?? Number.NaN
      times[kind].push(value)
    }
    times.hurried.push(await visit(shop, asked.hurried[round]!, 0, random))
    say(
      `${products} products, round ${round + 1}: ${Object.entries(times)
        .map(
          ([kind, all]) =>
            `${kind} ${milliseconds(ofRounds(all, 'server', 50))}, 99 % ${milliseconds(ofRounds(all, 'server', 99))}`,
        )
        .join('; ')}`,
    )
  }
  const memory = memoryOf(shop.pid)?.most ?? Number.NaN
  const sitemapIndex = await readFileOf(shop.port, shop.pid, '/sitemap.xml')
  const sitemap = await readFileOf(shop.port, shop.pid, '/sitemap-en-product-1.xml')
  const feed = await readFileOf(shop.port, shop.pid, '/merchant-en-USD.xml')
  await shop.close()
  await filled.close()
  const rate = (rounds * pagesPerRound * kinds.length) / seconds
  return { times, rate, busy: cpu / seconds, memory, ready: shop.ready, sitemapIndex, sitemap, feed }
}

/**
 * A percentile of a round's times, as the median of the rounds: other work on the machine, which now and then holds
 * everything up for a tenth of a second, is not the shop's.
 */
function ofRounds(rounds: readonly Times[], whose: keyof Times, percent: number): number {
  return median(rounds.map((times) => percentile(times[whose], percent)))
}

/** The requests of each round. */
async function askedFor(
  scout: number,
  rounds: number,
  random: Dice,
): Promise<Record<Kind | 'hurried', Asked[][]>> {
  const of = async (make: (round: number) => Promise<Asked[]> | Asked[]): Promise<Asked[][]> => {
    const all: Asked[][] = []
    for (let round = 1; round <= rounds; round++) all.push(await make(round))
    return all
  }
  return {
    category: await of(() => addresses(scout, random, pagesPerRound, 'category', '')),
    filtered: await of(() => addresses(scout, random, pagesPerRound, 'filtered', '')),
    search: await of((round) => searchAddresses(random, pagesPerRound, round)),
    suggest: await of(() => suggestQueries(random, pagesPerRound)),
    hurried: await of(() => addresses(scout, random, pagesPerRound, 'filtered', '/zh-HK')),
  }
}

interface Pair {
  few: number
  many: number
}

function rowsOf(small: Figures, large: Figures): Row[] {
  const named: [Kind, string, number][] = [
    ['category', 'Category', 60],
    ['filtered', 'Category with options and price', 60],
    ['search', 'Search', 80],
    ['suggest', 'Suggestions', 30],
  ]
  const rows = named.flatMap(([kind, what, most]): Row[] => {
    const [few, many] = [small.times[kind], large.times[kind]]
    const [half, slowest] = [50, 99].map((percent) => ({
      few: ofRounds(few, 'server', percent),
      many: ofRounds(many, 'server', percent),
    })) as [Pair, Pair]
    const growth = half.many / half.few
    return [
      {
        what: `${what}: 99 %`,
        limit: `${milliseconds(slowest.few)} with 10 000`,
        figure: milliseconds(slowest.many),
        ratio: '',
        target: `≤ ${most} ms`,
        ok: slowest.many <= most,
      },
      {
        what: `${what}: median`,
        limit: `${milliseconds(half.few)} with 10 000`,
        figure: milliseconds(half.many),
        ratio: `${growth.toFixed(2)}×`,
        target: '≤ 2×',
        ok: growth <= 2,
      },
      seen(
        `${what}, as the client saw it: 99 %`,
        ofRounds(few, 'client', 99),
        ofRounds(many, 'client', 99),
        milliseconds,
      ),
    ]
  })
  const load = ({ rate, busy }: Figures): string =>
    `${rate.toFixed(0)} a second, the server’s process at ${(busy * 100).toFixed(0)} % of a core`
  const file = ({ firstByte, whole, size, grown }: FileRead): string =>
    `${milliseconds(firstByte)} to the first byte, ${(whole / 1_000).toFixed(1)} s for ${size.toFixed(1)} MB, memory +${grown.toFixed(0)} MB`
  const hurried = (percent: number): [number, number] => [
    ofRounds(small.times.hurried, 'client', percent),
    ofRounds(large.times.hurried, 'client', percent),
  ]
  return [
    ...rows,
    { ...blank, what: 'Pages and calls', limit: `${load(small)} with 10 000`, figure: load(large) },
    seen('Without pause: median', ...hurried(50), milliseconds),
    seen('Without pause: 99 %', ...hurried(99), milliseconds),
    seen('From the start of the server to ready', small.ready, large.ready, milliseconds),
    seen('Memory of the server, at most', small.memory, large.memory, (value) => `${value.toFixed(0)} MB`),
    seen('Index of the sitemaps', small.sitemapIndex, large.sitemapIndex, file),
    seen('Sitemap of 10 000 products', small.sitemap, large.sitemap, file),
    seen('Feed of all products', small.feed, large.feed, file),
  ]
}

const blank = { ratio: '', target: '', ok: null }

function seen<T>(what: string, limit: T, figure: T, text: (value: T) => string): Row {
  return { ...blank, what, limit: `${text(limit)} with 10 000`, figure: text(figure) }
}

interface Filled {
  dataDir: string
  url: string
  close(): Promise<void>
}

async function openFilled(
  products: number,
  folder: string | null,
  say: (line: string) => void,
): Promise<Filled> {
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
  await database.stop()
  // Settings that an operator would give a shop of this size; PostgreSQL reads this file last.
  await writeFile(join(dataDir, 'pg/postgresql.auto.conf'), "shared_buffers = '6GB'\n")
  const again = await openEmbedded({ dataDir, log: say })
  atEnd(() => again.stop())
  await warm(again.url)
  return { dataDir, url: again.url, close: () => again.stop() }
}

/** What pages are made of: table, key, a column that an index does not have. */
const warmed = [
  ['products', 'id', 'options'],
  ['product_cards', 'product_id', 'card'],
  ['search_popular', 'product_id', 'head'],
  ['search_known', 'product_id', 'head'],
  ['search_rest', 'product_id', 'head'],
] as const

/**
 * Loads into PostgreSQL's buffers what `autoprewarm` restores after a restart. By an index, because sequential scans
 * do not stay in the buffers.
 */
async function warm(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    'set enable_seqscan = off; set enable_bitmapscan = off; set max_parallel_workers_per_gather = 0',
  )
  for (const [table, key, column] of warmed)
    await client.query(`select count(${column}) from ${table} where ${key} > 0`)
  await client.end()
}

interface ScaleShop extends Heard {
  pid: number
  /** Milliseconds from the start of the server until it says that it is ready. */
  ready: number
  close(): Promise<void>
}

async function openShop({ dataDir, url }: Filled, nodeOptions: string): Promise<ScaleShop> {
  const file = join(dataDir, 'server-times')
  await rm(file, { force: true })
  const begun = performance.now()
  const child = start(process.execPath, ['scripts/start.mjs', '--once'], {
    core: null,
    env: shopEnvironment({
      DATA_DIR: dataDir,
      DATABASE_URL: url,
      DEMO: 'off',
      NODE_OPTIONS: `--import=${join(root, 'bench/server-times.ts')} ${nodeForMany} ${nodeOptions}`,
      SERVER_TIMES: file,
    }),
  })
  const [, text] = await waitForLine(child, /Violet is open at http:\/\/[^\s/]+:(\d+)/, 120_000)
  child.stderr?.pipe(process.stderr)
  const port = Number(text)
  while (!(await fetch(`http://localhost:${port}/readyz`)).ok) await sleep(250)
  const ready = performance.now() - begun
  await pagesOf(port, 'part-1', {})
  return { port, file, pid: child.pid!, ready, close: () => stop(child) }
}
