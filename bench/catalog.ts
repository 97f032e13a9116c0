import { open } from 'node:fs/promises'

/*
 * A made catalogue of any size in Violet's own format: what the shop is measured with when the demo is too small.
 * The same bytes for the same number of products, on every machine.
 */

export interface CatalogShape {
  products: number
  /** Slugs of the categories at the top; each has a tenth of the products. */
  rooms: string[]
  /** Slugs of the leaf categories; products are dealt out to them in turn. */
  leaves: string[]
}

const rooms = [
  'kitchen',
  'dining',
  'living',
  'bedroom',
  'bath',
  'study',
  'hall',
  'garden',
  'nursery',
  'studio',
]
const kinds = [
  'bowls',
  'lamps',
  'stools',
  'rugs',
  'cushions',
  'trays',
  'clocks',
  'vases',
  'boxes',
  'blankets',
]
const things = [
  { noun: 'bowl', zh: '碗' },
  { noun: 'lamp', zh: '灯' },
  { noun: 'stool', zh: '凳' },
  { noun: 'rug', zh: '地毯' },
  { noun: 'cushion', zh: '靠垫' },
  { noun: 'tray', zh: '托盘' },
  { noun: 'clock', zh: '钟' },
  { noun: 'vase', zh: '花瓶' },
  { noun: 'box', zh: '盒' },
  { noun: 'blanket', zh: '毯' },
]
const colors = [
  { code: 'sage', en: 'Sage', zh: '鼠尾草绿', hex: '#9caf88' },
  { code: 'clay', en: 'Clay', zh: '陶土', hex: '#b66a50' },
  { code: 'oat', en: 'Oat', zh: '燕麦', hex: '#d9ccb4' },
  { code: 'navy', en: 'Navy', zh: '海军蓝', hex: '#243b5a' },
  { code: 'plum', en: 'Plum', zh: '梅子', hex: '#6b3f5e' },
  { code: 'slate', en: 'Slate', zh: '石板灰', hex: '#5f6b73' },
  { code: 'cream', en: 'Cream', zh: '奶油', hex: '#f3ead7' },
  { code: 'olive', en: 'Olive', zh: '橄榄', hex: '#75753d' },
]
const sizes = [
  { code: 's', en: 'Small', zh: '小' },
  { code: 'm', en: 'Medium', zh: '中' },
  { code: 'l', en: 'Large', zh: '大' },
]
const manners = [
  'Quiet',
  'Plain',
  'Tall',
  'Round',
  'Soft',
  'Folded',
  'Turned',
  'Slow',
  'Late',
  'Northern',
  'Open',
  'Second',
  'Low',
  'Heavy',
  'Light',
  'Narrow',
]
const stuffs = [
  'oak',
  'linen',
  'stoneware',
  'brass',
  'wool',
  'ash',
  'glass',
  'cork',
  'cotton',
  'porcelain',
  'steel',
  'jute',
]
const makers = ['Plain Hours', 'Atelier Reed', 'Ninth Kiln', 'Harbour Works', 'Ida & Sons', 'Low Field']
const clauses = [
  'made in a workshop of nine people',
  'finished by hand and checked by another',
  'meant to be repaired, and sold with what is needed for it',
  'a little different each time, which is the point',
  'sized for rooms that people really have',
  'packed in paper, without a single staple',
  'quiet in colour, so that it can stay when the wall changes',
  'tested on a family with three children and a dog',
  'light enough to carry up four floors',
  'heavy enough to stay where it is put',
  'guaranteed for ten years, in writing',
  'named after the street it was drawn in',
]

/**
 * Writes the file; categories and tags stand before the products that name them. `pictures`: paths in the folder that
 * the import is given, dealt out to the products in turn; without any, each product has a tile.
 */
export async function writeCatalog(
  file: string,
  products: number,
  pictures: readonly string[] = [],
): Promise<CatalogShape> {
  const leaves = rooms.flatMap((room) => kinds.map((kind) => `${room}-${kind}`))
  const handle = await open(file, 'w')
  const out = handle.createWriteStream()
  const write = async (text: string): Promise<void> => {
    if (!out.write(text)) await new Promise<void>((resolve) => out.once('drain', resolve))
  }
  await write(
    `{"format":"violet-catalog","version":1,\n"categories":[\n${categories().map(json).join(',\n')}\n],\n`,
  )
  await write(
    `"tags":[\n${stuffs.map((slug) => json({ slug, name: { en: capital(slug) } })).join(',\n')}\n],\n"products":[\n`,
  )
  for (let n = 0; n < products; n++)
    await write(`${n === 0 ? '' : ',\n'}${json(product(n, leaves, pictures))}`)
  await write('\n]}\n')
  await new Promise<void>((resolve, reject) => out.once('error', reject).end(resolve))
  return { products, rooms, leaves }
}

