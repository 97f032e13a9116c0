import { slugOf } from '#features/names/rules/slug.ts'
import { byWord } from '#domain/by-word.ts'
import type { Currency } from '#domain/currency.ts'
import { amountText } from '#domain/money.ts'
import { ok } from '#domain/result.ts'
import { productEntry, type CategoryEntry, type TagEntry } from '#wire/catalog-format.ts'
import type { PictureEntry } from '#wire/entry-parts.ts'
import { schemaReasons } from './schema-reasons.ts'
import { withoutNulls, withoutUndefined } from '../merge/merge.ts'
import type { Implied, Reading, ReadOptions, Reason } from './reading.ts'
import {
  amountIn,
  derivedSku,
  gramsIn,
  isVisible,
  oneOf,
  policies,
  stockIn,
  unquoted,
  type Fault,
} from './shopify-cells.ts'
import type { Column, Header, ShopifyRow } from './shopify-columns.ts'
import { cut, shown } from '#wire/shown-text.ts'
import { codeOf } from './text.ts'

/** Pictures beyond these are left out. */
const mostPictures = 100

interface Option {
  code: string
  name: string
  /** Value code → value as written, in order of appearance. */
  values: Map<string, string>
}

interface Variant {
  row: ShopifyRow
  options: Record<string, string>
}

/** One product from the rows of one handle, or the reason why not. */
export function shopifyProduct(
  handle: string,
  rows: readonly ShopifyRow[],
  header: Header,
  options: ReadOptions,
): Reading {
  const first = rows[0]!
  const faults: Reason[] = []
  const fault = (row: ShopifyRow, reason: string) => void faults.push({ line: row.line, reason })

  if (first.cell('title').trim() === '')
    fault(first, `the first row of ${shown(handle)} has no ${header.called('title')}`)
  const specs = optionsOf(rows, header, fault)
  // Whatever else is wrong with two products in one follows from that.
  if (specs === null) return { what: 'refused', kind: 'product', name: handle, reasons: faults }
  const variants = variantsOf(rows, specs, header, fault)
  if (variants.length === 0) fault(first, `${shown(handle)} has no row with a ${header.called('price')}`)

  const visible = isVisible(first, header, fault)
  const slug = slugOf(handle)
  const skus = variants.map((variant) => skuOf(slug, variant, header, options.currency, fault))
  if (faults.length > 0)
    return { what: 'refused', kind: 'product', name: handle, reasons: faults.slice(0, 5) }

  const text = (value: string) => (value.trim() === '' ? undefined : { [options.locale]: value })
  const implied = impliedBy(first, options.locale)
  const named = (...columns: Column[]) => columns.some((column) => header.at.has(column))
  const pictures = picturesOf(rows, variants, options.locale)
  const given = withoutUndefined({
    slug,
    title: { [options.locale]: first.cell('title') },
    description: text(first.cell('body')),
    seoTitle: text(first.cell('seoTitle')),
    seoDescription: text(first.cell('seoDescription')),
    brand: first.cell('vendor').trim() || undefined,
    type: first.cell('type').trim() || undefined,
    visible: named('published', 'status') ? visible : undefined,
    categories: unlessEmpty(implied.categories.slice(-1).map((category) => category.slug)),
    tags: unlessEmpty(implied.tags.map((tag) => tag.slug)),
    options: specs.map(({ code, name, values }) => ({
      code,
      name: { [options.locale]: name },
      values: [...values].map(([valueCode, value]) => ({
        code: valueCode,
        name: { [options.locale]: value },
      })),
    })),
    skus,
    pictures: unlessEmpty(pictures),
  })
  // Where nothing tells how many there are, a new product is never sold out.
  const whole = { ...given, skus: skus.map((sku) => ({ backorder: true, ...sku })) }
  const parsed = productEntry.safeParse(withoutNulls(whole))
  if (!parsed.success) {
    return {
      what: 'refused',
      kind: 'product',
      name: handle,
      reasons: schemaReasons(parsed.error, first.line),
    }
  }
  return {
    what: 'entry',
    kind: 'product',
    line: first.line,
    slug,
    given,
    alone: ok(parsed.data),
    removes: false,
    locale: options.locale,
    implied,
  }
}

