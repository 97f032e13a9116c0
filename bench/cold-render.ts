import { productSlug } from './catalog.ts'
import { median, milliseconds, percentile, type Row } from './figures.ts'
import { generator, getPage } from './generator.ts'
import type { Ask } from './load.ts'
import type { Bench, Measure } from './measure.ts'
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
  // What an earlier measure has asked for is not cold.
  await shop.reopen()
  await times(
    shop,
    range(0, warmUpPages).flatMap((n) =>
      kinds.map((kind) => getPage(shop.port, `/zh${kind.path(shop, n % most)}`, { kind: kind.name })),
    ),
  )

  const found: Record<string, number[]> = {}
  for (let round = 0; round < rounds; round++) {
    const asks = range(round * pagesPerRound, pagesPerRound).flatMap((n) => [
      getPage(shop.port, '/healthz', { kind: 'transport' }),
      ...kinds.map((kind) => getPage(shop.port, kind.path(shop, n), { kind: kind.name })),
    ])
    const taken = await times(shop, asks)
    const transport = median(taken.transport!)
    for (const { name } of kinds) (found[name] ??= []).push(...taken[name]!.map((time) => time - transport))
    say(
      `round ${round + 1}: ${kinds.map(({ name }) => `${name} ${milliseconds(median(taken[name]!) - transport)}`).join(', ')}, transport ${milliseconds(transport)}`,
    )
  }
  return kinds.map(({ name, target }) => {
    const time = median(found[name]!)
    return {
      what: name,
      limit: '',
      figure: `${milliseconds(time)} (95 %: ${milliseconds(percentile(found[name]!, 95))})`,
      ratio: '',
      target: `≤ ${target} ms`,
      ok: time <= target,
    }
  })
}

async function times(shop: StockedShop, requests: Ask[]): Promise<Record<string, number[]>> {
  const load = await generator().run({
    port: shop.port,
    connections: 1,
    requests,
    until: { answers: requests.length },
    watch: null,
  })
  return load.times
}

function range(from: number, length: number): number[] {
  return Array.from({ length }, (_, n) => from + n)
}
