import type { Command } from 'commander'
import { no, type Result } from '#domain/result.ts'
import {
  approveReturn,
  cancelReturnByShop,
  cancelReturnFault,
  completeReturn,
  receiveReturn,
  refuseReturn,
  type Lowered,
} from '#features/returns/shop/decide.ts'
import type { Decided, Units } from '#features/returns/shop/decision.ts'
import { recountReturn } from '#features/returns/shop/recount.ts'
import { findRefundAmount } from '#features/returns/rules/refund-amount.ts'
import { findReturn, type ReturnRow } from '#features/returns/shop/read.ts'
import { confirmed } from '../confirm.ts'
import {
  amountOf,
  readAmount,
  refundLines,
  withOrders,
  type OrderShop,
  type ShownRefund,
} from '../orders/order-shop.ts'
import { fileOption, readNames, type Named } from '../many.ts'
import { reasonText } from '../reason.ts'
import { counted, exitCodes, Failure, say, writeOut } from '../terminal.ts'
import { unitCount, unitCountOrNone, type Counts } from '../units.ts'
import { faultText, type AnyFault, type DecidedEvent } from './return-faults.ts'

interface Flags {
  json: boolean
  yes: boolean
  file?: string
  unit: Counts
  amount?: string
}

/** `violet returns approve|refuse|receive|complete|refund|exchange|cancel`, each for one return or many. */
export function addReturnDecisions(returns: Command): void {
  many(returns, 'approve', 'approve: the shopper is sent the address, and until when the parcel has to leave')
    .option('--unit <sku=count...>', 'only these units: --unit stool-sage=1', unitCount, {})
    .option(
      '--reason <text>',
      'with --unit: why the others are not approved; the shopper is told',
      givenReason,
    )
    .action((numbers: string[], flags: Flags & { reason?: string }) =>
      run(numbers, flags, 'Approve', 'approve', (work, row) =>
        approveReturn(work, row.number, unitsOf(flags), flags.reason ?? null),
      ),
    )

  many(
    returns,
    'refuse',
    'refuse, with a reason that the shopper is sent; also what has come, after a look at it: then send it back',
  )
    .requiredOption('--reason <text>', 'what the shopper is told', givenReason)
    .action((numbers: string[], flags: Flags & { reason: string }) =>
      run(numbers, flags, 'Refuse', 'refuse', async (work, row) => {
        const refused = await refuseReturn(work, row.number, flags.reason)
        if (refused.ok || refused.problem.name !== 'not_now') return refused
        const { status, auditStatus, isWithdrawal } = refused.problem
        return status === 'pending_approval' && auditStatus === 'audit_successful'
          ? no({ name: 'approved', isWithdrawal })
          : refused
      }),
    )

  many(returns, 'receive', 'note that the parcel has come; what did not come is not refunded')
    .option(
      '--unit <sku=count...>',
      'what was in it, as stool-sage=1, or =0 for none; without it, all that was approved',
      unitCountOrNone,
      {},
    )
    .option('--again', 'it was counted wrongly: these counts replace the former ones', false)
    .option(
      '--restock',
      'what came goes back on the shelf; without it only what was no claim does, and with --again what did before',
    )
    .option('--no-restock', 'what came does not go back on the shelf')
    .action((numbers: string[], flags: Flags & { again: boolean; restock?: boolean }) => {
      const restocks = ({ isClaim }: ReturnRow, wasRestocked: boolean | null = null): boolean =>
        flags.restock ?? wasRestocked ?? !isClaim
      const question = flags.again ? 'Correct what came of' : 'Note as received'
      return run(numbers, flags, question, 'receive_parcel', (work, row) =>
        (flags.again ? recountReturn : receiveReturn)(work, row.number, unitsOf(flags), restocks),
      )
    })

  const complete = (
    name: string,
    description: string,
    question: string,
    isMeant: (row: ReturnRow) => boolean,
  ) =>
    many(returns, name, description).action((numbers: string[], flags: Flags & LoweredFlags) => {
      const isLowered = checkedLowered(flags)
      return run(numbers, flags, question, 'complete', async (work, row) =>
        isMeant(row)
          ? completeReturn(work, row.number, isLowered ? loweredOf(flags, row) : null)
          : { ok: false, problem: { name: 'other_type', type: row.type } },
      )
    })
  const lowered = (command: Command): Command =>
    command
      .option('--amount <amount>', 'refund this instead of what is due: goods came back damaged, or used')
      .option('--reason <text>', 'with --amount: what the shopper is told', givenReason)
  lowered(
    complete(
      'complete',
      'refund it, or send what is wanted instead, as it was asked for',
      'Complete',
      () => true,
    ),
  )
  lowered(
    complete(
      'refund',
      'the same, for returns whose money goes back',
      'Refund',
      ({ type }) => type !== 'exchange',
    ),
  )
  complete(
    'exchange',
    'the same, for exchanges: an order is made of what was held',
    'Exchange',
    ({ type }) => type === 'exchange',
  )

  many(returns, 'cancel', 'take a return back for its shopper, before its parcel has come')
    .option('--reason <text>', 'what the shopper is told; needed where a parcel is named', '')
    .action((numbers: string[], flags: Flags & { reason: string }) => {
      const reason = reasonText(flags.reason)
      return run(
        numbers,
        flags,
        'Take back',
        'cancel',
        (work, row) => cancelReturnByShop(work, row.number, reason),
        (row) => cancelReturnFault(row, reason),
      )
    })
}

const named: Named = { one: 'a return', columns: ['number', 'return'] }

