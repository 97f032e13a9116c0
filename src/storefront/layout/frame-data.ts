import type { CategoryNode, CollectionView } from '#features/catalog/contract.ts'
import type { PageLink } from '#features/content/contract.ts'

/** The data of the frame around every page. Nothing in it is personal: it is cached with the page. */
export interface FrameData {
  categories: readonly CategoryNode[]
  collections: readonly CollectionView[]
  pages: readonly PageLink[]
  /** There is something in the journal. */
  hasArticles: boolean
  /** Which lists of offers have something in them now. */
  offers: { promotions: boolean; coupons: boolean }
}
