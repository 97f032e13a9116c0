import type { ReturnWay } from '#domain/aftersale/eligibility.ts'
import { showOrder, type ShownOrder } from '#features/orders/actions/show.ts'
import { tidyNumber } from '#features/orders/rules/number.ts'
import { formatDate } from '#i18n/format.ts'
import type { MessageKey } from '#i18n/keys.gen.ts'
import type { Ctx } from '#platform/server/context.ts'
import { linksFor } from '#wire/links.ts'
import type { ReturnSummary } from '../contract.ts'
import { pageFacts, type PageFacts } from '../queries/facts.ts'
import { mayWithdraw } from '../rules/withdrawal.ts'
import { unitsFor, windowFor } from '../rules/windows.ts'

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

/** An order as its page shows it. */
export interface OrderWithReturns extends Pick<ShownOrder, 'view' | 'watchKey'> {
  returns: OrderReturns
}

/** Of the visitor's; null for one of somebody else, as for none. */
export async function showWithReturns(ctx: Ctx, slug: string): Promise<OrderWithReturns | null> {
  const number = tidyNumber(slug)
  const access = await ctx.who()
  // At once: the page waits for one round trip, and reads the order once for both.
  const [shown, facts] = await Promise.all([
    showOrder(ctx, number),
    pageFacts(ctx.db, number, access, ctx.shop.sales.returns.finalSale),
  ])
  if (shown === null || facts === null) return null
  const { view, watchKey, row } = shown
  return { view, watchKey, returns: presentReturns(ctx, row, facts) }
}

function presentReturns(ctx: Ctx, order: ShownOrder['row'], facts: PageFacts): OrderReturns {
  const { t, lang, now, shop } = ctx
  const settings = shop.sales.returns
  const known = { order, facts }
  const links = linksFor(shop.router, ctx.langPath)
  const may = (way: ReturnWay): boolean =>
    order.lines.some((line) => unitsFor(known, line, way, settings, now).units > 0)
  const lastDay = (way: ReturnWay): string | null => {
    const { until } = windowFor(order, way, settings, now)
    return until === null ? null : formatDate(until, lang, shop.shop.delivery?.timeZone)
  }
  const mayReturn = may('return')
  return {
    order: order.number,
    returns: facts.returns.map(({ number, status, auditStatus }) => ({
      slug: number,
      href: links.returnDetail(number),
      status,
      statusText: t(`return.status.${status}` satisfies MessageKey),
      auditStatus,
      auditStatusText: t(`return.audit.${auditStatus}` satisfies MessageKey),
    })),
    mayReturn,
    mayReport: mayReturn || may('claim'),
    mayWithdraw: mayWithdraw(known, settings, now),
    returnUntil: lastDay('return'),
    withdrawUntil: lastDay('withdrawal'),
  }
}
