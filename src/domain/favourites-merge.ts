/** A product or an article in a list of favourites. */
export interface MergeFavourite {
  readonly type: 'product' | 'article'
  readonly id: number
  readonly addedAt: Date
}

export interface MergedFavourites<F> {
  /** The whole list, what was added last first. */
  readonly favourites: readonly F[]
  /** The guest's that come into the account's list. */
  readonly joined: readonly F[]
  /** The guest's that find no room in it. */
  readonly left: readonly F[]
}

/**
 * Merges a guest's favourites into the account's at sign-in. Nothing is there twice: of what is in both, the account's
 * stays as it is, with its time and its price. The order is the one of adding, so each list keeps its own. The limit
 * binds the guest's alone, those added last first, and merging again changes nothing.
 * @param account what was added last first, like `guest`
 * @param most how many there may be
 */
export function mergeFavourites<F extends MergeFavourite>(
  account: readonly F[],
  guest: readonly F[],
  most: number,
): MergedFavourites<F> {
  const known = new Set(account.map(keyOf))
  const fresh: F[] = []
  for (const one of guest) {
    if (known.has(keyOf(one))) continue
    known.add(keyOf(one))
    fresh.push(one)
  }
  const room = Math.max(0, most - account.length)
  const joined = fresh.slice(0, room)
  return { favourites: byTime(account, joined), joined, left: fresh.slice(room) }
}

function keyOf({ type, id }: MergeFavourite): string {
  return `${type} ${id}`
}

/** Two lists that are sorted, as one; of the same time, the first list's come first. */
function byTime<F extends MergeFavourite>(first: readonly F[], second: readonly F[]): F[] {
  const merged: F[] = []
  let taken = 0
  for (const one of first) {
    while (taken < second.length && second[taken]!.addedAt > one.addedAt) merged.push(second[taken++]!)
    merged.push(one)
  }
  return [...merged, ...second.slice(taken)]
}
