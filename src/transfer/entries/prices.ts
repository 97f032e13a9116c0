import { isUtf8 } from 'node:buffer'
import { amountText, parseAmount } from '#domain/money.ts'
import { no, ok, type Result } from '#domain/result.ts'
import type { SkuEntry } from '#wire/catalog-format.ts'
import { shown } from '#wire/shown-text.ts'
import { csvRows } from '../formats/csv.ts'

type OwnPrice = SkuEntry['prices'][string]

/** What a SKU is to cost; a member that is absent stays as it is, null takes it away. */
export interface PriceChange {
  /** Of the file. */
  line: number
  sku: string
  price: string
  was?: string | null
  tiers?: readonly { from: number; amount: string }[] | null
}

/**
 * Why a price cannot be set, with what mends it in the same command; null where nothing is in its way.
 * @param before the SKU's price in this currency
 */
export function priceFault(
  { sku, price, was, tiers }: PriceChange,
  before: OwnPrice | undefined,
  currency: string,
): string | null {
  const amount = parseAmount(price, currency)
  if (!amount.ok) return `${sku}: ${shown(price)} ${amountFaults[amount.problem](currency)}`
  const next = amountText(amount.value, currency)
  const line = was === undefined ? before?.linePrice : was
  if (line !== undefined && line !== null) {
    const read = parseAmount(line, currency)
    if (!read.ok) return `${sku}: ${shown(line)} ${amountFaults[read.problem](currency)}`
    if (read.value <= amount.value)
      return `${sku}: the price before, ${line} ${currency}, is not above ${next}: --was says another, --no-was (an empty cell) ends the sale`
  }
  if (tiers !== undefined) return null
  const inTheWay = (before?.tiers ?? []).find((tier) => {
    const read = parseAmount(tier.amount, currency)
    return read.ok && read.value >= amount.value
  })
  return inTheWay === undefined
    ? null
    : `${sku}: from ${inTheWay.from} on each costs ${inTheWay.amount} ${currency}, which is not less than ${next}: --tier ${inTheWay.from}=… sets it anew, --no-tiers takes all such prices away`
}

const amountFaults = {
  not_a_number: () => 'is not a price such as 19.90',
  too_precise: (currency: string) => `is more exact than ${currency} can be`,
  too_large: () => 'is too large',
}

export interface PriceRows {
  /** Rows below the first. */
  rows: number
  changes: PriceChange[]
  faults: { line: number; reason: string }[]
}

const limits = { row: 16 * 1024, columns: 50 }

/** The rows of a CSV file with the columns SKU, price and, where sales begin or end, was. */
export async function readPriceRows(chunks: AsyncIterable<Buffer>): Promise<Result<PriceRows, string>> {
  let columns: Columns | null = null
  const found: PriceRows = { rows: 0, changes: [], faults: [] }
  const seen = new Map<string, number>()
  for await (const { line, fields, fault, open } of csvRows(chunks, limits)) {
    if (fault !== null) return no(`line ${line} is no row of a CSV file`)
    if (!fields.every(isUtf8)) return no(`line ${line} is not UTF-8 text`)
    const cells = fields.map((field) =>
      field
        .toString('utf8')
        .replace(/^\ufeff/, '')
        .trim(),
    )
    if (columns === null) {
      const header = columnsOf(cells)
      if (!header.ok) return header
      columns = header.value
      continue
    }
    if (cells.every((cell) => cell === '')) continue
    found.rows++
    const sku = cells[columns.sku] ?? ''
    const price = cells[columns.price] ?? ''
    const reason = shapeFault(cells, columns, open) ?? rowFault(sku, price, seen.get(sku))
    if (reason !== null) found.faults.push({ line, reason })
    else {
      seen.set(sku, line)
      const was = columns.was === null ? null : (cells[columns.was] ?? '')
      found.changes.push({ line, sku, price, ...(was === null ? {} : { was: was === '' ? null : was }) })
    }
  }
  return columns === null ? no('the file is empty') : ok(found)
}

/** Why no cell of a row can be trusted: a comma in a price makes two cells of it, a file that was cut half a price. */
function shapeFault(
  cells: readonly string[],
  { names, sku, price, was }: Columns,
  open: boolean,
): string | null {
  const commas = cells.length > names.length ? ': a price has a point and no comma, as 19.90' : ''
  if (cells.length !== names.length)
    return `the row has ${cells.length} columns where the first line has ${names.length}${commas}`
  const last = names.length - 1
  return open && [sku, price, was].includes(last)
    ? `the file ends in ${names[last]!} without a line break: it may have been cut`
    : null
}

function rowFault(sku: string, price: string, before: number | undefined): string | null {
  if (sku === '' || price === '') return `the row has no ${sku === '' ? 'SKU' : 'price'}`
  return before === undefined ? null : `${sku} was there before, in line ${before}`
}

interface Columns {
  /** Of all columns, as the first line has them. */
  names: readonly string[]
  sku: number
  price: number
  was: number | null
}

function columnsOf(cells: readonly string[]): Result<Columns, string> {
  const names = cells.map((cell) => cell.toLowerCase())
  const [sku, price, was] = ['sku', 'price', 'was'].map((name) => names.indexOf(name)) as [
    number,
    number,
    number,
  ]
  const twice = ['sku', 'price', 'was'].find((name) => names.indexOf(name) !== names.lastIndexOf(name))
  if (twice !== undefined) return no(`the column ${twice} is there more than once`)
  if (sku >= 0 && price >= 0) return ok({ names: cells, sku, price, was: was < 0 ? null : was })
  const separated =
    cells.length === 1 && cells[0]!.includes(';')
      ? ' (its columns are separated by ; and not by a comma)'
      : ''
  return no(`the first line must have the columns SKU and price, and may have was${separated}`)
}
