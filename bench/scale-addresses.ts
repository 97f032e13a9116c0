import { leafCategories } from './scale-catalog.ts'

/** Products on one page, where nobody has set it. */
const perPage = 48

/** A whole number below another. */
export type Dice = (below: number) => number

// mulberry32: small, and the same everywhere.
export function dice(seed: number): Dice {
  let state = (seed + 1) * 0x9e3779b9
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

const options = {
  color: ['black', 'white', 'grey', 'sand', 'navy', 'sage', 'clay', 'rose'],
  size: ['s', 'm', 'l', 'xl'],
  material: ['cotton', 'linen', 'wool', 'oak', 'steel'],
}
const sorts = ['featured', 'new', 'price-asc', 'price-desc', 'best', 'rating']

/**
 * Addresses of pages that exist, no two alike. Large categories come by as often as small ones.
 * @param scout the port of a shop that is asked which pages there are; not the one that is measured
 */
export async function addresses(
  scout: number,
  random: Dice,
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
    const { pages, total } = await pagesOf(scout, category, { options: chosen, ...price })
    // Full pages only: a small shop must not be quicker by showing less.
    const full = Math.min(pages, Math.floor(total / perPage))
    if (full === 0) continue
    const depth = random(100)
    const page = depth < 60 ? 1 : depth < 85 ? 1 + random(Math.min(5, full)) : 1 + random(full)
    if (page > 1) query.set('page', String(page))
    if (kind === 'filtered') query.set('price', `${from}-${to}`)
    const sort = sorts[random(sorts.length)]!
    if (sort !== 'featured') query.set('sort', sort)
    const text = query.toString()
    found.add(`${before}/category/${category}${text === '' ? '' : `?${text}`}`)
  }
  return [...found]
}

/** How many pages a category has, and products. */
export async function pagesOf(
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
