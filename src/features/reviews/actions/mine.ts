import { ok } from '#domain/result.ts'
import { day } from '#domain/time.ts'
import { openByKey } from '#features/session/rules/opened.ts'
import { formatDate } from '#i18n/format.ts'
import type { Ctx } from '#platform/server/context.ts'
import { linksFor } from '#wire/links.ts'
import type { PictureView } from '#wire/picture-view.ts'
import type { Answer, Input } from '#wire/endpoint.ts'
import { publicName } from '#domain/person/public-name.ts'
import type * as contract from '../contract.ts'
import type { OwnReview } from '../contract.ts'
import { linePicture, presentOwn } from '../present-own.ts'
import { findOwnLine, ownReviewed, ownWaiting, type OwnLineRow } from '../queries/own.ts'
import { arrivedLine } from './write.ts'

/** Reviews in one answer, and lines that wait for one. */
const perAnswer = 20
const mostWaiting = 50

/** The own reviews, and what may still be reviewed. */
export async function myReviews(
  ctx: Ctx,
  { page }: Input<typeof contract.myReviews>,
): Answer<typeof contract.myReviews> {
  const who = await ctx.who()
  const leftBefore = new Date(ctx.now.getTime() - ctx.shop.shop.reviews.shippedDays * day)
  const [reviewed, waiting] = await Promise.all([
    ownReviewed(ctx.db, who, perAnswer, (page - 1) * perAnswer),
    page === 1 ? ownWaiting(ctx.db, who, leftBefore, mostWaiting) : [],
  ])
  const links = linksFor(ctx.shop.router, ctx.langPath)
  return ok({
    reviews: reviewed.lines.map((line) => presentOwn(line, ctx)!),
    waiting: waiting.map((line) => ({
      orderLine: line.id,
      href: links.review(line.id),
      title: line.title,
      choice: line.choice,
      picture: linePicture(line, ctx),
      date: formatDate(line.placedAt, ctx.lang, ctx.shop.shop.delivery?.timeZone),
    })),
    page,
    pages: Math.max(1, Math.ceil(reviewed.count / perAnswer)),
  })
}

/** What the page of one line shows. */
export interface ReviewableLine {
  orderLine: number
  order: string
  title: string
  choice: string
  href: string | null
  picture: PictureView | null
  hasSizes: boolean
  /** Null where it may be written now. */
  why: 'not_arrived' | 'not_sold' | null
  /** The name that is proposed. */
  displayName: string
  review: OwnReview | null
}

/** A line of an own order; null for one of somebody else, as for none. */
export async function findReviewable(ctx: Ctx, line: number): Promise<ReviewableLine | null> {
  const row = await findOwnLine(ctx.db, line, await ctx.who())
  if (row === null) return null
  const links = linksFor(ctx.shop.router, ctx.langPath)
  return {
    orderLine: row.id,
    order: row.order,
    title: row.title,
    choice: row.choice,
    href: row.isOffered ? links.product(row.slug, row.sku) : null,
    picture: linePicture(row, ctx),
    hasSizes: row.hasSizes,
    why: whyNot(row, ctx),
    displayName: publicName(row),
    review: presentOwn(row, ctx),
  }
}

function whyNot(row: OwnLineRow, ctx: Ctx): ReviewableLine['why'] {
  if (row.productId === null) return 'not_sold'
  return arrivedLine(row, ctx) ? null : 'not_arrived'
}

/** Lets this browser in by the key of a mail's link; false when it is not ours, or too old. */
export async function openReviewKey(ctx: Ctx, key: string): Promise<boolean> {
  return (await openByKey(ctx, key)) !== null
}
