import type { Result } from '#domain/result.ts'
import { shown } from '#wire/shown-text.ts'
import { importArticles, importComments, importPages } from '#features/content/shop/import.ts'
import { exportedArticles, exportedComments, exportedPages } from '#features/content/queries/export.ts'
import { articleTable, commentTable, pageTable } from '#features/content/queries/import.ts'
import { importForms } from '#features/inquiries/shop/import.ts'
import { exportedForms, formTable } from '#features/inquiries/queries.ts'
import type { PlacedPicture } from '#features/media/contract.ts'
import { importCoupons, importPromotions } from '#features/promotions/shop/import.ts'
import { exportedCoupons, exportedPromotions } from '#features/promotions/queries/export.ts'
import { couponTable, promotionTable } from '#features/promotions/queries/import.ts'
import { importReviews } from '#features/reviews/shop/import.ts'
import { exportedReviews } from '#features/reviews/queries/export.ts'
import { reviewTable } from '#features/reviews/queries/import.ts'
import type { Tx } from '#platform/server/db/db.ts'
import type { EntriesPut, EntryTable } from '#platform/server/db/put-entries.ts'
import type {
  ArticleEntry,
  CommentEntry,
  CouponEntry,
  FormEntry,
  PageEntry,
  PromotionEntry,
  ReviewEntry,
} from '#wire/content-format.ts'
import type { Given, Parts } from '../merge/merge.ts'
import {
  articleEntryOf,
  commentEntryOf,
  couponEntryOf,
  formEntryOf,
  pageEntryOf,
  promotionEntryOf,
  reviewEntryOf,
} from './entries.ts'
import type { Placed } from './pictures.ts'
import type { Terms } from './prepare-offers.ts'
import {
  prepareArticle,
  prepareComment,
  prepareCoupon,
  prepareForm,
  preparePage,
  preparePromotion,
  prepareReview,
  type Prepared,
  type PrepareOptions,
} from './prepare.ts'
import type { ContentKind } from './read.ts'
import type { Names, References } from './references.ts'

/** How one kind of entry is imported. */
interface Kind<E, P extends Prepared<E>> {
  table: EntryTable
  /** The shop's entries with these slugs or codes, as they stand in a file. */
  bases(tx: Tx, keys: readonly string[]): Promise<E[]>
  keyOf(entry: E): string
  /** The members that are not merged like others. */
  parts?: Parts
  prepare(given: E, options: PrepareOptions): Result<P, string>
  /** References that must exist in the shop. */
  names(entry: E): Partial<Names>
  /** A further fault of the entry in this shop, or null. */
  fault?(entry: E, known: References): string | null
  /** Another name that no two entries may share. */
  alias?(given: Given): string | null
  /** Writes entries that were checked. The pictures are in the order of the plan. */
  write(
    tx: Tx,
    items: readonly { prepared: P; pictures: readonly Placed[] }[],
    known: References,
  ): Promise<EntriesPut>
}

/** Every kind with its entry's type erased, so that all fit into one table. */
export type AnyKind = Kind<unknown, Prepared<unknown>>

function kind<E, P extends Prepared<E>>(definition: Kind<E, P>): AnyKind {
  return definition as unknown as AnyKind
}

const onePictured: Parts = { picture: 'whole' }

