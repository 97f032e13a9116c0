import { byWord } from '#domain/by-word.ts'
import { pictureEntryOf, slugsMember } from '../catalog/export-entries.ts'
import type { ExportedArticle, ExportedComment, ExportedPage } from '#features/content/queries/export.ts'
import type { ExportedForm } from '#features/inquiries/queries.ts'
import type { ExportedCoupon, ExportedPromotion } from '#features/promotions/queries/export.ts'
import type { ExportedReview } from '#features/reviews/queries/export.ts'
import type {
  ArticleEntry,
  CommentEntry,
  CouponEntry,
  FormEntry,
  PageEntry,
  PromotionEntry,
  ReviewEntry,
} from '#wire/content-format.ts'
import type { PictureEntry } from '#wire/entry-parts.ts'
import { termsEntry } from './prepare-offers.ts'

/*
 * Rows → entries of the content format, in the spelling that import gives an entry. The order of the members is the
 * order in which a person wants to read them.
 */

export function articleEntryOf(article: ExportedArticle): ArticleEntry {
  const { name, about } = article.author
  return {
    slug: article.slug,
    ...slugsMember(article),
    title: textsOf(article.texts, 'title'),
    summary: textsOf(article.texts, 'summary'),
    format: 'html',
    body: textsOf(article.texts, 'body'),
    author: { name, ...(about === undefined ? {} : { about }) },
    ...pictureMember(article),
    tags: article.tags,
    products: article.products,
    publishedAt: article.publishedAt.toISOString(),
    ...(article.updatedAt === null ? {} : { updatedAt: article.updatedAt.toISOString() }),
    visible: article.visible,
  }
}

export function pageEntryOf(page: ExportedPage): PageEntry {
  const summary = textsOf(page.texts, 'summary')
  return {
    slug: page.slug,
    ...slugsMember(page),
    title: textsOf(page.texts, 'title'),
    ...(Object.keys(summary).length === 0 ? {} : { summary }),
    format: 'html',
    body: textsOf(page.texts, 'body'),
    ...pictureMember(page),
    visible: page.visible,
  }
}

export function promotionEntryOf(promotion: ExportedPromotion): PromotionEntry {
  return {
    slug: promotion.slug,
    name: promotion.names,
    summary: promotion.summaries ?? {},
    format: 'html',
    ...(promotion.descriptions === null ? {} : { description: promotion.descriptions }),
    ...pictureMember(promotion),
    ...windowMembers(promotion),
    ...termsEntry(promotion),
    visible: promotion.visible,
  }
}

export function couponEntryOf(coupon: ExportedCoupon): CouponEntry {
  return {
    slug: coupon.slug,
    code: coupon.code,
    name: coupon.names,
    summary: coupon.summaries ?? {},
    ...windowMembers(coupon),
    ...termsEntry(coupon),
    claimable: coupon.claimable,
    ...(coupon.useLimit === null ? {} : { limit: coupon.useLimit }),
    limitPerCustomer: coupon.limitPerCustomer,
    stackable: coupon.stackable,
    visible: coupon.visible,
  }
}

export function formEntryOf(form: ExportedForm): FormEntry {
  return {
    slug: form.slug,
    title: textsOf(form.texts, 'title'),
    summary: textsOf(form.texts, 'summary'),
    contentLabel: textsOf(form.texts, 'content_label'),
    fields: form.fields.map(({ code, label, help, kind, required, choices }) => ({
      code,
      label,
      ...(help === undefined ? {} : { help }),
      kind,
      required,
      choices: choices.map(({ code: choice, name }) => ({ code: choice, name })),
    })),
    thanks: textsOf(form.texts, 'thanks'),
    visible: form.visible,
  }
}

export function reviewEntryOf(review: ExportedReview): ReviewEntry {
  const { reply, repliedAt } = review
  return {
    code: review.code,
    product: review.product,
    ...(review.sku === null ? {} : { sku: review.sku }),
    author: review.author,
    locale: review.locale,
    score: review.score,
    ...(review.title === null ? {} : { title: review.title }),
    content: review.content,
    pictures: review.pictures.map((picture) => pictureEntryOf({ ...picture, options: {} })),
    createdAt: review.createdAt.toISOString(),
    helpful: review.helpful,
    verified: review.verified,
    ...(review.fit === null ? {} : { fit: review.fit as NonNullable<ReviewEntry['fit']> }),
    ...(review.editedAt === null ? {} : { editedAt: review.editedAt.toISOString() }),
    ...(reply === null || repliedAt === null
      ? {}
      : { reply: { content: reply, createdAt: repliedAt.toISOString() } }),
  }
}

export function commentEntryOf({ answers, createdAt, ...comment }: ExportedComment): CommentEntry {
  const { code, article, author, locale, content, official } = comment
  return {
    code,
    article,
    ...(answers === null ? {} : { answers }),
    author,
    locale,
    content,
    createdAt: createdAt.toISOString(),
    official,
  }
}

function textsOf<F extends string>(
  texts: readonly ({ locale: string } & Record<F, string | null>)[],
  field: F,
): Record<string, string> {
  return byWord(
    Object.fromEntries(texts.flatMap((text) => (text[field] === null ? [] : [[text.locale, text[field]]]))),
  ) as Record<string, string>
}

function pictureMember({ picture, alt }: Pick<ExportedPage | ExportedPromotion, 'picture' | 'alt'>): {
  picture?: PictureEntry
} {
  return picture === null ? {} : { picture: pictureEntryOf({ ...picture, alt, options: {} }) }
}

function windowMembers({ startsAt, endsAt }: ExportedPromotion | ExportedCoupon): {
  startsAt?: string
  endsAt?: string
} {
  return {
    ...(startsAt === null ? {} : { startsAt: startsAt.toISOString() }),
    ...(endsAt === null ? {} : { endsAt: endsAt.toISOString() }),
  }
}
