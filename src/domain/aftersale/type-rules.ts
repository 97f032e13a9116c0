import type { ReturnType } from './return.ts'

/** What decides whether a return may be of its type, and what it costs. */
export interface TypeFacts {
  readonly type: ReturnType
  /** For a reason that the shop answers for. */
  readonly isClaim: boolean
  /** Minor units: what would come back. */
  readonly total: number
  /** Up to this refund the goods may stay with the shopper for any reason; null: for claims only. */
  readonly refundOnlyUpTo: number | null
  readonly refundTo: 'original' | 'credit'
  /** Store credit can be given: the order is a customer's. */
  readonly hasAccount: boolean
  readonly lines: readonly {
    readonly quantity: number
    /** What is wanted instead; `available` null: as many as one likes. */
    readonly wanted: { readonly sku: string; readonly available: number | null } | null
  }[]
}

export type TypeFault = 'exchange_wanted' | 'out_of_stock' | 'goods_wanted_back' | 'credit_needs_account'

interface Check {
  readonly fault: TypeFault
  readonly isFaulty: (facts: TypeFacts) => boolean
}

const checks: readonly Check[] = [
  {
    fault: 'exchange_wanted',
    isFaulty: ({ type, lines }) => type === 'exchange' && lines.some(({ wanted }) => wanted === null),
  },
  { fault: 'out_of_stock', isFaulty: (facts) => facts.type === 'exchange' && !isInStock(facts) },
  {
    fault: 'goods_wanted_back',
    isFaulty: ({ type, isClaim, total, refundOnlyUpTo }) =>
      type === 'refund_only' && !isClaim && (refundOnlyUpTo === null || total > refundOnlyUpTo),
  },
  {
    fault: 'credit_needs_account',
    isFaulty: ({ refundTo, hasAccount }) => refundTo === 'credit' && !hasAccount,
  },
]

/** Why a return cannot be of this type; null if it can. */
export function typeFault(facts: TypeFacts): TypeFault | null {
  return checks.find(({ isFaulty }) => isFaulty(facts))?.fault ?? null
}

/** Two lines may want the same: their units count together. */
function isInStock({ lines }: TypeFacts): boolean {
  const left = new Map<string, number>()
  return lines.every(({ quantity, wanted }) => {
    if (wanted === null || wanted.available === null) return true
    const available = (left.get(wanted.sku) ?? wanted.available) - quantity
    left.set(wanted.sku, available)
    return available >= 0
  })
}

/** What the shop keeps for the way back: where goods come back for money, and for a reason that is the shopper's. */
export function feeOf({ type, isClaim }: Pick<TypeFacts, 'type' | 'isClaim'>, fee: number | null): number {
  return type === 'return_and_refund' && !isClaim ? (fee ?? 0) : 0
}