/** The slug of product `n`. */
export function productSlug(n: number): string {
  const { manner, stuff, thing } = nature(n)
  return `${manner}-${stuff}-${thing.noun}-${n}`.toLowerCase()
}

function categories(): object[] {
  return rooms.flatMap((room, position) => [
    { slug: room, name: { en: capital(room) }, position },
    ...kinds.map((kind, place) => ({
      slug: `${room}-${kind}`,
      parent: room,
      name: { en: `${capital(room)} ${kind}` },
      position: place,
    })),
  ])
}

function product(n: number, leaves: readonly string[], pictures: readonly string[]): object {
  const { manner, stuff, thing, random } = nature(n)
  const first = random(colors.length)
  const shades = [0, 1, 2].map((step) => colors[(first + step * 3) % colors.length]!)
  const price = 900 + random(400) * 50
  return {
    slug: productSlug(n),
    title: { en: `${manner} ${stuff} ${thing.noun} ${n}`, zh: `${thing.zh} ${n}` },
    summary: { en: `${capital(clauses[random(clauses.length)]!)}.` },
    description: {
      en: `<p>${story(random)}</p><p>${story(random)}</p><ul><li>${capital(stuff)}</li><li>${capital(clauses[random(clauses.length)]!)}</li></ul>`,
    },
    brand: makers[random(makers.length)],
    type: capital(thing.noun),
    publishedAt: new Date(Date.UTC(2025, 0, 1) + n * 3_600_000).toISOString(),
    soldCount: random(5_000),
    rating: { average: 3 + random(20) / 10, count: 1 + random(300) },
    categories: [leaves[n % leaves.length]],
    tags: [stuff],
    options: [
      {
        code: 'color',
        name: { en: 'Colour', zh: '颜色' },
        values: shades.map(({ code, en, zh, hex }) => ({ code, name: { en, zh }, swatch: hex })),
      },
      {
        code: 'size',
        name: { en: 'Size', zh: '尺寸' },
        values: sizes.map(({ code, en, zh }) => ({ code, name: { en, zh } })),
      },
    ],
    skus: shades.map(({ code }, place) => ({
      sku: `B${n}-${place}`,
      options: { color: code, size: sizes[place]!.code },
      prices: {
        USD:
          place === 0
            ? { price: amount(price), linePrice: amount(price + 1_000) }
            : { price: amount(price + place * 600) },
      },
      stock: 1_000_000,
      weight: 200 + random(5_000),
    })),
    pictures: shades.slice(0, 2).map(({ code }, place) => ({
      for: { color: code },
      ...(pictures.length === 0 ? {} : { src: pictures[(n * 2 + place) % pictures.length] }),
    })),
    details: [
      { label: { en: 'Material' }, value: { en: capital(stuff) } },
      { label: { en: 'Care' }, value: { en: `${capital(clauses[random(clauses.length)]!)}.` } },
      { label: { en: 'Weight' }, value: { en: `${200 + random(5_000)} g` } },
    ],
  }
}

/** What product `n` is, and its own row of dice. */
function nature(n: number): {
  manner: string
  stuff: string
  thing: (typeof things)[number]
  random: (below: number) => number
} {
  const random = dice(n)
  return {
    thing: things[n % things.length]!,
    manner: manners[random(manners.length)]!,
    stuff: stuffs[random(stuffs.length)]!,
    random,
  }
}

function story(random: (below: number) => number): string {
  const parts = Array.from({ length: 4 }, () => clauses[random(clauses.length)]!)
  return `${capital(parts[0]!)}, ${parts[1]}. ${capital(parts[2]!)}; ${parts[3]}.`
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

function amount(minor: number): string {
  return (minor / 100).toFixed(2)
}

function capital(text: string): string {
  return text[0]!.toUpperCase() + text.slice(1)
}

function json(value: object): string {
  return JSON.stringify(value)
}
