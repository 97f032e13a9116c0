import { Readable } from 'node:stream'
import type { CategoryEntry, ProductEntry } from '#wire/catalog-format.ts'
import type { Kind, Reading } from './reading.ts'
import { readDummyJson } from './dummyjson.ts'
import { readShopify } from './shopify.ts'
import type { CatalogSource } from './source.ts'
import { readViolet } from './violet.ts'

/* Readers on texts, for their tests. */

/** With a line break at the end, as every program writes it. */
export function lines(...rows: string[]): string {
  return `${rows.join('\n')}\n`
}

export function source(content: string | Buffer): CatalogSource {
  const bytes = Buffer.from(content)
  return { name: 'file', size: bytes.length, open: () => Readable.from(bytes.length === 0 ? [] : [bytes]) }
}

async function read(readings: AsyncIterable<Reading>): Promise<{
  products: ProductEntry[]
  /** What the file says of them. */
  given: unknown[]
  problems: string[]
  notes: string[]
  categories: CategoryEntry[]
  tags: string[]
}> {
  const found = {
    products: [] as ProductEntry[],
    given: [] as unknown[],
    problems: [] as string[],
    notes: [] as string[],
    categories: [] as CategoryEntry[],
    tags: [] as string[],
  }
  for await (const reading of readings) {
    if (reading.what === 'refused')
      found.problems.push(...reading.reasons.map(({ line, reason }) => `${line}: ${reason}`))
    else if (reading.what === 'note')
      found.notes.push(reading.count === undefined ? reading.note : `${reading.count} × ${reading.note}`)
    else if (reading.kind === 'product') {
      if (!reading.alone.ok) {
        found.problems.push(...reading.alone.problem.map(({ line, reason }) => `${line}: ${reason}`))
        continue
      }
      // As JSON has it: absent and undefined are the same.
      found.products.push(JSON.parse(JSON.stringify(reading.alone.value)) as ProductEntry)
      found.given.push(JSON.parse(JSON.stringify(reading.given)))
      found.categories.push(...(reading.implied?.categories ?? []))
      found.tags.push(...(reading.implied?.tags ?? []).map((tag) => tag.slug))
    }
  }
  return found
}

const options = { currency: 'USD', locale: 'en' } as const
export const shopify = (text: string | Buffer) => read(readShopify(source(text), options))
export const dummy = (text: string | Buffer) => read(readDummyJson(source(text), options))
export const violet = (text: string, kinds: Kind[] = ['product']) =>
  read(readViolet(source(text), kinds, options))

/** The names under which a file's products are refused. */
export async function violetNames(products: unknown[]): Promise<(string | null)[]> {
  const names: (string | null)[] = []
  const file = JSON.stringify({ format: 'violet-catalog', version: 1, products })
  for await (const reading of readViolet(source(file), ['product'], options))
    if (reading.what === 'refused') names.push(reading.name)
  return names
}
