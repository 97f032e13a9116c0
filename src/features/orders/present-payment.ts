import { waitsForDifference } from '#domain/order.ts'
import type { PaymentView } from '#features/payments/contract.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { MessageKey } from '#i18n/keys.gen.ts'
import { problemText } from '#platform/server/answers.ts'
import { pickText } from '#i18n/pick-text.ts'
import { problems, type ProblemName } from '#wire/problems.ts'
import type { OrderRow } from './queries/read.ts'

type Payable = Pick<OrderRow, 'status' | 'payStatus' | 'due' | 'paymentMethod' | 'payments'>

/** The state of an order's payment, as far as the shop itself knows. */
export function presentPayment(order: Payable, ctx: Pick<Ctx, 'shop' | 'locale' | 't'>): PaymentView {
  const payment = order.payments.at(-1)
  const state = stateOf(order)
  const method = ctx.shop.sales.payment.find(({ code }) => code === order.paymentMethod)
  return {
    state,
    failure: state === 'failed' && payment?.failure ? failureText(payment.failure, ctx) : '',
    instructions: state === 'offline' ? pickText(method?.instructions, ctx.locale) : '',
    redirect: null,
    embedded: null,
  }
}

/** How far the payment is, in a word. @param isOnDelivery it waits for the courier to be paid */
export function payWord(
  { status, payStatus, captured }: Pick<OrderRow, 'status' | 'payStatus' | 'captured'>,
  isOnDelivery: boolean,
): MessageKey & `order.pay.${string}` {
  if (isOnDelivery) return 'order.pay.on_delivery'
  // Nobody waits for the money of an order that was cancelled before it was paid; what comes late goes back.
  const isOver = status === 'cancelled' && payStatus === 'unpaid' && captured === 0
  return isOver ? 'order.pay.not_charged' : `order.pay.${payStatus}`
}

function stateOf(order: Payable): PaymentView['state'] {
  const { status, payStatus, payments } = order
  const payment = payments.at(-1)
  if (payStatus === 'paid' && !waitsForDifference(order)) return 'paid'
  if (status === 'cancelled') return 'cancelled'
  if (payment === undefined) return 'none'
  if (isOffline(payment.provider)) return 'offline'
  switch (payment.status) {
    case 'created':
      return 'open'
    case 'pending':
      return 'deciding'
    case 'failed':
      return 'failed'
    case 'cancelled':
      return 'none'
    case 'captured':
      return 'paid'
  }
}

/** Paid elsewhere, not on the shop's pages. */
export function isOffline(provider: string): boolean {
  return provider === 'manual' || provider === 'cod'
}

function failureText(failure: string, { t }: Pick<Ctx, 't'>): string {
  return problemText({ name: isProblem(failure) ? failure : 'card_declined' }, t)
}

function isProblem(name: string): name is ProblemName {
  return Object.hasOwn(problems, name)
}

/** The courier is paid: as long as nothing has left, the shop has to do something, and not the shopper. */
export function isPaidToCourier({ payments }: Pick<OrderRow, 'payments'>): boolean {
  return payments.at(-1)?.provider === 'cod'
}
