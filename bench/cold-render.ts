import { productSlug } from './catalog.ts'
import { median, milliseconds, percentile, type Row } from './figures.ts'
import { generator, getPage } from './generator.ts'
import type { Bench, Measure } from './measure.ts'
import { withCpu } from './process.ts'
import { stockedProducts, type StockedShop } from './shop.ts'

export const coldRender: Measure = {
  name: 'cold',
  title: 'A page that is not in the cache',
  method:
    'In the shop with 10 000 products, pages that nobody has asked for yet, each once: loading from PostgreSQL, ' +
    'rendering and compressing. One request at a time; the time of `/healthz` in the same run, which is transport ' +
    'and framework only, is taken off. The server has one core, PostgreSQL goes where there is room.',
  run,
}

/** Of each kind, in each round. */
const pagesPerRound = 30
/** Asked for before anything is counted, in another language: the compiler has then seen the code. */
const warmUpPages = 150

interface Kind {
  name: string
  /** Milliseconds. */
  target: number
  /** The `n`th address of this kind. */
  path: (shop: StockedShop, n: number) => string
}

const kinds: readonly Kind[] = [
  {
    name: 'Category of 48 cards',
    target: 10,
    path: ({ shape }, n) =>
      `/category/${shape.leaves[n % shape.leaves.length]}${n < shape.leaves.length ? '' : '?page=2'}`,
  },
  { name: 'Product', target: 6, path: (_, n) => `/product/${productSlug((n * 4_999) % stockedProducts)}` },
]

async function run({ shops, rounds, say }: Bench): Promise<Row[]> {
  const shop = await shops.stocked()
  const most = shop.shape.leaves.length * 2
  if (rounds * pagesPerRound > most)
    throw new Error(`there are cold categories for ${Math.floor(most / pagesPerRound)} rounds only`)
  // Pages requested by an earlier measurement are not cold.
  await shop.reopen()
  for (const { path } of kinds)
    await ask(
      shop,
      range(0, warmUpPages).map((n) => `/zh${path(shop, n % most)}`),
    )

  const found: Record<string, number[]> = {}
  const spent: Record<string, { server: number; database: number }[]> = {}
  for (let round = 0; round < rounds; round++) {
    const transport = median(
      (
        await ask(
          shop,
          Array.from({ length: pagesPerRound }, () => '/healthz'),
        )
      ).times,
    )
    for (const { name, path } of kinds) {
      const { times, server, database } = await ask(
        shop,
        range(round * pagesPerRound, pagesPerRound).map((n) => path(shop, n)),
      )
      ;(found[name] ??= []).push(...times.map((time) => time - transport))
      ;(spent[name] ??= []).push({ server, database })
      say(
        `round ${round + 1}: ${name} ${milliseconds(median(times) - transport)} by the clock (transport ${milliseconds(transport)} taken off); ` +
          `processor time ${milliseconds(server)} server, ${milliseconds(database)} PostgreSQL`,
      )
    }
  }
  return kinds.flatMap(({ name, target }): Row[] => {
    const time = median(found[name]!)
    const server = median(spent[name]!.map((each) => each.server))
    const database = median(spent[name]!.map((each) => each.database))
    return [
      {
        what: name,
        limit: '',
        figure: `${milliseconds(time)} (95 %: ${milliseconds(percentile(found[name]!, 95))})`,
        ratio: '',
        target: `≤ ${target} ms`,
        ok: time <= target,
      },
      {
        what: `${name}: processor time`,
        limit: '',
        figure: `${milliseconds(server)} server, ${milliseconds(database)} PostgreSQL`,
        ratio: '',
        target: '',
        ok: null,
      },
    ]
  })
}

/** Asks for these addresses, one after the other. Milliseconds for each, and of processor time on average. */
async function ask(
  shop: StockedShop,
  paths: readonly string[],
): Promise<{ times: number[]; server: number; database: number }> {
  const requests = paths.map((path) => getPage(shop.port, path, { kind: 'page' }))
  const job = { port: shop.port, connections: 1, requests, until: { answers: requests.length } }
  const inDatabase = await withCpu(shop.databasePid, () => withCpu(shop.pid, () => generator().run(job)))
  const { value: load, cpu } = inDatabase.value
  const each = (seconds: number | null): number => ((seconds ?? Number.NaN) * 1000) / paths.length
  return { times: load.times.page!, server: each(cpu), database: each(inDatabase.cpu) }
}

function range(from: number, length: number): number[] {
  return Array.from({ length }, (_, n) => from + n)
}
