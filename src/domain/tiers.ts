/** Each unit costs `amount` (minor units) when `from` units or more are bought. */
export interface Tier {
  readonly from: number
  readonly amount: number
}

/** The unit price when `quantity` are bought: the lowest price that the quantity reaches, in minor units. */
export function unitAmount(amount: number, tiers: readonly Tier[], quantity: number): number {
  return tiers.reduce((least, tier) => (quantity >= tier.from ? Math.min(least, tier.amount) : least), amount)
}

/** The tiers to display: ascending, each cheaper than the one before, none beyond `most` units. */
export function usefulTiers(amount: number, tiers: readonly Tier[], most: number): Tier[] {
  let least = amount
  return tiers
    .toSorted((a, b) => a.from - b.from)
    .filter((tier) => {
      if (tier.from > most || tier.amount >= least) return false
      least = tier.amount
      return true
    })
}
