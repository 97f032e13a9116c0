import { amountText } from '#domain/money.ts'
import type { ReturnEvent } from '#domain/aftersale/return.ts'
import type { ApproveFault, CancelReturnFault, CompleteFault } from '#features/returns/shop/decide.ts'
import type { RecountFault } from '#features/returns/shop/recount.ts'
import { amountOf } from '../orders/order-shop.ts'

/** What the operator decides. */
export type DecidedEvent = Extract<
  ReturnEvent,
  'approve' | 'refuse' | 'receive_parcel' | 'complete' | 'cancel'
>

export type AnyFault =
  | RecountFault
  | CompleteFault
  | ApproveFault
  | CancelReturnFault
  | { name: 'approved'; isWithdrawal: boolean }
  | { name: 'other_type'; type: string }

/** Why something could not be done to a return, and what to do instead. @param event that the command stands for */
export function faultText(fault: AnyFault, event: DecidedEvent): string {
  switch (fault.name) {
    case 'unknown_return':
      return 'the shop does not have it'
    case 'not_now':
      return whyNotNow(fault, event)
    case 'unknown_sku':
      return `it has no ${JSON.stringify(fault.sku)}`
    case 'too_many':
      return `of ${fault.sku} only ${fault.left} can be`
    case 'nothing':
      return 'no unit of it comes back; refuse it instead (violet returns refuse)'
    case 'no_address':
      return 'there is no address to send parcels to; set sales.returns.address first (violet config set)'
    case 'reason_needed':
      return 'units of it are left out: say why, the shopper is told it: --reason "It was worn"'
    case 'out_of_stock':
      return `${fault.skus.join(', ')} cannot be sent any more; add stock, or refuse it and send back what came (violet returns refuse --reason)`
    case 'money_gone':
      return `nothing was given back: ${amountOf(fault.due, fault.currency)} are due by the way of payment, and ${amountOf(fault.left, fault.currency)} of the order's payments are left`
    case 'not_on_shelf':
      return `${fault.skus.join(', ')} cannot be taken off the shelf again: sold meanwhile; correct the stock first (violet stock)`
    case 'asked_again':
      return `more units of ${fault.skus.join(', ')} cannot be counted: the shopper has asked for them by another return`
    case 'not_held_again':
      return `${fault.skus.join(', ')} was given up with these units, and is sold; add stock, or refuse it and send back what came (violet returns refuse --reason)`
    case 'not_lower':
      return `its refund is ${amountOf(fault.most, fault.currency)}: name a lower amount, or none`
    case 'exchange_not_lowered':
      return 'it is an exchange: refuse it (violet returns refuse), and agree with the shopper on a refund'
    case 'not_recorded':
      return `no payment of order ${fault.order} is recorded: note it first (violet orders pay ${fault.order}); if none ever comes, complete it with --amount ${fault.credit === 0 ? 0 : amountText(fault.credit, fault.currency)} and a reason${fault.credit === 0 ? '' : ': so much was paid with store credit'}`
    case 'approved':
      return fault.isWithdrawal
        ? 'it is a withdrawal, which is a right: take off what the goods have lost in value instead (violet returns complete --amount)'
        : 'it is approved; take it back instead (violet returns cancel), or refuse it when its parcel has come'
    case 'withdrawal':
      return 'it is a legal withdrawal, which the shop cannot take back: receive its parcel (violet returns receive), or let its shopper take it back on the page of the return'
    case 'parcel_sent':
      return `its shopper has sent a parcel (${fault.parcel}) and is told why the return ends: say --reason`
    case 'other_type':
      return `it is of the type ${fault.type}`
  }
}

function whyNotNow(
  { type, status, auditStatus, isReceived, isWithdrawal }: Extract<AnyFault, { name: 'not_now' }>,
  event: DecidedEvent,
): string {
  if (status !== 'pending_approval') return `it is ${status} already`
  if (auditStatus === 'pending_approval') return 'it is not approved yet (violet returns approve)'
  if (type === 'refund_only')
    return 'it is approved already, and nothing is sent back: refund it (violet returns complete)'
  if (event === 'approve') return 'it is approved already'
  return isReceived
    ? `its parcel has come already; correct the counts by --again (violet returns receive), or ${isWithdrawal ? 'take off what the goods have lost in value (violet returns complete --amount)' : 'refuse it (violet returns refuse)'}`
    : 'its parcel has not come yet (violet returns receive)'
}
