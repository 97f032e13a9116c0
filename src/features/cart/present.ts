import { freeShippingProgress, lineTrouble, most, sumCart } from '#domain/cart.ts'
import { convert } from '#domain/money.ts'
import { unitAmount } from '#domain/tiers.ts'
import { formatMoney } from '#i18n/format.ts'
import { fallbackChain } from '#i18n/locales.ts'
import type { Ctx } from '#platform/server/context.ts'
import { presentPicture } from '#platform/server/present-picture.ts'
import { linksFor, type Links } from '#wire/links.ts'
import type { CartLine, CartView } from './contract.ts'
import type { LineRow } from './queries/lines.ts'

/** The cart in the visitor's words and currency. */
export function presentCart(rows: readonly LineRow[], ctx: Ctx): CartView {
  const links = linksFor(ctx.shop.router, ctx.langPath)
  const chain = fallbackChain(ctx.locale)
  const money = (amount: number): string => formatMoney(amount, ctx.currency, ctx.lang)
  const priced = rows.map((row) => ({
    ...row,
    amount: amountOf(row) ?? 0,
    trouble: lineTrouble(row.quantity, row),
  }))
  const sums = sumCart(priced)
  return {
    lines: rows.map((row) => presentLine(row, ctx, { links, chain, money })),
    count: sums.count,
    selectedCount: sums.selectedCount,
    subtotal: money(sums.subtotal),
    subtotalAmount: sums.subtotal,
    currency: ctx.currency,
    freeShipping: presentFreeShipping(sums.subtotal, ctx, money),
  }
}

interface Words {
  links: Links
  chain: readonly string[]
  money: (amount: number) => string
}

function presentLine(row: LineRow, ctx: Ctx, { links, chain, money }: Words): CartLine {
  const limit = ctx.shop.shop.maxQuantityPerLine
  const title = row.title ?? row.sku
  const amount = amountOf(row)
  // What the quantity has saved is shown as a reduction is.
  const before = row.line_amount ?? (amount === row.amount ? null : row.amount)
  return {
    id: row.id,
    sku: row.sku,
    title,
    href: links.product(row.slug, row.sku),
    choice: choiceOf(row, chain, ctx),
    picture: row.picture && presentPicture(row.picture, row.picture.alt, title, ctx.locale),
    quantity: row.quantity,
    available: row.backorder ? null : Math.max(0, row.available),
    most: most(row, limit),
    selected: row.selected,
    price: amount === null ? '' : money(amount),
    linePrice: before === null ? null : money(before),
    total: amount === null ? '' : money(amount * row.quantity),
    trouble: lineTrouble(row.quantity, row),
  }
}

/** What one costs in that quantity, in minor units; null where the SKU has no price in the currency. */
function amountOf({ amount, tiers, quantity }: LineRow): number | null {
  return amount === null ? null : unitAmount(amount, tiers ?? [], quantity)
}

/** "Sage, large": the chosen values in the order of the product's options. */
export function choiceOf(
  row: Pick<LineRow, 'options' | 'product_options'>,
  chain: readonly string[],
  ctx: Pick<Ctx, 't'>,
): string {
  const names: string[] = []
  for (const option of row.product_options) {
    const code = row.options[option.code]
    if (code === undefined) continue
    const value = option.values.find((candidate) => candidate.code === code)
    names.push((value && textIn(value.name, chain)) ?? code)
  }
  return names.join(ctx.t('cart.choice_separator'))
}

function textIn(text: Readonly<Record<string, string>>, chain: readonly string[]): string | null {
  for (const locale of chain) {
    const found = text[locale]
    if (found !== undefined && found !== '') return found
  }
  return Object.values(text).find((value) => value !== '') ?? null
}

function presentFreeShipping(
  subtotal: number,
  ctx: Ctx,
  money: (amount: number) => string,
): CartView['freeShipping'] {
  const { freeShippingFrom, baseCurrency, currencies } = ctx.shop.shop
  if (freeShippingFrom === null) return null
  const rule = currencies.find(({ code }) => code === ctx.currency)
  const from = rule
    ? convert(freeShippingFrom, baseCurrency, ctx.currency, rule.rate, rule.roundTo)
    : freeShippingFrom
  const { reached, missing, share } = freeShippingProgress(subtotal, from)
  return { reached, missing: money(missing), share }
}