export const kinds: Readonly<Record<ContentKind, AnyKind>> = {
  article: kind<ArticleEntry, Prepared<ArticleEntry>>({
    table: articleTable,
    bases: async (tx, keys) => (await exportedArticles(tx, '', keys.length, keys)).map(articleEntryOf),
    parts: onePictured,
    keyOf: ({ slug }) => slug,
    prepare: prepareArticle,
    names: ({ products, tags }) => ({ products, tags }),
    write: (tx, items, known) =>
      importArticles(
        tx,
        items.map(({ prepared: { entry }, pictures }) => ({
          entry,
          picture: onlyPicture(pictures),
          products: entry.products.map((slug) => known.products.get(slug)!),
          tags: entry.tags.map((slug) => known.tags.get(slug)!),
        })),
      ),
  }),
  page: kind<PageEntry, Prepared<PageEntry>>({
    table: pageTable,
    bases: async (tx, keys) => (await exportedPages(tx, '', keys.length, keys)).map(pageEntryOf),
    parts: onePictured,
    keyOf: ({ slug }) => slug,
    prepare: preparePage,
    names: () => ({}),
    write: (tx, items) =>
      importPages(
        tx,
        items.map(({ prepared: { entry }, pictures }) => ({ entry, picture: onlyPicture(pictures) })),
      ),
  }),
  promotion: kind<PromotionEntry, Prepared<PromotionEntry> & Terms>({
    table: promotionTable,
    bases: async (tx, keys) => (await exportedPromotions(tx, '', keys.length, keys)).map(promotionEntryOf),
    parts: { ...onePictured, benefit: 'whole' },
    keyOf: ({ slug }) => slug,
    prepare: preparePromotion,
    names: ({ conditions }) => conditions,
    write: (tx, items) =>
      importPromotions(
        tx,
        items.map(({ prepared: { entry, conditions, benefit }, pictures }) => ({
          entry,
          conditions,
          benefit,
          picture: onlyPicture(pictures),
        })),
      ),
  }),
  coupon: kind<CouponEntry, Prepared<CouponEntry> & Terms>({
    table: couponTable,
    bases: async (tx, keys) => (await exportedCoupons(tx, '', keys.length, keys)).map(couponEntryOf),
    parts: { benefit: 'whole' },
    keyOf: ({ slug }) => slug,
    prepare: prepareCoupon,
    names: ({ conditions, code }) => ({ ...conditions, codes: [code] }),
    fault({ slug, code }, { coupons }) {
      const owner = coupons.get(code.toUpperCase())
      return owner === undefined || owner === slug
        ? null
        : `the code ${shown(code)} belongs to the coupon ${shown(owner)}`
    },
    alias: ({ code }) => (typeof code === 'string' ? `the code ${shown(code.toUpperCase())}` : null),
    write: (tx, items) =>
      importCoupons(
        tx,
        items.map(({ prepared: { entry, conditions, benefit } }) => ({ entry, conditions, benefit })),
      ),
  }),
  form: kind<FormEntry, Prepared<FormEntry>>({
    table: formTable,
    bases: async (tx, keys) => (await exportedForms(tx, '', keys.length, keys)).map(formEntryOf),
    parts: {
      fields: { key: 'code', needs: 'label', parts: { choices: { key: 'code', needs: 'name' } } },
    },
    keyOf: ({ slug }) => slug,
    prepare: prepareForm,
    names: () => ({}),
    write: (tx, items) =>
      importForms(
        tx,
        items.map(({ prepared: { entry } }) => ({ entry })),
      ),
  }),
  review: kind<ReviewEntry, Prepared<ReviewEntry>>({
    table: reviewTable,
    bases: async (tx, keys) => (await exportedReviews(tx, '', keys.length, keys)).map(reviewEntryOf),
    parts: { pictures: { key: 'src' }, reply: 'whole' },
    keyOf: ({ code }) => code,
    prepare: prepareReview,
    names: ({ product, sku }) => ({ products: [product], skus: sku === undefined ? [] : [sku] }),
    fault({ product, sku }, { skus }) {
      const owner = sku === undefined ? product : skus.get(sku)?.product
      return owner === product ? null : `the SKU ${shown(sku!)} is none of ${shown(product)}`
    },
    write: (tx, items, known) =>
      importReviews(
        tx,
        items.map(({ prepared: { entry }, pictures }) => ({
          entry,
          productId: known.products.get(entry.product)!,
          skuId: entry.sku === undefined ? null : known.skus.get(entry.sku)!.id,
          pictures: pictures.map(({ id, source, alt }) => ({ picture_id: id, source, alt })),
        })),
      ),
  }),
  comment: kind<CommentEntry, Prepared<CommentEntry>>({
    table: commentTable,
    bases: async (tx, keys) => (await exportedComments(tx, '', keys.length, keys)).map(commentEntryOf),
    keyOf: ({ code }) => code,
    prepare: prepareComment,
    names: ({ article }) => ({ articles: [article] }),
    write: (tx, items, known) =>
      importComments(
        tx,
        items.map(({ prepared: { entry } }) => ({
          entry,
          articleId: known.articles.get(entry.article)!,
        })),
      ),
  }),
}

function onlyPicture([picture]: readonly Placed[]): PlacedPicture {
  return {
    picture_id: picture?.id ?? null,
    picture_source: picture?.source ?? null,
    picture_alt: picture?.alt ?? {},
  }
}
