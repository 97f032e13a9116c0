import type { Returnable, ReturnWay, ReturnWindow } from '#domain/aftersale/eligibility.ts'
import { refundQuote } from '#domain/aftersale/refund-quote.ts'
import { amountIn } from '#domain/promotion.ts'
import { portion } from '#domain/pricing-rounding.ts'
import { no, ok } from '#domain/result.ts'
import { findUploads, uploadUrl } from '#features/media/rules/uploads.ts'
import { findOwnOrder, type OrderRow } from '#features/orders/queries/read.ts'
import { tidyNumber } from '#features/orders/rules/number.ts'
import { isPaidByHand } from '#features/orders/rules/paid-by-hand.ts'
import { promotionsOf } from '#features/promotions/rules/running.ts'
import type { PromotionTerms } from '#features/promotions/queries/terms.ts'
import { formatDate, formatMoney } from '#i18n/format.ts'
import { formatPercent } from '#i18n/intl.ts'
import type { MessageKey } from '#i18n/keys.gen.ts'
import type { Ctx } from '#platform/server/context.ts'
import { presentPicture } from '#platform/server/pages/present-picture.ts'
import type { Answer, Input } from '#wire/endpoint.ts'
import { linksFor } from '#wire/links.ts'
import {
  applicationWays,
  claimReasons,
  refundTargets,
  returnReasons,
  returnTypes,
  type ReturnDraft,
  type ReturnOptions,
  type returnOptions as optionsContract,
} from '../contract.ts'
import { findDraft, type StoredDraft } from '../queries/drafts.ts'
import { caseOf } from '../rules/case.ts'
import { variantCost } from '../rules/exchange.ts'
import { historyOf } from '../rules/history.ts'
import type { ReturnCase } from '../rules/plan.ts'
import { siblingGoods } from '../rules/wanted.ts'
import { isCancellable, mayWithdraw, withdrawable } from '../rules/withdrawal.ts'
import { unitsFor, windowFor } from '../rules/windows.ts'

/** What of an order can be returned, and how. */
export async function returnOptions(
  ctx: Ctx,
  input: Input<typeof optionsContract>,
): Answer<typeof optionsContract> {
  const order = await findOwnOrder(ctx.db, tidyNumber(input.order), await ctx.who())
  if (order === null) return no({ name: 'unknown_order' })
  const { t, shop, now } = ctx
  const settings = shop.sales.returns
  const known = await caseOf(ctx.db, order, settings)
  const money = moneyLeft(known)
  const promotions = await promotionsOf(ctx)
  const draft = await findDraft(ctx.db, order.id)
  const links = linksFor(shop.router, ctx.langPath)
  const last = (way: ReturnWay): string | null => {
    const { until } = windowFor(order, way, settings, now)
    return until === null ? null : dayText(until, ctx)
  }
  return ok({
    order: {
      slug: order.number,
      href: links.order(order.number),
      placedOn: dayText(order.placedAt, ctx),
      currency: order.currency,
    },
    lines: await Promise.all(order.lines.map((line) => optionsOfLine(ctx, known, line, promotions))),
    types: returnTypes.map((code) => ({ code, text: t(`return.type.${code}` satisfies MessageKey) })),
    reasons: returnReasons.map((code) => ({
      code,
      text: t(`return.reason.${code}` satisfies MessageKey),
      isClaim: claimReasons.includes(code),
    })),
    returnUntil: last('return'),
    withdrawUntil: last('withdrawal'),
    mayWithdraw: mayWithdraw(known, settings, now),
    isWithdrawalOver: isOver(windowFor(order, 'withdrawal', settings, now)),
    withdrawUnits: withdrawUnits(ctx, known),
    isUnrecorded: order.payStatus === 'unpaid',
    mayChooseCredit: money.mayBeCredit,
    bonus:
      settings.creditBonusPercent === null || !money.earnsBonus
        ? null
        : t('return.why.bonus', { percent: formatPercent(settings.creditBonusPercent, ctx.lang) }),
    fee: feeText(ctx, order),
    isByHand: isPaidByHand(order),
    draft: draft === null ? null : await presentDraft(ctx, order, draft),
  })
}

function isOver({ until, isOpen }: ReturnWindow): boolean {
  return until !== null && !isOpen
}

function withdrawUnits(ctx: Ctx, known: ReturnCase): ReturnOptions['withdrawUnits'] {
  const { t } = ctx
  const isWhole = isCancellable(known)
  const { sent, unsent } = isWhole
    ? { sent: [], unsent: known.order.lines.map(({ id, quantity }) => ({ line: id, quantity })) }
    : withdrawable(known, ctx.shop.sales.returns, ctx.now)
  const textOf = (units: typeof sent): string | null => {
    const names = units.map(({ line: id, quantity }) => {
      const { title, choice } = known.order.lines.find((line) => line.id === id)!
      const name = choice === '' ? title : t('order.mail.choice', { title, choice })
      return t('return.units', { title: name, count: quantity })
    })
    return names.length === 0 ? null : names.join(t('return.mail.separator'))
  }
  return { sent: textOf(sent), unsent: textOf(unsent), isWhole }
}

