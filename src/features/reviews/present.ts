import { formatDate } from '#i18n/format.ts'
import { htmlLang, isLocale } from '#i18n/locales.ts'
import { pickText } from '#i18n/pick-text.ts'
import type { Ctx } from '#platform/server/context.ts'
import { presentPicture } from '#platform/server/pages/present-picture.ts'
import type { PictureView } from '#wire/picture-view.ts'
import type { ReviewView } from './contract.ts'
import type { ReviewRow, ReviewRows } from './queries/read.ts'

export function presentReview(row: ReviewRow, ctx: Ctx): ReviewView {
  const { locale, lang, t } = ctx
  const dayOf = (moment: Date): string => formatDate(moment, lang, ctx.shop.shop.delivery?.timeZone)
  return {
    id: row.id,
    author: row.author,
    score: row.score,
    title: row.title,
    content: row.content,
    lang: langOf(row.locale),
    date: dayOf(row.createdAt),
    createdAt: row.createdAt.toISOString(),
    bought: boughtWords(row, ctx),
    checked: row.isOrdered ? 'order' : row.verified ? 'merchant' : null,
    fit: row.fit,
    isEdited: row.editedAt !== null,
    helpful: row.helpful,
    pictures: row.pictures.map((picture) =>
      presentPicture(picture, picture.alt, t('review.picture', { author: row.author }), locale),
    ),
    reply:
      row.reply === null || row.repliedAt === null
        ? null
        : { content: row.reply, date: dayOf(row.repliedAt) },
  }
}

/** Pictures of several writers. */
export function presentStrip(pictures: ReviewRows['pictures'], { locale, t }: Ctx): PictureView[] {
  return pictures.map(({ author, ...picture }) =>
    presentPicture(picture, picture.alt, t('review.picture', { author }), locale),
  )
}

/** The tag of a language of the shop. */
export function langOf(locale: string): string {
  return isLocale(locale) ? htmlLang(locale) : locale
}

function boughtWords({ options, productOptions }: ReviewRow, { locale, t }: Ctx): string {
  return productOptions
    .flatMap(({ code, values }) => {
      const value = values.find((candidate) => candidate.code === options?.[code])
      return value === undefined ? [] : [pickText(value.name, locale) || value.code]
    })
    .join(t('review.between'))
}