function unlessEmpty<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length === 0 ? undefined : list
}

const optionColumns: readonly [name: Column, value: Column][] = [
  ['option1Name', 'option1Value'],
  ['option2Name', 'option2Value'],
  ['option3Name', 'option3Value'],
]

/** The specifications named in the first row. Other names further down mean another product under this handle. */
function optionsOf(rows: readonly ShopifyRow[], header: Header, fault: Fault): Option[] | null {
  const first = rows[0]!
  const names = optionColumns.map(([column]) => first.cell(column).trim())
  for (const row of rows.slice(1)) {
    for (const [index, [column]] of optionColumns.entries()) {
      const name = row.cell(column).trim()
      if (name === '' || name === names[index]) continue
      const was = names[index] === '' ? 'none' : shown(names[index]!)
      fault(
        row,
        `${header.called(column)} is ${shown(name)}, and ${was} where the handle ${shown(row.cell('handle').trim())} began (line ${first.line})`,
      )
      return null
    }
  }
  if (isWithoutOptions(first, names)) return []
  const codes = new Map<string, string>()
  return names.flatMap((name) => {
    if (name === '') return []
    const code = codeOf(name, codes)
    codes.set(code, name)
    return [{ code, name, values: new Map<string, string>() }]
  })
}

/** Shopify's way to write a product without specifications: one option "Title" with the value "Default Title". */
function isWithoutOptions(first: ShopifyRow, names: readonly string[]): boolean {
  return names[0] === 'Title' && first.cell('option1Value').trim() === 'Default Title' && names[1] === ''
}

function variantsOf(
  rows: readonly ShopifyRow[],
  specs: readonly Option[],
  header: Header,
  fault: Fault,
): Variant[] {
  const variants: Variant[] = []
  const used = new Map<string, number>()
  for (const row of rows) {
    // Rows that only bring one more picture have neither.
    const isVariant =
      row.cell('price').trim() !== '' || optionColumns.some(([, value]) => row.cell(value).trim() !== '')
    if (!isVariant) continue
    const options: Record<string, string> = byWord()
    let at = 0
    for (const [index, [nameColumn, valueColumn]] of optionColumns.entries()) {
      const value = row.cell(valueColumn).trim()
      const named = rows[0]!.cell(nameColumn).trim() !== ''
      if (specs.length === 0 && index === 0 && (value === '' || value === 'Default Title')) continue
      if (!named) {
        if (value !== '')
          fault(
            row,
            `${header.called(valueColumn)} is ${shown(value)}, but the first row of the product has no ${header.called(nameColumn)}`,
          )
        continue
      }
      const spec = specs[at++]
      if (spec === undefined) continue
      if (value === '') {
        fault(row, `${header.called(valueColumn)} is empty: the product has the option ${shown(spec.name)}`)
        continue
      }
      const code = codeOf(value, spec.values)
      spec.values.set(code, value)
      options[spec.code] = code
    }
    const combination = JSON.stringify(Object.values(options))
    const before = used.get(combination)
    if (before !== undefined) fault(row, `the same options as in line ${before}`)
    used.set(combination, row.line)
    variants.push({ row, options })
  }
  return variants
}

