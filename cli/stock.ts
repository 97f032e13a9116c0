import { InvalidArgumentError, type Command } from 'commander'
import {
  addStock,
  listStock,
  setStock,
  type StockFault,
  type StockRow,
} from '#features/catalog/shop/stock.ts'
import { loadConfig } from '#features/shop/actions.ts'
import type { Result } from '#domain/result.ts'
import { withShop } from './shop.ts'
import { Failure, table, writeOut } from './terminal.ts'

export function addStockCommands(program: Command): void {
  const stock = program.command('stock').description('see and set how many of each SKU are on hand')

  stock
    .command('set')
    .description('say how many are on hand')
    .argument('<sku>')
    .argument('<quantity>', 'a whole number from 0', wholeNumber)
    .option('--json', 'print the result as JSON', false)
    .action((sku: string, quantity: number, flags: { json: boolean }) =>
      change(sku, quantity, flags, setStock),
    )

  stock
    .command('add')
    .description('add to what is on hand; a negative number takes away')
    .argument('<sku>')
    .argument('<quantity>', 'a whole number; write -- before a negative one', wholeNumber)
    .option('--json', 'print the result as JSON', false)
    .action((sku: string, quantity: number, flags: { json: boolean }) =>
      change(sku, quantity, flags, addStock),
    )

  stock
    .command('list')
    .description('list all SKUs')
    .option('--low', "only those with no more left than the shop's setting lowStockAt", false)
    .option('--json', 'print one JSON object in each line', false)
    .action(list)
}

function wholeNumber(text: string): number {
  if (!/^[+-]?\d{1,10}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(text)
}

type Change = typeof setStock

async function change(sku: string, quantity: number, flags: { json: boolean }, how: Change): Promise<void> {
  const changed: Result<StockRow, StockFault> = await withShop(({ db }) => how(db, sku, quantity, new Date()))
  if (!changed.ok) throw new Failure(faultText(sku, changed.problem))
  const row = changed.value
  await writeOut(
    flags.json
      ? `${JSON.stringify(row)}\n`
      : `${row.sku}: ${row.onHand} on hand, ${row.held} held by orders\n`,
  )
}

async function list(flags: { low: boolean; json: boolean }): Promise<void> {
  await withShop(async ({ db }) => {
    const low = flags.low ? (await loadConfig(db)).document.shop.lowStockAt : null
    const rows: StockRow[] = []
    await listStock(db, low, (row) => void rows.push(row))
    if (flags.json) for (const row of rows) await writeOut(`${JSON.stringify(row)}\n`)
    else {
      const cells = rows.map((row) => [
        row.sku,
        String(row.onHand),
        String(row.held),
        row.backorder ? 'sold beyond stock' : String(row.onHand - row.held),
        row.product,
      ])
      await writeOut(`${table([['SKU', 'ON HAND', 'HELD', 'LEFT', 'PRODUCT'], ...cells])}\n`)
    }
  })
}

function faultText(sku: string, fault: StockFault): string {
  switch (fault.name) {
    case 'unknown_sku':
      return `the shop has no SKU ${JSON.stringify(sku)}`
    case 'not_a_quantity':
      return 'the quantity must be a whole number from 0 to 1,000,000,000'
    case 'held':
      return `${JSON.stringify(sku)} has ${fault.onHand} on hand${fault.held > 0 ? `, and orders hold ${fault.held} of them` : ' and no more'}`
  }
}
