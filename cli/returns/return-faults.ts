import type { ReturnEvent } from '#domain/aftersale/return.ts'
import type { MoneyGoneFault } from '#features/returns/rules/pay-out.ts'
import type { GoneFault } from '#features/returns/rules/place.ts'
import type { UnitsFault } from '#features/returns/shop/decide.ts'
import { amountOf } from '../orders/order-shop.ts'

/** What the operator decides. */
export type DecidedEvent = Extract<
  ReturnEvent,
  'approve' | 'refuse' | 'receive_parcel' | 'complete' | 'cancel'
>

export type AnyFault =
  | UnitsFault
  | GoneFault
  | MoneyGoneFault
  | { name: 'no_address' }
  | { name: 'approved'; isReceived: boolean }
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
      return 'no unit is named; refuse it instead (violet returns refuse)'
    case 'no_address':
      return 'there is no address to send parcels to; set sales.returns.address first (violet config set)'
    case 'out_of_stock':
      return `${fault.skus.join(', ')} cannot be sent any more; take it back (violet returns cancel) or add stock`
    case 'money_gone':
      return `nothing was given back: ${amountOf(fault.due, fault.currency)} are due by the way of payment, and ${amountOf(fault.left, fault.currency)} of the order's payments are left`
    case 'approved':
      return fault.isReceived
        ? 'it is approved, and its parcel has come already'
        : 'it is approved; take it back instead (violet returns cancel)'
    case 'other_type':
      return `it is of the type ${fault.type}`
  }
}

function whyNotNow(
  { type, status, auditStatus, isReceived }: Extract<AnyFault, { name: 'not_now' }>,
  event: DecidedEvent,
): string {
  if (status !== 'pending_approval') return `it is ${status} already`
  if (auditStatus === 'pending_approval') return 'it is not approved yet (violet returns approve)'
  if (type === 'refund_only')
    return 'it is approved already, and nothing is sent back: refund it (violet returns complete)'
  if (event === 'approve') return 'it is approved already'
  return isReceived ? 'its parcel has come already' : 'its parcel has not come yet (violet returns receive)'
}
