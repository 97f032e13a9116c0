/** Measures in which goods are sold. */
export const units = ['g', 'kg', 'ml', 'l', 'cm', 'm', 'm2', 'piece'] as const
export type Unit = (typeof units)[number]

/** 250 g of a product whose price is also given per 100 g: {amount: 250, unit: 'g', per: 100}. */
export interface Measure {
  readonly amount: number
  readonly unit: Unit
  readonly per: number
}

/** The price of `per` units, in minor units rounded half up. */
export function measurePrice(amount: number, { amount: held, per }: Measure): number {
  const numerator = 2n * BigInt(amount) * BigInt(per) + BigInt(held)
  return Number(numerator / (2n * BigInt(held)))
}

/** 1000 g is displayed as 1 kg, 1000 ml as 1 l, 100 cm as 1 m. */
export function toldMeasure(per: number, unit: Unit): { per: number; unit: Unit } {
  const larger = { g: ['kg', 1000], ml: ['l', 1000], cm: ['m', 100] } as const
  const [name, size] = unit === 'g' || unit === 'ml' || unit === 'cm' ? larger[unit] : [unit, 1]
  return per % size === 0 ? { per: per / size, unit: name } : { per, unit }
}
