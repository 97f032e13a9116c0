import { InvalidArgumentError, type Command } from 'commander'
import { findOrder, type OrderRow } from '#features/orders/shop/read.ts'
import { tidyNumber } from '#features/orders/rules/number.ts'
import { confirmed } from '../confirm.ts'
import { readRows, type FileRow } from '../files/read-rows.ts'
import { counted, exitCodes, Failure, say, writeOut } from '../terminal.ts'
import { noSuchOrder, withOrder, withOrders, type OrderShop } from './order-shop.ts'

/* Commands on one order, on several that are named, or on the rows of a file. */

export interface ManyFlags {
  json: boolean
  file?: string
  yes?: boolean
}

/** What a cell changes of the flags that were typed; it throws an `InvalidArgumentError` for a cell that says nothing. */
export type Columns<Flags> = Readonly<Record<string, (cell: string) => Partial<Flags>>>

interface Many<Flags> {
  /** Column of a file → flags of its row. The first column of each file is `order`. */
  columns?: Columns<Flags>
  /** For what cannot be undone: asked once for all, as "Cancel 12 orders?"; absent where nothing is asked. */
  question?: (orders: string) => string
  /** Of each order a line that is shown before the question. */
  describe?: (order: OrderRow) => string
  /** What is done has a key, of its row or of all: an order can then be there once only without a key of its row. */
  isKeyed?: boolean
  act: (work: OrderShop, order: OrderRow, flags: Flags) => Promise<void>
}

/** `violet orders <name> [numbers...] [--file …]` */
export function many(
  orders: Command,
  name: string,
  description: string,
  columns: readonly string[] = [],
): Command {
  const all = ['order', ...columns]
  return orders
    .command(name)
    .description(description)
    .argument('[numbers...]', 'of orders')
    .option(
      '--file <file>',
      `many orders: CSV with the columns ${all.join(', ')}, or JSON objects with these fields; - for standard input`,
    )
    .option('--json', 'print the result as JSON; of many orders one object in each line', false)
}

/** Does it to one order as its own command, or to many, each by itself: what fails of one does not stop the others. */
export async function onOrders<Flags extends ManyFlags>(
  numbers: readonly string[],
  flags: Flags,
  { columns = {}, question, describe, isKeyed = false, act }: Many<Flags>,
): Promise<void> {
  const { file } = flags
  if (file !== undefined && numbers.length > 0) throw new Failure('name orders, or a file: not both')
  if (file === undefined && numbers.length === 0) throw new Failure('name an order, or a file by --file')
  const [number] = numbers
  if (file === undefined && numbers.length === 1)
    return withOrder(number!, (work, order) => act(work, order, flags))
  const rows =
    file === undefined
      ? numbers.map((one) => ({ line: 0, cells: new Map([['order', one]]) }))
      : await readRows(file, ['order', ...Object.keys(columns)], listedOrder)
  if (isKeyed) refuseTwice(rows)
  if (describe !== undefined && flags.yes !== true) await describeEach(rows, describe)
  if (question !== undefined)
    await confirmed(question(counted(rows.length, 'order')), { yes: flags.yes ?? false, json: flags.json })
  await withOrders((work) => actOnEach(work, rows, flags, { columns, act }))
}

/** The number of an order as `violet orders list --json` prints it. */
export function listedOrder(cells: ReadonlyMap<string, string>): string | null {
  return cells.has('payStatus') ? (cells.get('number') ?? null) : null
}

/** Two rows of one order, made under one key, would be one: the second would be told as done, and not be. */
function refuseTwice(rows: readonly FileRow[]): void {
  const seen = new Set<string>()
  for (const { cells } of rows) {
    const number = tidyNumber(cells.get('order') ?? '')
    if ((cells.get('key') ?? '') !== '') continue
    if (seen.has(number))
      throw new Failure(
        `nothing was done: ${number} is named more than once; give each of its rows a key of its own, in the column key`,
      )
    seen.add(number)
  }
}

async function describeEach(rows: readonly FileRow[], describe: (order: OrderRow) => string): Promise<void> {
  await withOrders(async ({ db }) => {
    for (const { cells } of rows) {
      const given = cells.get('order') ?? ''
      const order = await findOrder(db, given)
      say(order === null ? noSuchOrder(given).message : describe(order))
    }
  })
}

async function actOnEach<Flags extends ManyFlags>(
  work: OrderShop,
  rows: readonly FileRow[],
  flags: Flags,
  { columns, act }: Required<Pick<Many<Flags>, 'columns' | 'act'>>,
): Promise<void> {
  let failed = 0
  for (const row of rows) {
    const given = row.cells.get('order') ?? ''
    try {
      const order = await findOrder(work.db, given)
      if (order === null) throw noSuchOrder(given)
      await act({ ...work, now: new Date() }, order, { ...flags, ...cellFlags(row, columns), yes: true })
    } catch (error) {
      // A fault of the program, or of the database, is not this order's.
      if (!(error instanceof Failure) && !(error instanceof InvalidArgumentError)) throw error
      failed += 1
      const place = row.line === 0 ? {} : { line: row.line }
      await writeOut(
        flags.json
          ? `${JSON.stringify({ order: given, ...place, error: error.message })}\n`
          : `${row.line === 0 ? '' : `line ${row.line}: `}failed: ${error.message}\n`,
      )
    }
  }
  if (failed > 0)
    throw new Failure(
      `${failed} of ${counted(rows.length, 'order')} failed`,
      failed === rows.length ? exitCodes.failed : exitCodes.partly,
    )
}

function cellFlags<Flags>({ cells }: FileRow, columns: Columns<Flags>): Partial<Flags> {
  let flags: Partial<Flags> = {}
  for (const [name, read] of Object.entries(columns)) {
    const cell = cells.get(name)
    if (cell !== undefined) flags = { ...flags, ...read(cell) }
  }
  return flags
}
