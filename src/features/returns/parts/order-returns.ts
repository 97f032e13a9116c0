import type { Ctx } from '#platform/server/context.ts'
import { listReturns } from '../actions/show.ts'
import { returnOptions } from '../actions/options.ts'
import type { ReturnSummary } from '../contract.ts'

/** What the page of an order says of returns. */
export interface OrderReturns {
  /** Its number. */
  order: string
  returns: readonly Pick<
    ReturnSummary,
    'slug' | 'href' | 'status' | 'statusText' | 'auditStatus' | 'auditStatusText'
  >[]
  mayReturn: boolean
  mayReport: boolean
  mayWithdraw: boolean
  /** Days in words; null for no such time. */
  returnUntil: string | null
  withdrawUntil: string | null
}

/** Of an order of the visitor's; null for one of somebody else, as for none. */
export async function orderReturns(ctx: Ctx, order: string): Promise<OrderReturns | null> {
  const [options, list] = await Promise.all([
    returnOptions(ctx, { order }),
    listReturns(ctx, { order, status: null, page: 1 }),
  ])
  if (!options.ok) return null
  const { lines, mayWithdraw, returnUntil, withdrawUntil } = options.value
  const open = lines.filter(({ returnable }) => returnable > 0)
  return {
    order,
    returns: list.ok ? list.value.returns : [],
    mayReturn: open.some(({ isClaimOnly }) => !isClaimOnly),
    mayReport: open.length > 0,
    mayWithdraw,
    returnUntil,
    withdrawUntil,
  }
}