function skuOf(slug: string, { row, options }: Variant, header: Header, currency: Currency, fault: Fault) {
  const price = amountIn(row, 'price', header, currency)
  const compareAt =
    row.cell('compareAt').trim() === '' ? ok(null) : amountIn(row, 'compareAt', header, currency)
  const stock = stockIn(row, header)
  const grams = gramsIn(row, header)
  for (const read of [price, compareAt, stock, grams]) if (!read.ok) fault(row, read.problem)
  const amount = price.ok ? price.value : 0
  const line = compareAt.ok ? compareAt.value : null
  const quantity = stock.ok ? stock.value : null
  const goesOn = oneOf(row, 'policy', policies, header, fault)
  const isCounted = (['stock', 'policy', 'tracker'] as const).some((column) => header.at.has(column))
  // Without a tracker or a quantity the variant is not tracked, and never sold out.
  const isTracked = quantity !== null && !(header.at.has('tracker') && row.cell('tracker').trim() === '')
  return withoutUndefined({
    sku: unquoted(row.cell('sku')).replace(/\s+/g, '-') || derivedSku(slug, Object.values(options)),
    options,
    prices: {
      [currency]: {
        price: amountText(amount, currency),
        // An empty cell ends a reduction.
        ...(line !== null && line > amount
          ? { linePrice: amountText(line, currency) }
          : header.at.has('compareAt')
            ? { linePrice: null }
            : {}),
      },
    },
    stock: quantity ?? undefined,
    backorder: isCounted ? goesOn || !isTracked : undefined,
    weight: grams.ok && grams.value > 0 ? grams.value : undefined,
    barcode: unquoted(row.cell('barcode')) || undefined,
  })
}

/**
 * Type is the category; without one the path of Product Category ("Home > Decor"); without that the first tag,
 * so that every product can be found by browsing.
 */
function impliedBy(first: ShopifyRow, locale: string): Implied {
  const tags = new Map<string, TagEntry>()
  for (const name of first
    .cell('tags')
    .split(',')
    .map((tag) => tag.trim())) {
    if (name !== '') tags.set(slugOf(name), { slug: slugOf(name), name: { [locale]: name } })
  }
  const type = first.cell('type').trim()
  const path = first
    .cell('category')
    .split('>')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  const firstTag = [...tags.values()][0]?.name[locale]
  const names =
    type !== ''
      ? [type]
      : path.length > 0
        ? path.slice(0, 8)
        : firstTag === undefined
          ? []
          : [capital(firstTag)]
  const categories = names.map((name, depth): CategoryEntry => {
    const parent = names[depth - 1]
    return {
      slug: slugOf(name),
      ...(parent === undefined ? {} : { parent: slugOf(parent) }),
      name: { [locale]: name },
      position: 0,
      visible: true,
    }
  })
  return { categories, tags: [...tags.values()] }
}

function capital(name: string): string {
  return `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`
}

/** In the order of Image Position; a variant's own picture is shown for the options that all its variants share. */
function picturesOf(
  rows: readonly ShopifyRow[],
  variants: readonly Variant[],
  locale: string,
): PictureEntry[] {
  const pictures = new Map<string, { position: number; picture: PictureEntry }>()
  for (const row of rows) {
    const src = row.cell('image').trim()
    if (src === '' || pictures.has(src)) continue
    const alt = cut(row.cell('imageAlt').trim(), 300)
    const position = Number.parseInt(row.cell('imagePosition'), 10)
    pictures.set(src, {
      position: Number.isNaN(position) ? pictures.size + 1 : position,
      picture: { src, ...(alt === '' ? {} : { alt: { [locale]: alt } }) },
    })
  }
  for (const [src, options] of sharedOptions(variants)) {
    const known = pictures.get(src)
    const picture: PictureEntry = {
      ...(known?.picture ?? { src }),
      ...(Object.keys(options).length > 0 ? { for: options } : {}),
    }
    pictures.set(src, { position: known?.position ?? pictures.size + 1, picture })
  }
  return [...pictures.values()]
    .toSorted((a, b) => a.position - b.position)
    .slice(0, mostPictures)
    .map(({ picture }) => picture)
}

function sharedOptions(variants: readonly Variant[]): Map<string, Record<string, string>> {
  const shared = new Map<string, Record<string, string>>()
  for (const { row, options } of variants) {
    const src = row.cell('variantImage').trim()
    if (src === '') continue
    const before = shared.get(src)
    const kept = Object.entries(options).filter(
      ([code, value]) => before === undefined || before[code] === value,
    )
    shared.set(src, Object.fromEntries(kept))
  }
  return shared
}
