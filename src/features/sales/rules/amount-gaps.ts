import type { ShopConfigDocument } from '#wire/shop-config.ts'

/* Amounts of the configuration that say nothing in a currency of the shop, and a promise that none of them keeps. */

type Amounts = Readonly<Record<string, number>>
type Gap = Readonly<{ path: string; reason: string }>

/**
 * Amounts that lack a currency in which the shop sells: they are converted from the base currency, and one without it
 * is as if it were not there. A row of shipping without a price is not offered.
 */
export function unsaidAmounts({ shop, sales }: Pick<ShopConfigDocument, 'shop' | 'sales'>): Gap[] {
  const { baseCurrency } = shop
  const sold = [baseCurrency, ...shop.currencies.map(({ code }) => code)]
  return namedAmounts(sales).flatMap(({ path, amounts, without }) => {
    if (amounts === null || amounts[baseCurrency] !== undefined) return []
    const unsaid = sold.filter((currency) => amounts[currency] === undefined)
    if (unsaid.length === 0) return []
    return [
      {
        path,
        reason: `has no amount in ${baseCurrency}, the base currency: in ${unsaid.join(', ')} ${without}`,
      },
    ]
  })
}

function namedAmounts({
  shipping,
  payment,
  minimumOrder,
}: ShopConfigDocument['sales']): { path: string; amounts: Amounts | null; without: string }[] {
  return [
    ...shipping.flatMap(({ rows, freeFrom }, index) => [
      ...rows.flatMap(({ price, minAmount }, row) => [
        {
          path: `sales.shipping.${index}.rows.${row}.price`,
          amounts: price,
          without: 'the row is not offered',
        },
        {
          path: `sales.shipping.${index}.rows.${row}.minAmount`,
          amounts: minAmount,
          without: 'the row is not offered',
        },
      ]),
      { path: `sales.shipping.${index}.freeFrom`, amounts: freeFrom, without: 'it is never free' },
    ]),
    ...payment.flatMap(({ minimum, maximum, fee }, index) => [
      { path: `sales.payment.${index}.minimum`, amounts: minimum, without: 'it is not offered' },
      { path: `sales.payment.${index}.maximum`, amounts: maximum, without: 'it is not offered' },
      { path: `sales.payment.${index}.fee`, amounts: fee, without: 'it costs nothing' },
    ]),
    { path: 'sales.minimumOrder', amounts: minimumOrder, without: 'any order will do' },
  ]
}

/** Free delivery is told in the footer and at products by one setting, and given by another. */
export function unkeptFreeShipping({ shop, sales }: Pick<ShopConfigDocument, 'shop' | 'sales'>): Gap[] {
  const { freeShippingFrom: from, baseCurrency } = shop
  // A shop without methods sends everything for nothing.
  if (from === null || sales.shipping.length === 0) return []
  const isKept = sales.shipping.some(
    ({ freeFrom, rows }) =>
      (freeFrom?.[baseCurrency] ?? Infinity) <= from ||
      rows.some(
        ({ price, minAmount }) => price[baseCurrency] === 0 && (minAmount?.[baseCurrency] ?? 0) <= from,
      ),
  )
  if (isKept) return []
  const reason = `tells shoppers of free delivery from ${from} (minor units of ${baseCurrency}), and no method of sales.shipping is free from there`
  return [{ path: 'shop.freeShippingFrom', reason }]
}
