import { productSlug } from './catalog.ts'
import type { Row } from './figures.ts'
import { generator, getPage } from './generator.ts'
import type { Bench, Measure } from './measure.ts'
import { memoryOf } from './process.ts'
import { stockedProducts, type StockedShop } from './shop.ts'

export const memory: Measure = {
  name: 'memory',
  title: 'Memory and import',
  method:
    '`violet import` of 10 000 products with three SKUs each, then 50 000 requests by 16 connections, spread over all ' +
    'pages of the shop (every product, every category in several orders and pages, in two languages): most are not in the ' +
    'cache and are rendered. The figure is the resident memory of the server’s process afterwards.',
  run,
}

const requests = 50_000
const parts = 10
/** Megabytes of 10^6 bytes. */
const target = 250
/** Milliseconds. */
const importTarget = 60_000

async function run({ shops, say }: Bench): Promise<Row[]> {
  const shop = await shops.stocked()
  await shop.reopen()
  const imported: Row = {
    what: 'Import of 10 000 products',
    limit: '',
    figure: `${(shop.importTime / 1000).toFixed(1)} s`,
    ratio: '',
    target: '< 60 s',
    ok: shop.importTime < importTarget,
  }
  const began = memoryOf(shop.pid)
  // The system tells of a process's memory through /proc only.
  if (began === null) return [imported]
  say(`fresh: ${megabytes(began.now)}`)
  const paths = allPaths(shop)
  const begun = performance.now()
  for (let part = 0; part < parts; part++) {
    const asks = Array.from({ length: requests / parts }, (_, n) =>
      getPage(shop.port, paths[scattered(part * (requests / parts) + n, paths.length)]!, { kind: 'page' }),
    )
    await generator().run({
      port: shop.port,
      connections: 16,
      requests: asks,
      until: { answers: asks.length },
    })
    say(`${((part + 1) * requests) / parts} requests: ${megabytes(memoryOf(shop.pid)!.now)}`)
  }
  const { now, most } = memoryOf(shop.pid)!
  say(`${requests} requests in ${Math.round((performance.now() - begun) / 1000)} s`)
  return [
    imported,
    {
      what: 'Memory when just opened',
      limit: '',
      figure: megabytes(began.now),
      ratio: '',
      target: '',
      ok: null,
    },
    {
      what: 'Memory after 50 000 requests',
      limit: '',
      figure: `${megabytes(now)} (at most ${megabytes(most)})`,
      ratio: '',
      target: '< 250 MB',
      ok: now < target,
    },
  ]
}

function allPaths({ shape }: StockedShop): string[] {
  const products = Array.from({ length: stockedProducts }, (_, n) => `/product/${productSlug(n)}`)
  const categories = shape.leaves.flatMap((slug) =>
    ['', '?page=2', '?sort=price-asc', '?sort=new'].map((query) => `/category/${slug}${query}`),
  )
  return ['', '/zh'].flatMap((lang) => [
    lang === '' ? '/' : lang,
    ...products.map((path) => lang + path),
    ...categories.map((path) => lang + path),
  ])
}

// The same scatter in every run: neighbours in time are no neighbours in the list.
function scattered(n: number, length: number): number {
  return (Math.imul(n + 1, 0x9e3779b1) >>> 0) % length
}

function megabytes(value: number): string {
  return `${Math.round(value)} MB`
}
