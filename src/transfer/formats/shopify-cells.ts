import type { Currency } from '#domain/currency.ts'
import { parseAmount } from '#domain/money.ts'
import { no, ok, type Result } from '#domain/result.ts'
import type { Column, Header, ShopifyRow } from './shopify-columns.ts'
import { shown } from '#wire/shown-text.ts'
import { shortHash } from './text.ts'

/* What single cells mean. What cannot be read is told with the column's name as the file has it. */

export type Fault = (row: ShopifyRow, reason: string) => void

export const policies = {
  continue: true,
  deny: false,
  true: true,
  false: false,
  yes: true,
  no: false,
  '': false,
}
const published = { true: true, false: false, yes: true, no: false, '1': true, '0': false, '': true }
const statuses = { active: true, unlisted: false, draft: false, archived: false, '': true }

/** Published, and neither a draft nor archived. */
export function isVisible(row: ShopifyRow, header: Header, fault: Fault): boolean {
  const inShop = oneOf(row, 'published', published, header, fault)
  const live = oneOf(row, 'status', statuses, header, fault)
  return inShop && live
}

/** A word that is none of those known may be a cut one: "draf" must not put a draft into the shop. */
export function oneOf(
  row: ShopifyRow,
  column: Column,
  words: Readonly<Record<string, boolean>>,
  header: Header,
  fault: Fault,
): boolean {
  const text = row.cell(column).trim()
  const word = text.toLowerCase()
  if (Object.hasOwn(words, word)) return words[word]!
  fault(
    row,
    `${header.called(column)} is ${shown(text)}: none of ${Object.keys(words)
      .filter((known) => known !== '')
      .join(', ')}`,
  )
  return false
}

/** A price in minor units. */
export function amountIn(
  row: ShopifyRow,
  column: Column,
  header: Header,
  currency: Currency,
): Result<number, string> {
  const text = row.cell(column).trim()
  const read = parseAmount(text, currency)
  if (read.ok) return read
  const why = {
    not_a_number: 'not a price such as 19.90',
    too_precise: `more exact than ${currency} can be`,
    too_large: 'too large',
  }
  return no(`${header.called(column)} is ${shown(text)}: ${why[read.problem]}`)
}

/** Null when the file does not say. Below zero is what Shopify calls oversold: there is none. */
export function stockIn(row: ShopifyRow, header: Header): Result<number | null, string> {
  const text = row.cell('stock').trim()
  if (text === '') return ok(null)
  if (!/^-?\d{1,9}(\.0+)?$/.test(text))
    return no(`${header.called('stock')} is ${shown(text)}: not a whole number`)
  return ok(Math.max(0, Number.parseInt(text, 10)))
}

/** 0 when the file does not say. */
export function gramsIn(row: ShopifyRow, header: Header): Result<number, string> {
  const text = row.cell('grams').trim()
  if (text === '') return ok(0)
  if (!/^\d{1,8}(\.\d+)?$/.test(text))
    return no(`${header.called('grams')} is ${shown(text)}: not a number of grams`)
  return ok(Math.round(Number(text)))
}

/** Spreadsheets keep leading zeros by an apostrophe before the number. */
export function unquoted(text: string): string {
  return text.trim().replace(/^'(?=\d)/, '')
}

/** The same at each import, for a variant that has none. */
export function derivedSku(slug: string, values: readonly string[]): string {
  const sku = [slug, ...values].join('-')
  return sku.length <= 64 ? sku : `${sku.slice(0, 51)}-${shortHash(sku)}`
}
