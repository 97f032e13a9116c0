/** A line of a cart, as it is stored. */
export interface MergeLine {
  readonly sku: string
  readonly quantity: number
  readonly selected: boolean
}

export interface MergeLimits {
  /** The most of a SKU that one cart may hold now (`most` in cart.ts); 0 when it cannot be bought. */
  readonly most: (sku: string) => number
  /** The most lines of one cart. */
  readonly lines: number
}

/** The result for each line of the guest's cart, to be shown after sign-in. */
export interface Merged {
  /** The account's lines in their order, then the guest's others in theirs. */
  readonly lines: readonly MergeLine[]
  /** Added unchanged. */
  readonly added: readonly { sku: string; quantity: number }[]
  /** Was in both carts; the quantity is the greater one. */
  readonly joined: readonly { sku: string; guest: number; account: number; quantity: number }[]
  /** Fewer than were wished, because of stock or the shop's limit. */
  readonly limited: readonly { sku: string; wished: number; quantity: number }[]
  /** Found no room in the account's cart. */
  readonly left: readonly MergeLine[]
}

/**
 * Merges a guest's cart into the account's at sign-in. A SKU in both is kept with the greater quantity: the same
 * thing added on the phone and on the desk is meant once, and merging again changes nothing. A line is chosen for the
 * checkout if it was in either cart. Limits bind the units that the guest's cart would add, not those that the
 * account's cart had already; a guest's line that cannot be bought is taken over as it is, for the cart to report. No
 * line is lost silently: those without room are named.
 */
export function mergeCarts(
  guest: readonly MergeLine[],
  account: readonly MergeLine[],
  limits: MergeLimits,
): Merged {
  const lines = account.map((line) => ({ ...line }))
  const added: Merged['added'][number][] = []
  const joined: Merged['joined'][number][] = []
  const limited: Merged['limited'][number][] = []
  const left: MergeLine[] = []
  for (const line of guest) {
    const { sku } = line
    const index = lines.findIndex((other) => other.sku === sku)
    const own = lines[index]
    if (own === undefined && lines.length >= limits.lines) {
      left.push(line)
      continue
    }
    const held = own?.quantity ?? 0
    const wished = Math.max(line.quantity, held)
    const most = limits.most(sku)
    const allowed = most === 0 && own === undefined ? wished : most
    const quantity = Math.max(held, Math.min(wished, allowed))
    if (quantity < wished) limited.push({ sku, wished, quantity })
    if (own === undefined) {
      lines.push({ ...line, quantity })
      added.push({ sku, quantity })
    } else {
      lines[index] = { sku, quantity, selected: own.selected || line.selected }
      joined.push({ sku, guest: line.quantity, account: held, quantity })
    }
  }
  return { lines, added, joined, limited, left }
}
