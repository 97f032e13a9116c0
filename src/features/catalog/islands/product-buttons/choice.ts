/*
 * The SKU that an option value leads to, and its availability, for display before the click.
 */

/** Availability of a SKU: `low` has the number left; `order`: the shop orders it from its supplier. */
export type Stock = 'in' | 'low' | 'order' | 'out'

export interface ChoiceSku {
  sku: string
  /** Option code → value code. */
  options: Readonly<Record<string, string>>
  stock: Stock
}

export type ValueState =
  | 'chosen'
  /** This value with the rest of the choice: there, and to be had. */
  | 'available'
  | 'sold_out'
  /** No SKU has this value with the rest of the choice: a click changes the rest too. */
  | 'elsewhere'

export interface ValueChoice {
  state: ValueState
  /** The SKU that the value leads to. */
  sku: string
}

/** The result of choosing `value` now; null if no SKU has that value. */
export function chooseValue(
  skus: readonly ChoiceSku[],
  current: ChoiceSku,
  option: string,
  value: string,
): ValueChoice | null {
  if (current.options[option] === value) return { state: 'chosen', sku: current.sku }
  const having = skus.filter((sku) => sku.options[option] === value)
  const exact = having.find((sku) => agreement(sku, current, option) === others(current, option))
  if (exact) return { state: exact.stock === 'out' ? 'sold_out' : 'available', sku: exact.sku }
  const nearest = having.toSorted(
    (a, b) =>
      agreement(b, current, option) - agreement(a, current, option) ||
      Number(a.stock === 'out') - Number(b.stock === 'out'),
  )[0]
  return nearest ? { state: 'elsewhere', sku: nearest.sku } : null
}

/** How many of the other options of two SKUs are equal. */
function agreement(sku: ChoiceSku, current: ChoiceSku, option: string): number {
  return Object.entries(current.options).filter(
    ([code, value]) => code !== option && sku.options[code] === value,
  ).length
}

function others(sku: ChoiceSku, option: string): number {
  return Object.keys(sku.options).filter((code) => code !== option).length
}

/** The first SKU displayed: the requested one, otherwise the first that can be bought. */
export function firstChoice<S extends ChoiceSku>(
  skus: readonly S[],
  wanted: string | undefined,
): S | undefined {
  if (wanted !== undefined) return skus.find(({ sku }) => sku === wanted)
  return skus.find(({ stock }) => stock !== 'out') ?? skus[0]
}