/** What the shop keeps for its own return label. */
function feeText({ shop, lang }: Ctx, { currency }: OrderRow): string | null {
  const { fee } = shop.sales.returns
  const amount = fee === null ? 0 : (amountIn(fee, currency, shop.shop) ?? 0)
  return amount === 0 ? null : formatMoney(amount, currency, lang)
}

/** Whether what is left to give back can be taken as store credit instead, and earns more then: credit does neither. */
function moneyLeft({ order, facts }: ReturnCase): { mayBeCredit: boolean; earnsBonus: boolean } {
  const rest = refundQuote(order.quote, historyOf(facts), { kind: 'rest' })
  const hasMoney = facts.customerId !== null && rest.ok && rest.value.toPayment > 0
  // What goods were worth that came back for an exchange goes to where those were paid.
  const goesHome = facts.customerId !== null && order.source === 'exchange'
  return { mayBeCredit: hasMoney || goesHome, earnsBonus: hasMoney }
}

async function optionsOfLine(
  ctx: Ctx,
  known: ReturnCase,
  line: OrderRow['lines'][number],
  promotions: readonly PromotionTerms[],
): Promise<ReturnOptions['lines'][number]> {
  const { order, facts } = known
  const found = (way: ReturnWay) => unitsFor(known, line, way, ctx.shop.sales.returns, ctx.now)
  const [asReturn, asClaim] = [found('return'), found('claim')]
  const units = Math.max(asReturn.units, asClaim.units)
  const skuId = facts.lines.find(({ id }) => id === line.id)?.skuId ?? null
  return {
    id: line.id,
    title: line.title,
    choice: line.choice,
    picture: line.picture && presentPicture(line.picture, line.picture.alt, line.title, ctx.locale),
    href: line.isOffered ? linksFor(ctx.shop.router, ctx.langPath).product(line.slug, line.sku) : null,
    price: formatMoney(line.amount, order.currency, ctx.lang),
    bought: line.quantity,
    returnable: units,
    isClaimOnly: units > 0 && asReturn.units === 0,
    why: whyText(ctx, order, asReturn, line.quantity, asClaim.units === 0 ? 'window_past' : 'window_over'),
    whyNoClaim: asClaim.units === 0 ? whyText(ctx, order, asClaim, line.quantity, 'claim_over') : null,
    exchanges: units === 0 || skuId === null ? [] : await exchangesOf(ctx, order, line, skuId, promotions),
  }
}

/** @param over what is said once its time is over */
function whyText(
  ctx: Ctx,
  order: OrderRow,
  { units, why }: Returnable,
  bought: number,
  over: 'window_over' | 'window_past' | 'claim_over',
): string | null {
  const { t } = ctx
  if (why === null) return null
  const way = over === 'claim_over' ? 'claim' : 'return'
  const text =
    why === 'window_over'
      ? t(`return.why.${over}`, { date: lastDay(ctx, order, way) })
      : t(`return.why.${why}` satisfies MessageKey)
  return units === 0 ? text : `${t('return.why.units', { count: units, bought })} ${text}`
}

function lastDay(ctx: Ctx, order: OrderRow, way: ReturnWay): string {
  const { until } = windowFor(order, way, ctx.shop.sales.returns, ctx.now)
  return until === null ? '' : dayText(until, ctx)
}

async function exchangesOf(
  ctx: Ctx,
  order: OrderRow,
  line: OrderRow['lines'][number],
  skuId: number,
  promotions: readonly PromotionTerms[],
): Promise<ReturnOptions['lines'][number]['exchanges']> {
  const siblings = await siblingGoods(ctx, ctx.db, order, skuId, promotions)
  const paid = portion(line.net, 1, line.quantity)
  return siblings.map(({ sku, choice, available, listed, cart }) => {
    const today = cart.alone(sku, 1) ?? listed
    const before = cart.alone(line.sku, 1) ?? line.amount
    const difference = variantCost(paid, 1, { quantity: 1, today, before }) - paid
    const amount = formatMoney(Math.abs(difference), order.currency, ctx.lang)
    return {
      sku,
      choice,
      inStock: available === null || available > 0,
      difference: difference === 0 ? null : `${difference > 0 ? '+' : '−'} ${amount}`,
    }
  })
}

/** What of a draft can still be: lines of the order, reasons that there are, uploads that were not deleted. */
async function presentDraft(ctx: Ctx, order: OrderRow, draft: StoredDraft): Promise<ReturnDraft> {
  const uploads = await findUploads(ctx.db, draft.images)
  const reason = returnReasons.find((code) => code === draft.reason) ?? null
  const guess = reason !== null && claimReasons.includes(reason) ? 'problem' : 'return'
  return {
    way: applicationWays.find((code) => code === draft.way) ?? guess,
    type: returnTypes.find((code) => code === draft.type) ?? null,
    reason,
    refundTo: refundTargets.find((code) => code === draft.refundTo) ?? 'original',
    lines: draft.lines.filter(({ line }) => order.lines.some(({ id }) => id === line)),
    description: draft.description,
    images: uploads.map(({ id, key }) => ({ id, url: uploadUrl(key) })),
  }
}

function dayText(moment: Date, { lang, shop }: Ctx): string {
  return formatDate(moment, lang, shop.shop.delivery?.timeZone)
}
