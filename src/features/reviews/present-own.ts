import { formatDate } from '#i18n/format.ts'
import type { Ctx } from '#platform/server/context.ts'
import { presentPicture } from '#platform/server/pages/present-picture.ts'
import { linksFor } from '#wire/links.ts'
import type { PictureView } from '#wire/picture-view.ts'
import type { OwnReview } from './contract.ts'
import type { OwnLineRow, OwnReviewRow } from './queries/own.ts'

/** The review of a line as its writer sees it; null where the line has none. */
export function presentOwn(line: OwnLineRow, ctx: Ctx): OwnReview | null {
  const { review } = line
  if (review === null) return null
  const { t, locale } = ctx
  const links = linksFor(ctx.shop.router, ctx.langPath)
  const dayOf = (moment: string): string =>
    formatDate(new Date(moment), ctx.lang, ctx.shop.shop.delivery?.timeZone)
  return {
    id: review.id,
    orderLine: line.id,
    href: links.review(line.id),
    product: {
      title: line.title,
      choice: line.choice,
      href: line.isOffered ? links.product(line.slug, line.sku) : null,
    },
    picture: linePicture(line, ctx),
    score: review.score,
    title: review.title,
    content: review.content,
    displayName: review.author,
    fit: review.fit,
    pictures: review.pictures.map(({ id: _, ...picture }) =>
      presentPicture(picture, picture.alt, t('review.picture', { author: review.author }), locale),
    ),
    date: dayOf(review.createdAt),
    state: review.state,
    stateText: stateText(review, ctx),
    mayEdit: review.editedAt === null,
    reply:
      review.reply === null || review.repliedAt === null
        ? null
        : { content: review.reply, date: dayOf(review.repliedAt) },
  }
}

/** The picture that the line had when it was ordered. */
export function linePicture({ picture, title }: OwnLineRow, { locale }: Ctx): PictureView | null {
  return picture && presentPicture(picture, picture.alt, title, locale)
}

function stateText({ state, refusal, refusalNote }: OwnReviewRow, { t }: Ctx): string {
  switch (state) {
    case 'pending':
      return t('review.state.pending')
    case 'published':
      return t('review.state.published')
    case 'refused':
      return [
        t('review.state.refused', { reason: t(`review.refusal.${reasonOf(refusal)}`) }),
        ...(refusalNote === null ? [] : [refusalNote]),
      ].join(' ')
  }
}

const reasons = ['spam', 'insult', 'personal', 'unrelated', 'unlawful'] as const

function reasonOf(refusal: string | null): (typeof reasons)[number] {
  return reasons.find((reason) => reason === refusal) ?? 'unrelated'
}
