/** A line of a cart, as a cart keeps it. */
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

/** What became of each line of the guest's cart: what the shopper is shown after signing in. */
export interface Merged {
  /** The account's lines in their order, then the guest's others in theirs. */
  readonly lines: readonly MergeLine[]
  /** Came in as it was. */
  readonly added: readonly { sku: string; quantity: number }[]
  /** Was in both carts; the quantity is the greater one. */
  readonly joined: readonly { sku: string; guest: number; account: number; quantity: number }[]
  /** Fewer than were wished, because of stock or the shop's limit. */
  readonly limited: readonly { sku: string; wished: number; quantity: number }[]
  /** Found no room in the account's cart. */
  readonly left: readonly MergeLine[]
}

/**
 * Joins a guest's cart into the account's at sign-in. What is in both is there once, with the greater quantity: who
 * put the same thing in on the phone and on the desk wants it once, and merging again changes nothing. A line is
 * chosen for the checkout if it was in either cart. Limits bind what the guest's cart would add, not what the account's
 * cart held already; a guest's line that cannot be bought comes along as it is, for the cart to say so. No line is
 * lost in silence: what finds no room is named.
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
