import { lineTrouble, most } from '#domain/cart.ts'
import { no, ok } from '#domain/result.ts'
import { paidPrice } from '#domain/shown/paid-price.ts'
import { unitAmount } from '#domain/tiers.ts'
import { formatMoney } from '#i18n/format.ts'
import { fallbackChain } from '#i18n/locales.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Answer, Input } from '#wire/endpoint.ts'
import type * as contract from '../contract.ts'
import type { Variant } from '../contract.ts'
import { cartOf, findCart, type LineRow } from '../queries/cart.ts'
import { setSeen, type SeenLine } from '../queries/lines.ts'
import { siblingSkus } from '#features/sales/queries/line-skus.ts'
import { changeCart } from './change.ts'
import { shownTerms } from '#features/promotions/rules/running.ts'
import { choiceOf } from '#features/sales/rules/choice.ts'
import { wordingOf } from './see.ts'

/*
 * Changes in a cart since its owner saw it. A line is seen when it is added, and when the cart's page first shows it;
 * later changes are reported until the owner accepts them.
 */

type Keep = typeof contract.keepCartLines

export function keepCartLines(ctx: Ctx, { lines }: Input<Keep>): Answer<Keep> {
  return changeCart<Keep>(ctx, 'unknown_line', async (tx, cartId) => {
    const cart = await cartOf(tx, cartId, wordingOf(ctx))
    const kept = cart.lines.filter(({ id }) => lines.includes(id))
    if (kept.length === 0) return no({ name: 'unknown_line' })
    await setSeen(
      tx,
      cartId,
      kept.map((line) => asSeen(line, ctx.currency)),
    )
    return ok({})
  })
}

/** Records lines that are shown for the first time: those that were not added on a product page. */
export async function noteFirstSight(ctx: Ctx): Promise<void> {
  const cart = await findCart(ctx.db, (await ctx.who()).owner, wordingOf(ctx))
  const fresh = cart?.lines.filter(({ seenCurrency }) => seenCurrency === null) ?? []
  if (cart === null || fresh.length === 0) return
  await setSeen(
    ctx.db,
    cart.id,
    fresh.map((line) => asSeen(line, ctx.currency)),
  )
}

function asSeen(line: LineRow, currency: string): SeenLine {
  return { id: line.id, amount: line.amount, currency, trouble: lineTrouble(line.quantity, line) }
}

type List = typeof contract.listVariants

/** The other variants of a line, in the merchant's order, at the price that is paid for as many units. */
export async function listVariants(ctx: Ctx, { line }: Input<List>): Answer<List> {
  const cart = await findCart(ctx.db, (await ctx.who()).owner, wordingOf(ctx))
  const own = cart?.lines.find(({ id }) => id === line)
  if (own === undefined) return no({ name: 'unknown_line' })
  const [found, terms] = await Promise.all([
    siblingSkus(ctx.db, own.skuId, ctx.currency, fallbackChain(ctx.locale)),
    shownTerms(ctx),
  ])
  const goods = { product: own.slug, categories: own.categories, collections: own.collections }
  const price = ({ amount, tiers }: (typeof found)[number]): string => {
    if (amount === null) return ''
    const inTier = unitAmount(amount, tiers ?? [], own.quantity)
    return formatMoney(paidPrice(inTier, goods, terms).amount, ctx.currency, ctx.lang)
  }
  const variants = found.map((row): Variant => ({
    sku: row.sku,
    choice: choiceOf(row, ctx),
    price: price(row),
    isAvailable: most(row, ctx.shop.shop.maxQuantityPerLine) > 0,
    isCurrent: row.skuId === own.skuId,
  }))
  return ok({ variants })
}
