import type { ProductMarks } from '#features/catalog/queries/live.ts'

/** Products of which one node stores marks; those beyond are not followed. */
const mostMarks = 50_000

export interface MarksOptions {
  /** Reads the present marks; products that are not shown are absent. */
  read(ids: readonly number[]): Promise<ProductMarks[]>
  /** Whether a page still watches the product. */
  isWatched(id: number): boolean
  most?: number
}

export interface Differences {
  id: number
  prices: boolean
  stock: boolean
}

/** The last known marks of the products that pages of this node watch. */
export interface Marks {
  /**
   * Stores the marks of products that have none yet. Pages may name any number: those of products that are not shown
   * are stored only if the product is in `existing`.
   */
  begin(ids: readonly number[], existing: ReadonlySet<number>): Promise<void>
  /** Reads the marks again and returns what differs. */
  compare(ids: readonly number[]): Promise<Differences[]>
  drop(id: number): void
  ids(): Iterable<number>
}

export function createMarks({ read, isWatched, most = mostMarks }: MarksOptions): Marks {
  /** Null: the product is not shown. */
  const known = new Map<number, ProductMarks | null>()

  async function presentMarks(ids: readonly number[]): Promise<Map<number, ProductMarks>> {
    return new Map((await read(ids)).map((marks) => [marks.id, marks]))
  }

  return {
    async begin(ids, existing) {
      const fresh = known.size < most ? ids.filter((id) => !known.has(id)) : []
      if (fresh.length === 0) return
      const found = await presentMarks(fresh)
      for (const id of fresh) {
        const isReal = found.has(id) || existing.has(id)
        // While they were read, the page may have gone, and another first reading may have finished.
        if (isReal && !known.has(id) && known.size < most && isWatched(id))
          known.set(id, found.get(id) ?? null)
      }
    },
    async compare(ids) {
      const found = await presentMarks(ids)
      return ids.flatMap((id) => {
        const before = known.get(id)
        if (before === undefined) return []
        const after = found.get(id) ?? null
        known.set(id, after)
        return [{ id, prices: before?.prices !== after?.prices, stock: before?.stock !== after?.stock }]
      })
    },
    drop: (id) => void known.delete(id),
    ids: () => known.keys(),
  }
}
