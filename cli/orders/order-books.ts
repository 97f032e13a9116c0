import type { Command } from 'commander'
import { amountText } from '#domain/money.ts'
import { day } from '#domain/time.ts'
import { exportBooks, type BookRow } from '#features/orders/shop/read.ts'
import { utcDay, withOrders } from './order-shop.ts'
import { Failure, writeOut } from '../terminal.ts'

export function addOrderBooks(orders: Command): void {
  orders
    .command('export')
    .description('print the books as CSV: a row for each line, payment and refund (docs/bookkeeping.md)')
    .requiredOption('--from <day>', 'the first day in UTC, as 2026-11-01', utcDay)
    .requiredOption('--to <day>', 'the last day in UTC', utcDay)
    .option('--json', 'print one JSON object in each line, amounts in minor units', false)
    .action(books)
}

async function books({ from, to, json }: { from: Date; to: Date; json: boolean }): Promise<void> {
  if (to < from) throw new Failure('--to is before --from')
  const until = new Date(to.getTime() + day)
  await withOrders(async ({ db }) => {
    if (!json) await writeOut(`${columns.join(',')}\n`)
    await exportBooks(db, from, until, (row) =>
      writeOut(json ? `${JSON.stringify(row)}\n` : `${csvLine(row)}\n`),
    )
  })
}

const columns = [
  'at',
  'order',
  'kind',
  'name',
  'sku',
  'quantity',
  'currency',
  'amount',
  'tax_rate',
  'tax',
  'net',
  'country',
] as const

function csvLine(row: BookRow): string {
  const money = (amount: number): string =>
    `${amount < 0 ? '-' : ''}${amountText(Math.abs(amount), row.currency)}`
  const cells = [
    row.at,
    row.order,
    row.kind,
    words(row.name),
    words(row.sku),
    row.quantity === null ? '' : String(row.quantity),
    row.currency,
    money(row.amount),
    row.taxRate,
    money(row.tax),
    money(row.amount - row.tax),
    row.country,
  ]
  return cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')
}

/** What somebody typed is never a formula to the program that opens the file. */
function words(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
}
