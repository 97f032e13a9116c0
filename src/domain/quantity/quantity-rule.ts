/** How many units of a SKU one order may have, as the merchant says. */
export interface QuantityRule {
  /** A multiple of the step. */
  minQuantity: number
  /** A multiple of the step, and no less than `minQuantity`; null: as many as the shop allows of everything. */
  maxQuantity: number | null
  /** Units are sold in multiples of this. */
  quantityStep: number
}

/** Of most SKUs. */
export const anyQuantity: QuantityRule = { minQuantity: 1, maxQuantity: null, quantityStep: 1 }

/** As a catalogue file says it; what it leaves out follows from the rest. */
interface GivenRule {
  readonly min?: number | undefined
  readonly max?: number | undefined
  readonly step?: number | undefined
}

/** A SKU's own rule goes before its product's, whole: the two are never mixed. */
export function ruleOf(sku: GivenRule | undefined, product: GivenRule | undefined): QuantityRule {
  const { min, max, step = 1 } = sku ?? product ?? {}
  return { minQuantity: min ?? step, maxQuantity: max ?? null, quantityStep: step }
}

/** Why no quantity could follow a rule; null if it can be followed. */
export function ruleFault({ min, max, step = 1 }: GivenRule): string | null {
  if (min !== undefined && min % step !== 0) return `min is ${min}, which is no multiple of the step ${step}`
  if (max !== undefined && max % step !== 0) return `max is ${max}, which is no multiple of the step ${step}`
  const least = min ?? step
  return max !== undefined && max < least ? `max is ${max}, which is less than ${least}` : null
}

/** The most units that one order may have, whatever the stock. @param limit the shop's own, of everything */
export function highestOf({ minQuantity, maxQuantity, quantityStep }: QuantityRule, limit: number): number {
  // What is sold by the dozen and more cannot be limited to ten.
  return inSteps(maxQuantity ?? Math.max(limit, minQuantity), quantityStep)
}

/** As many of these units as whole steps have. */
export function inSteps(units: number, step: number): number {
  return Number.isFinite(units) ? Math.floor(units / step) * step : units
}

/** Units of a stock that can be sold; 0 where there are fewer than are sold at once. */
export function unitsToSell(available: number, { minQuantity, quantityStep }: QuantityRule): number {
  const units = inSteps(available, quantityStep)
  return units >= minQuantity ? units : 0
}

/** Whether the merchant sells that many at once. */
export function follows(quantity: number, { minQuantity, maxQuantity, quantityStep }: QuantityRule): boolean {
  return quantity >= minQuantity && quantity % quantityStep === 0 && quantity <= (maxQuantity ?? quantity)
}