function many(returns: Command, name: string, description: string): Command {
  return returns
    .command(name)
    .description(description)
    .argument('[numbers...]', 'of the returns')
    .option('--file <file>', fileOption)
    .option('--json', 'print one JSON object for each return', false)
    .option('--yes', 'do not ask', false)
}

interface LoweredFlags {
  amount?: string
  reason?: string
}

function checkedLowered({ amount, reason }: LoweredFlags): boolean {
  if ((amount === undefined) !== (reason === undefined))
    throw new Failure('a lower refund has an amount and a reason: --amount 30.00 --reason "It is scratched"')
  return amount !== undefined
}

function loweredOf({ amount, reason }: LoweredFlags, { currency }: ReturnRow): Lowered {
  return { amount: readAmount(amount!, currency), reason: reason! }
}

function givenReason(text: string): string {
  const reason = reasonText(text)
  if (reason === '') throw new Failure('the shopper is told a reason: --reason "It was used"')
  return reason
}

function unitsOf({ unit }: Flags): Units {
  return Object.keys(unit ?? {}).length === 0 ? null : unit
}

type Decide = (work: OrderShop, row: ReturnRow) => Promise<Result<Decided, AnyFault>>

/** Does the same to each of the returns: one that cannot be done stops none of the others. */
async function run(
  given: string[],
  flags: Flags,
  verb: string,
  event: DecidedEvent,
  decide: Decide,
  faultOf: (row: ReturnRow) => AnyFault | null = () => null,
): Promise<void> {
  const numbers = await readNames(given, flags.file, named)
  if (numbers.length > 1 && unitsOf(flags) !== null)
    throw new Failure('--unit is for one return: the units of several are not the same')
  if (numbers.length > 1 && flags.amount !== undefined)
    throw new Failure('--amount is for one return: the refunds of several are not the same')
  await withOrders(async (work) => {
    const rows: ReturnRow[] = []
    const unknown: string[] = []
    for (const number of numbers) {
      const row = await findReturn(work.db, number)
      if (row === null) unknown.push(number)
      else rows.push(row)
    }
    const [only] = rows
    const fault = only !== undefined && numbers.length === 1 ? faultOf(only) : null
    // Nobody is asked about what cannot be.
    if (only !== undefined && fault !== null) throw new Failure(`${only.number}: ${faultText(fault, event)}`)
    if (rows.length > 0) await confirmed(await questionOf(work, verb, rows, flags.amount), flags)
    const failures = unknown.map((number) => ({
      number,
      error: `the shop has no return ${JSON.stringify(number)}`,
    }))
    for (const row of rows) {
      const decided = await decide(work, row)
      if (decided.ok) await tell(decided.value, row, flags.json)
      else failures.push({ number: row.number, error: `${row.number}: ${faultText(decided.problem, event)}` })
    }
    if (failures.length === 0) return
    for (const { number, error } of failures)
      if (flags.json) await writeOut(`${JSON.stringify({ return: number, error })}\n`)
      else if (numbers.length > 1) say(error)
    if (numbers.length === 1) throw new Failure(failures[0]!.error)
    throw new Failure(
      `${counted(failures.length, 'return')} of ${numbers.length} could not be done`,
      failures.length < numbers.length ? exitCodes.partly : exitCodes.failed,
    )
  })
}

async function questionOf(
  { db, shop }: OrderShop,
  verb: string,
  rows: readonly ReturnRow[],
  amount: string | undefined,
): Promise<string> {
  const [first] = rows
  const isCancel = verb === 'Take back'
  if (rows.length === 1 && first !== undefined) {
    const refund = amountOf(await findRefundAmount(db, first, shop), first.currency)
    const lower = amount === undefined ? '' : ` lowered to ${amount}`
    const order = isCancel ? ` of order ${first.order} of ${first.email}` : ''
    return `${verb} ${first.number}${order}, ${first.type}, ${refund}${lower}${isCancel ? parcelOf(first) : ''}?`
  }
  const sent = rows.filter(({ sentAt }) => sentAt !== null).length
  return `${verb} ${counted(rows.length, 'return')}${isCancel && sent > 0 ? `, of which ${sent} have a parcel on its way` : ''}?`
}

/** What its shopper has sent already. */
function parcelOf({ sentAt, company, trackingNumber }: ReturnRow): string {
  return sentAt === null ? '' : `, whose parcel is on its way (${[company, trackingNumber].join(' ').trim()})`
}

function tell(decided: Decided, { email }: ReturnRow, json: boolean): Promise<void> {
  const { status, auditStatus, amount, currency, exchangeOrder, payouts, lostCredit, ...rest } = decided
  const end = exchangeOrder === null ? amountOf(amount, currency) : `order ${exchangeOrder}`
  const lines = [
    `${decided.return}: ${status}, ${auditStatus}, ${end}`,
    ...payouts.flatMap((payout) =>
      refundLines({ number: payout.order, currency, email }, [startedOf(payout)]),
    ),
    ...(lostCredit === 0
      ? []
      : [`${amountOf(lostCredit, currency)} is in the store credit of an account that is closed: ${email}`]),
  ]
  const shown = { ...rest, status, auditStatus, amount, currency, exchangeOrder, lostCredit }
  return writeOut(
    json ? `${JSON.stringify({ ...shown, refunds: payouts.map(startedOf) })}\n` : `${lines.join('\n')}\n`,
  )
}

/** As `orders refund` says it. */
function startedOf({ id, amount, status, isByHand }: Decided['payouts'][number]): ShownRefund {
  return { refund: id, amount, waits: isByHand && status === 'pending' }
}
