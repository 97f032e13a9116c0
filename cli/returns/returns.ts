import { Option, type Command } from 'commander'
import { auditStatuses, returnStatuses, returnTypes } from '#features/returns/contract.ts'
import { findOrder } from '#features/orders/shop/read.ts'
import { findRefundAmount } from '#features/returns/rules/refund-amount.ts'
import { findReturn, listAllReturns, type ReturnFilter, type ReturnRow } from '#features/returns/shop/read.ts'
import { amountOf, noSuchOrder, whole, withOrders } from '../orders/order-shop.ts'
import { Failure, printable, table, writeOut } from '../terminal.ts'
import { addReturnDecisions } from './return-decisions.ts'

export function addReturns(program: Command): void {
  const returns = program
    .command('returns')
    .description('see what is asked back, decide about it, receive parcels, refund and exchange')

  returns
    .command('list')
    .description('list returns, the newest first')
    .addOption(new Option('--status <status>', 'only those in this status').choices(returnStatuses))
    .addOption(new Option('--audit <status>', 'only those in this audit status').choices(auditStatuses))
    .addOption(new Option('--type <type>', 'only those of this type').choices(returnTypes))
    .option('--order <number>', 'only those of one order')
    .option('--to-decide', 'only those that wait for a decision', false)
    .option('--to-complete', 'only those that can be refunded or exchanged now', false)
    .option('--most <count>', 'how many at the most', whole, 100)
    .option('--json', 'print one JSON object in each line', false)
    .action(list)

  returns
    .command('show')
    .description('show one return with all that happened to it')
    .argument('<number>', 'as in the list and in the mails')
    .option('--json', 'print it as JSON', false)
    .action(show)

  addReturnDecisions(returns)
}

interface ListFlags {
  status?: NonNullable<ReturnFilter['status']>
  audit?: NonNullable<ReturnFilter['auditStatus']>
  type?: NonNullable<ReturnFilter['type']>
  order?: string
  toDecide: boolean
  toComplete: boolean
  most: number
  json: boolean
}

async function list(flags: ListFlags): Promise<void> {
  await withOrders(async (work) => {
    const { db, shop } = work
    const order = flags.order === undefined ? null : await findOrder(db, flags.order)
    if (flags.order !== undefined && order === null) throw noSuchOrder(flags.order)
    const cells: string[][] = []
    await listAllReturns(db, filterOf(flags, order?.number ?? null), flags.most, async (row) => {
      const refundAmount = await findRefundAmount(db, row, shop)
      if (flags.json) return writeOut(`${JSON.stringify({ ...row, refundAmount })}\n`)
      cells.push([
        row.number,
        row.createdAt.toISOString().slice(0, 16).replace('T', ' '),
        row.order,
        row.status,
        row.auditStatus,
        row.isClaim ? `${row.type} (claim)` : row.isWithdrawal ? `${row.type} (withdrawal)` : row.type,
        row.receivedAt !== null ? 'received' : row.sentAt !== null ? 'sent' : '',
        amountOf(refundAmount, row.currency),
      ])
    })
    const head = ['NUMBER', 'ASKED (UTC)', 'ORDER', 'STATUS', 'AUDIT', 'TYPE', 'PARCEL', 'REFUND']
    if (!flags.json) await writeOut(`${table([head, ...cells])}\n`)
  })
}

function filterOf(flags: ListFlags, order: string | null): ReturnFilter {
  return {
    status: flags.status ?? (flags.toDecide ? 'pending_approval' : null),
    auditStatus: flags.audit ?? (flags.toDecide ? 'pending_approval' : null),
    type: flags.type ?? null,
    order,
    toComplete: flags.toComplete,
  }
}

async function show(number: string, { json }: { json: boolean }): Promise<void> {
  await withOrders(async ({ db, shop }) => {
    const row = await findReturn(db, number)
    if (row === null) throw new Failure(`the shop has no return ${JSON.stringify(number)}`)
    const refundAmount = await findRefundAmount(db, row, shop)
    const text = json
      ? JSON.stringify({ ...row, refundAmount })
      : describe(row, refundAmount).map(printable).join('\n')
    await writeOut(`${text}\n`)
  })
}

function describe(row: ReturnRow, refund: number): string[] {
  const money = (amount: number): string => amountOf(amount, row.currency)
  const { quote } = row
  const units = (count: number | null): string => (count === null ? '' : String(count))
  return [
    `${row.number}  ${row.status}  ${row.auditStatus}  ${row.type}${row.isClaim ? '  claim' : ''}${row.isWithdrawal ? '  withdrawal' : ''}`,
    `of order ${row.order}, asked for ${row.createdAt.toISOString()} by ${row.email}: ${row.reason}`,
    ...(row.description === '' ? [] : [`description: ${row.description}`]),
    ...row.images.map(({ key }) => `photo: /media/${key}/1440.webp`),
    ...(row.refusalReason === null ? [] : [`refused: ${row.refusalReason}`]),
    ...(row.trackingNumber === null ? [] : [`parcel: ${row.company ?? ''} ${row.trackingNumber}`]),
    ...(row.awaitsAddress
      ? ['its shopper waits to hear where to send it: set sales.returns.address (violet config set)']
      : []),
    ...(row.sendBy === null ? [] : [`to be sent by ${row.sendBy.toISOString()}`]),
    ...(row.receivedAt === null ? [] : [`received ${row.receivedAt.toISOString()}`]),
    '',
    table([
      [
        'SKU',
        'ASKED',
        'APPROVED',
        'RECEIVED',
        row.type === 'exchange' ? 'WORTH' : 'REFUND',
        'INSTEAD',
        'NAME',
      ],
      ...row.lines.map((line) => [
        line.sku,
        String(line.quantity),
        units(line.approved),
        units(row.type === 'refund_only' ? null : line.received),
        money(quote.lines.find(({ key }) => key === line.sku)?.amount ?? 0),
        line.exchange?.sku ?? '',
        line.title,
      ]),
    ]),
    '',
    [
      ...(row.type === 'exchange' ? [`worth ${money(quote.total)}`] : []),
      `refund ${money(refund)}`,
      `delivery ${money(quote.services.shipping)}`,
      ...(quote.fee === 0 ? [] : [`kept ${money(quote.fee)}`]),
      ...(row.bonus === 0 ? [] : [`bonus ${money(row.bonus)}`]),
      `to ${row.refundTo}`,
    ].join(', '),
    ...(row.exchangeOrder === null
      ? []
      : [`exchanged for order ${row.exchangeOrder.number}, ${exchangeState(row.exchangeOrder)}`]),
    ...row.payouts.map(
      ({ id, order, status, amount, isByHand }) =>
        `refund ${id} of order ${order}: ${status} ${money(amount)}${isByHand && status === 'pending' ? `; send it, then note it by \`violet orders refunded ${id}\`` : ''}`,
    ),
    '',
    ...row.events.map(({ at, kind, actor }) => `${new Date(at).toISOString()}  ${kind}  (${actor})`),
  ]
}

/** Of an order that was cancelled nothing is waited for. */
function exchangeState({ status, payStatus }: NonNullable<ReturnRow['exchangeOrder']>): string {
  return status === 'cancelled' ? 'cancelled' : payStatus
}
