import { writeFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { unitsToSend } from '#domain/order.ts'
import { findFonts } from '#features/orders/receipt/fonts.ts'
import { findOrder, type OrderRow } from '#features/orders/shop/read.ts'
import type { Slip } from '#features/orders/papers/packing.ts'
import { whyUnreadable } from '#platform/server/files/file-reasons.ts'
import { openWords } from '../entries/words.ts'
import { readRows } from '../files/read-rows.ts'
import { operatorPath } from '../shop.ts'
import { listedOrder } from './order-bulk.ts'
import { counted, Failure, say } from '../terminal.ts'
import { noSuchOrder, sayResult, whole, withOrders, type OrderShop } from './order-shop.ts'

interface PaperFlags {
  file?: string
  out: string
  force: boolean
  locale?: string
  json: boolean
}

/** `violet orders packing|label` */
export function addOrderPapers(orders: Command): void {
  paper(orders, 'packing', 'make packing slips as a PDF, A4: what of each order has not left')
    .option('--parcel <number>', 'what is in this parcel of one order instead', whole)
    .option('--prices', 'with the price of each unit; a gift is better without', false)
    .addHelpText('after', '\nExample: violet orders packing K7M2N-9QXD4 --out slips.pdf')
    .action(packing)

  paper(orders, 'label', 'make address labels as a PDF, 100 × 150 mm; no postage is paid by them')
    .addHelpText(
      'after',
      [
        '',
        'The sender is `sales.sender` of the configuration. A carrier that sells postage prints labels of its own.',
        '',
        'Example: violet orders label --file numbers.txt --out labels.pdf',
      ].join('\n'),
    )
    .action(label)
}

function paper(orders: Command, name: string, description: string): Command {
  return orders
    .command(name)
    .description(description)
    .argument('[numbers...]', 'of orders')
    .requiredOption('--out <file>', 'the PDF')
    .option('--file <file>', 'numbers of orders, one in each line; - for standard input')
    .option('--force', 'write over a file that is there', false)
    .option('--locale <language>', "in this language, instead of each order's own")
    .option('--json', 'print the result as JSON', false)
}

async function packing(
  numbers: string[],
  flags: PaperFlags & { parcel?: number; prices: boolean },
): Promise<void> {
  await withOrders(async (work) => {
    const found = await findOrders(work, numbers, flags)
    const { parcel: wanted, prices } = flags
    if (wanted !== undefined && found.length > 1) throw new Failure('--parcel goes with one order')
    const words = await openWords(work, work.shop)
    const slips = found.map((order): Slip => {
      const parcel = order.parcels.find(({ id }) => id === wanted) ?? null
      if (wanted !== undefined && parcel === null)
        throw new Failure(`${order.number} has no parcel ${wanted}`)
      const isDone = order.lines.every((line) => unitsToSend(line) === 0)
      if (parcel === null && isDone)
        throw new Failure(`all of ${order.number} has been sent; name a parcel by --parcel`)
      if (order.status === 'cancelled') throw new Failure(`${order.number} is cancelled`)
      return { order, parcel, ctx: { ...words(flags.locale ?? order.locale), now: work.now } }
    })
    // The PDF library takes 20 MB of memory: loaded by commands that need it.
    const { packingPdf } = await import('#features/orders/papers/packing.ts')
    const pdf = await packingPdf(slips, fontsOf(work), { prices, at: work.now })
    await writePdf(pdf, found, flags, 'packing slip')
  })
}

async function label(numbers: string[], flags: PaperFlags): Promise<void> {
  await withOrders(async (work) => {
    const found = await findOrders(work, numbers, flags)
    const words = await openWords(work, work.shop)
    const { sender } = work.shop.sales
    const from =
      sender === null
        ? [work.shop.shop.name]
        : [sender.consignee, ...sender.lines, sender.phone].filter((line) => line !== '')
    if (sender === null) say('the sender has no address: set sales.sender in the configuration')
    const labels = found.map((order) => {
      if (order.status === 'cancelled') throw new Failure(`${order.number} is cancelled`)
      return { order, sender: from, ctx: { ...words(flags.locale ?? order.locale), now: work.now } }
    })
    const { labelPdf } = await import('#features/orders/papers/label.ts')
    await writePdf(await labelPdf(labels, fontsOf(work), work.now), found, flags, 'label')
  })
}

async function findOrders(
  { db }: OrderShop,
  numbers: readonly string[],
  { file }: PaperFlags,
): Promise<OrderRow[]> {
  if ((numbers.length === 0) === (file === undefined)) throw new Failure('name orders, or a file by --file')
  const named =
    file === undefined
      ? numbers
      : (await readRows(file, ['order'], listedOrder)).map(({ cells }) => cells.get('order') ?? '')
  const found: OrderRow[] = []
  for (const number of named) {
    const order = await findOrder(db, number)
    if (order === null) throw noSuchOrder(number)
    found.push(order)
  }
  return found
}

function fontsOf({ config }: OrderShop): ReturnType<typeof findFonts> {
  const fonts = findFonts(config.receiptFonts)
  if (fonts.latin === null || fonts.cjk === null)
    say('letters may be missing: no font was found for them; name fonts by RECEIPT_FONTS')
  return fonts
}

async function writePdf(
  pdf: Buffer,
  found: readonly OrderRow[],
  { out, force, json }: PaperFlags,
  what: string,
): Promise<void> {
  const path = operatorPath(out)
  try {
    await writeFile(path, pdf, { flag: force ? 'w' : 'wx' })
  } catch (error) {
    throw new Failure(
      error instanceof Error && 'code' in error && error.code === 'EEXIST'
        ? `${out} is there already; say --force to write over it`
        : `${out} cannot be written: ${whyUnreadable(error)}`,
    )
  }
  const orders = found.map(({ number }) => number)
  await sayResult(json, { orders, file: path, bytes: pdf.length }, `${counted(found.length, what)} in ${out}`)
}
