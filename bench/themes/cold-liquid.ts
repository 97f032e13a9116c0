import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { median, milliseconds, percentile, type Row } from '../figures.ts'
import { generator, getPage } from '../generator.ts'
import type { Bench, Measure } from '../measure.ts'
import { root } from '../process.ts'
import { scratch, shopEnvironment, type StockedShop } from '../shop.ts'

export const coldLiquid: Measure = {
  name: 'liquid',
  title: 'A listing by a template in Liquid',
  method:
    'In the shop with 10 000 products, categories of 48 cards that are not in the cache, by the shop’s own page and by ' +
    'a page that a theme writes whole: the same cards with picture, name, price and a link. Publishing a theme empties ' +
    'the cache, so both have the same pages, by turns. One request at a time, the time of `/healthz` taken off.',
  run,
}

const pages = 40
/** Times the shop's own page. */
const most = 2

const mark = 'class="my-list"'
/** Another text in each round: what a template wrote before is not rendered again. */
const filesOf = (round: number): Readonly<Record<string, string>> => ({
  'theme.json': '{ "theme": { "useDefTemplate": true } }',
  'templates/category.liquid': `<div class="container"><h1>{{ category.name }} ${round}</h1><ul ${mark}>{% for product in products %}<li>{% render "card", product: product %}</li>{% endfor %}</ul></div>`,
  'snippets/card.liquid':
    '{% link product %}{% picture product, sizes: "25vw" %}<h3>{{ product.title }}</h3>{% endlink %}{% price product %}{% if product.has_offer %}<p>{{ product.brand }}</p>{% endif %}',
})

async function run({ shops, rounds, say }: Bench): Promise<Row[]> {
  const shop = await shops.stocked()
  const folder = await scratch('liquid')
  const paths = Array.from({ length: pages }, (_, n) => `/category/${shop.shape.leaves[n]}`)
  const times: Record<'react' | 'liquid', number[]> = { react: [], liquid: [] }
  for (let round = 0; round < rounds; round += 1)
    for (const kind of ['react', 'liquid'] as const) {
      for (const [path, text] of Object.entries(filesOf(round))) {
        await mkdir(dirname(join(folder, path)), { recursive: true })
        await writeFile(join(folder, path), text)
      }
      await use(shop, kind === 'liquid' ? folder : 'violet', kind === 'liquid')
      await ask(
        shop,
        ['/zh', '/zh-HK', '/de'].flatMap((lang) => paths.map((path) => `${lang}${path}`)),
      )
      const transport = median(
        await ask(
          shop,
          Array.from({ length: pages }, () => '/healthz'),
        ),
      )
      const found = (await ask(shop, paths)).map((time) => time - transport)
      times[kind].push(...found)
      say(
        `round ${round + 1}: ${kind} ${milliseconds(median(found))} (95 %: ${milliseconds(percentile(found, 95))})`,
      )
    }
  const [react, liquid] = [median(times.react), median(times.liquid)]
  const ratio = liquid / react
  return [
    {
      what: 'Category of 48 cards, the shop’s own page',
      limit: '',
      figure: `${milliseconds(react)} (95 %: ${milliseconds(percentile(times.react, 95))})`,
      ratio: '',
      target: '',
      ok: null,
    },
    {
      what: 'Category of 48 cards, a page in Liquid',
      limit: milliseconds(react),
      figure: `${milliseconds(liquid)} (95 %: ${milliseconds(percentile(times.liquid, 95))})`,
      ratio: ratio.toFixed(2),
      target: `≤ ${most}`,
      ok: ratio <= most,
    },
  ]
}

/** Resolves when the shop shows it. */
async function use(shop: StockedShop, theme: string, isLiquid: boolean): Promise<void> {
  const env = shopEnvironment({ DATABASE_URL: shop.databaseUrl, DEMO: 'off' })
  await promisify(execFile)(process.execPath, ['build/server/violet.js', 'theme', 'use', theme], {
    cwd: root,
    env,
  })
  // Until a thread has started, the shop's own page stands in, which is cached for seconds.
  while (
    (await (await fetch(`${shop.origin}/category/${shop.shape.leaves[pages]}`)).text()).includes(mark) !==
    isLiquid
  )
    await sleep(50)
}

/** Milliseconds of each, one after the other. */
async function ask(shop: StockedShop, paths: readonly string[]): Promise<number[]> {
  const requests = paths.map((path) => getPage(shop.port, path, { kind: 'page' }))
  const job = { port: shop.port, connections: 1, requests, until: { answers: requests.length } }
  return (await generator().run(job)).times.page!
}
