import { byWord } from '#domain/by-word.ts'
import { amountText, parseAmount } from '#domain/money.ts'
import type { Amounts, Benefit, Conditions } from '#domain/promotion.ts'
import { no, ok, type Result } from '#domain/result.ts'
import type { Currencies } from '#features/catalog/rules/prices.ts'
import { shown } from '#wire/shown-text.ts'
import type { PromotionEntry } from '#wire/content-format.ts'

/* Shared by promotions and coupons: amounts in integers of minor units, one normal form. */

type GivenConditions = PromotionEntry['conditions']
type GivenBenefit = PromotionEntry['benefit']
type GivenAmounts = NonNullable<GivenConditions['minimumAmount']>

export interface Terms {
  conditions: Conditions
  benefit: Benefit
}

export function readTerms(
  given: { conditions: GivenConditions; benefit: GivenBenefit },
  currencies: Currencies,
): Result<Terms, string> {
  const conditions = readConditions(given.conditions, currencies)
  if (!conditions.ok) return conditions
  const benefit = readBenefit(given.benefit, currencies)
  return benefit.ok ? ok({ conditions: conditions.value, benefit: benefit.value }) : benefit
}

/** The inverse of `readTerms`, in the spelling of the format. */
export function termsEntry({ conditions, benefit }: Terms): {
  conditions: GivenConditions
  benefit: GivenBenefit
} {
  const { minimumAmount, minimumQuantity, products, categories, collections, firstOrder } = conditions
  return {
    conditions: {
      ...(minimumAmount === undefined ? {} : { minimumAmount: amountTexts(minimumAmount) }),
      ...(minimumQuantity === undefined ? {} : { minimumQuantity }),
      products: [...products],
      categories: [...categories],
      collections: [...collections],
      firstOrder,
    },
    benefit: benefitEntry(benefit),
  }
}

function benefitEntry(benefit: Benefit): GivenBenefit {
  switch (benefit.kind) {
    case 'amount':
    case 'fixed-price':
      return { kind: benefit.kind, amounts: amountTexts(benefit.amounts) }
    case 'percent':
      return { kind: 'percent', percent: benefit.percent }
    case 'free-shipping':
      return { kind: 'free-shipping' }
    case 'buy-get': {
      const { kind, buy, get, percent } = benefit
      return { kind, buy, get, percent }
    }
    case 'tiered':
      return {
        kind: 'tiered',
        steps: benefit.steps.map(({ quantity, percent }) => ({ quantity, percent })),
      }
  }
}

function readConditions(given: GivenConditions, currencies: Currencies): Result<Conditions, string> {
  const { minimumAmount, minimumQuantity, products, categories, collections, firstOrder } = given
  const amounts = minimumAmount === undefined ? ok(null) : readAmounts(minimumAmount, currencies)
  if (!amounts.ok) return no(`conditions.minimumAmount: ${amounts.problem}`)
  return ok({
    ...(amounts.value === null ? {} : { minimumAmount: amounts.value }),
    ...(minimumQuantity === undefined ? {} : { minimumQuantity }),
    products: inOrder(products),
    categories: inOrder(categories),
    collections: inOrder(collections),
    firstOrder,
  })
}

function readBenefit(given: GivenBenefit, currencies: Currencies): Result<Benefit, string> {
  switch (given.kind) {
    case 'amount':
    case 'fixed-price': {
      const amounts = readAmounts(given.amounts, currencies)
      if (!amounts.ok) return no(`benefit.amounts: ${amounts.problem}`)
      const nothing = Object.entries(amounts.value).find(([, amount]) => amount === 0)
      return given.kind === 'amount' && nothing !== undefined
        ? no(`benefit.amounts: 0 ${nothing[0]} is no benefit`)
        : ok({ kind: given.kind, amounts: amounts.value })
    }
    case 'tiered': {
      const steps = given.steps.toSorted((a, b) => a.quantity - b.quantity)
      const twice = steps.find(({ quantity }, index) => quantity === steps[index + 1]?.quantity)
      return twice === undefined
        ? ok({ kind: 'tiered', steps })
        : no(`benefit.steps: the quantity ${twice.quantity} is there twice`)
    }
    case 'percent':
    case 'free-shipping':
    case 'buy-get':
      return ok(given)
  }
}

function readAmounts(given: GivenAmounts, { baseCurrency }: Currencies): Result<Amounts, string> {
  const amounts: Record<string, number> = byWord()
  for (const [currency, text] of Object.entries(given).toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const read = parseAmount(text, currency)
    if (!read.ok) {
      const why = {
        not_a_number: 'is not a price such as 19.90',
        too_precise: `is more exact than ${currency} can be`,
        too_large: 'is too large',
      }
      return no(`${shown(text)} ${why[read.problem]}`)
    }
    amounts[currency] = read.value
  }
  return amounts[baseCurrency] === undefined
    ? no(`nothing in ${baseCurrency}, the currency of the shop`)
    : ok(amounts)
}

function amountTexts(amounts: Amounts): GivenAmounts {
  return Object.fromEntries(
    Object.entries(amounts)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([currency, amount]) => [currency, amountText(amount, currency)]),
  )
}

function inOrder(slugs: readonly string[]): string[] {
  return [...new Set(slugs)].sort()
}
