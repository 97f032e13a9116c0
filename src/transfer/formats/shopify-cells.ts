import { shortHash } from '#features/names/rules/slug.ts'
import type { Currency } from '#domain/currency.ts'
import { parseAmount } from '#domain/money.ts'
import { no, ok, type Result } from '#domain/result.ts'
import type { Column, Header, ShopifyRow } from './shopify-columns.ts'
import { shown } from '#wire/shown-text.ts'

/* Parsers of single cells. Faults name the column as the file does. */

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

/** An unknown word may be a truncated one: "draf" must not publish a draft. */
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

/** Null if the file does not say. Below zero means oversold at Shopify: no stock. */
export function stockIn(row: ShopifyRow, header: Header): Result<number | null, string> {
  const text = row.cell('stock').trim()
  if (text === '') return ok(null)
  if (!/^-?\d{1,9}(\.0+)?$/.test(text))
    return no(`${header.called('stock')} is ${shown(text)}: not a whole number`)
  return ok(Math.max(0, Number.parseInt(text, 10)))
}

/** 0 if the file does not say. */
export function gramsIn(row: ShopifyRow, header: Header): Result<number, string> {
  const text = row.cell('grams').trim()
  if (text === '') return ok(0)
  if (!/^\d{1,8}(\.\d+)?$/.test(text))
    return no(`${header.called('grams')} is ${shown(text)}: not a number of grams`)
  return ok(Math.round(Number(text)))
}

/** Spreadsheets preserve leading zeros with an apostrophe before the number. */
export function unquoted(text: string): string {
  return text.trim().replace(/^'(?=\d)/, '')
}

/** A SKU for a variant without one; the same at each import. */
export function derivedSku(slug: string, values: readonly string[]): string {
  const sku = [slug, ...values].join('-')
  return sku.length <= 64 ? sku : `${sku.slice(0, 51)}-${shortHash(sku)}`
}
