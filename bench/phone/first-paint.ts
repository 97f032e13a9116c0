import { chromium, type Browser } from 'playwright-core'
import { chromiumFlags, findChromium } from '../chromium.ts'
import { atEnd } from '../cleanup.ts'
import { median, type Row } from '../figures.ts'
import type { Bench, Measure } from '../measure.ts'
import { samplePages } from '../sample-pages.ts'
import { withPhone, type PhoneLoad } from './phone.ts'

/**
 * How soon a cheap phone shows something. `beside`: the origin of another shop with the same pages, such as that of an
 * older build, which is measured by turns with this one; null for none.
 */
export function firstPaint(beside: string | null): Measure {
  return {
    name: 'first-paint',
    title: 'First paint on a cheap phone',
    method:
      `A shop with 1 000 products and pictures, in headless Chromium at a phone’s width, with a processor four times slower and ` +
      `Slow 4G (1.6 Mbit/s, 150 ms for each request). First: from an empty cache. Second: the document after a visit of ` +
      `another page, with the shop’s files in the cache. Blocked is what tasks after the first paint take beyond 50 ms each. ` +
      `A busy machine is a slower phone: figures are comparable within one run.` +
      (beside === null ? '' : ' The limit is another build, measured by turns.'),
    run: (bench) => run(bench, beside),
  }
}

const target = { first: 500, largest: 650 }

type Visit = 'first' | 'second'

interface Sample {
  what: string
  path: string
  visit: Visit
  own: PhoneLoad[]
  others: PhoneLoad[]
}

async function run({ shops, rounds, say }: Bench, beside: string | null): Promise<Row[]> {
  const program = installed()
  if (program === null) {
    say('Chromium is not installed (CHROMIUM_PATH can name it): the first paint is not measured')
    return []
  }
  const shop = await shops.pictured()
  const pages = await samplePages(shop)
  pages[1] = { what: 'Category of 48 cards', path: `/category/${shop.shape.rooms[0]}` }
  const browser = await chromium.launch({ executablePath: program, args: chromiumFlags })
  atEnd(() => browser.close())
  const samples: Sample[] = (['first', 'second'] as const).flatMap((visit) =>
    pages.map((page) => ({ ...page, visit, own: [], others: [] })),
  )
  // The first of each fills the caches of the server: pages, and pictures in the sizes that a phone asks for.
  for (let round = 0; round <= rounds; round++) {
    for (const sample of samples) {
      const elsewhere = sample.path === '/' ? pages[1].path : '/'
      const own = await load(browser, shop.origin, sample, elsewhere)
      const other = beside === null ? null : await load(browser, beside, sample, elsewhere)
      if (round === 0) continue
      sample.own.push(own)
      if (other !== null) sample.others.push(other)
      say(
        `${sample.what}, ${sample.visit}: ${inWords([own])}${other === null ? '' : `; beside ${inWords([other])}`}`,
      )
    }
  }
  await browser.close()
  return samples.flatMap(toRows)
}

function installed(): string | null {
  try {
    return findChromium()
  } catch {
    return null
  }
}

function load(
  browser: Browser,
  origin: string,
  { path, visit }: Sample,
  elsewhere: string,
): Promise<PhoneLoad> {
  return withPhone(browser, async (open) => {
    if (visit === 'second') await open(`${origin}${elsewhere}`)
    return open(`${origin}${path}`)
  })
}

function toRows({ what, visit, own, others }: Sample): Row[] {
  const isFirst = visit === 'first'
  return [
    {
      what: isFirst ? what : `${what}, second page`,
      limit: others.length === 0 ? '' : inWords(others),
      figure: inWords(own),
      ratio: others.length === 0 ? '' : (middle(own, 'firstPaint') / middle(others, 'firstPaint')).toFixed(2),
      target: isFirst
        ? `first ≤ ${target.first} ms, largest ≤ ${target.largest} ms, layout shift 0, blocked 0 ms`
        : 'layout shift 0, blocked 0 ms',
      ok:
        (!isFirst ||
          (middle(own, 'firstPaint') <= target.first && middle(own, 'largestPaint') <= target.largest)) &&
        middle(own, 'shift') === 0 &&
        middle(own, 'blocked') === 0,
    },
  ]
}

type Figure = Exclude<keyof PhoneLoad, 'largest'>

function middle(loads: readonly PhoneLoad[], figure: Figure): number {
  return median(loads.map((load) => load[figure]))
}

function inWords(loads: readonly PhoneLoad[]): string {
  const at = (figure: Figure): number => Math.round(middle(loads, figure))
  const kB = (figure: Figure): string => (middle(loads, figure) / 1000).toFixed(1)
  return (
    `first paint ${at('firstPaint')} ms, largest ${at('largestPaint')} ms (${loads.at(-1)!.largest}), ` +
    `layout shift ${Number(middle(loads, 'shift').toFixed(3))}, blocked ${at('blocked')} ms, ` +
    `document ${kB('documentSize')} kB, stylesheets ${kB('stylesSize')} kB`
  )
}
