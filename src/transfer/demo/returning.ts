import { findOrder, type OrderRow } from '#features/orders/shop/read.ts'
import { applyForReturn, previewReturn } from '#features/returns/actions/apply.ts'
import { sendParcel } from '#features/returns/actions/change.ts'
import type { ReturnReason } from '#features/returns/contract.ts'
import { approveReturn, completeReturn, receiveReturn } from '#features/returns/shop/decide.ts'
import type { Units } from '#features/returns/shop/decision.ts'
import type { ReturnType } from '#domain/aftersale/return.ts'
import { sure, type Play } from './stage.ts'

/* Returns of the demo customer, step by step, each at its moment. */

export interface Wish {
  type: ReturnType
  reason: ReturnReason
  refundTo?: 'original' | 'credit'
  description: string
  lines: readonly { line: number; quantity: number; exchangeFor: string | null }[]
}

/** Asks for a return as its preview shows it. Returns its number. */
export async function* asked(
  daysAgo: number,
  order: string,
  wish: (lines: OrderRow['lines']) => Wish,
): Play<string> {
  const ctx = yield daysAgo
  const { lines } = (await findOrder(ctx.db, order))!
  const { description, ...choice } = wish(lines)
  const input = { refundTo: 'original' as const, ...choice, order, lines: [...choice.lines] }
  const { total } = sure(await previewReturn(ctx, input))
  return sure(await applyForReturn(ctx, { ...input, description, images: [], total })).slug
}

/** So many units of the line at a place of the order. */
export function unitsOf(
  lines: OrderRow['lines'],
  place: number,
  quantity: number,
  exchangeFor: string | null = null,
): Wish['lines'] {
  return [{ line: lines[place]!.id, quantity, exchangeFor }]
}

/** Approved a day after it was asked for, and sent a day later. @param reason why units are left out */
export async function* approvedAndSent(
  daysAgo: number,
  slug: string,
  units: Units = null,
  reason: string | null = null,
): Play {
  sure(await approveReturn(yield daysAgo, slug, units, reason))
  const trackingNumber = `SF15000000${String(Math.round(daysAgo)).padStart(2, '0')}`
  sure(await sendParcel(yield daysAgo - 1, { slug, company: 'SF Express', trackingNumber }))
}

/** Arrived at the merchant's, who looks at it. @param restocks what came is as good as new */
export async function* received(daysAgo: number, slug: string, restocks: boolean): Play {
  sure(await receiveReturn(yield daysAgo, slug, null, () => restocks))
}

/** The money is back, or the order of other goods is made, whose number is returned. */
export async function* completed(daysAgo: number, slug: string): Play<string | null> {
  return sure(await completeReturn(yield daysAgo, slug)).exchangeOrder
}
