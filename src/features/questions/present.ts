import { formatDate } from '#i18n/format.ts'
import { htmlLang, isLocale } from '#i18n/locales.ts'
import type { Ctx } from '#platform/server/context.ts'
import { linksFor } from '#wire/links.ts'
import type { QuestionView } from './contract.ts'
import type { QuestionRow } from './queries/read.ts'

export function presentQuestion(row: QuestionRow, ctx: Ctx): QuestionView {
  const dayOf = (moment: Date): string => formatDate(moment, ctx.lang, ctx.shop.shop.delivery?.timeZone)
  return {
    slug: row.code,
    href: linksFor(ctx.shop.router, ctx.langPath).question(row.code),
    author: row.author,
    content: row.content,
    lang: langOf(row.locale),
    date: dayOf(row.createdAt),
    createdAt: row.createdAt.toISOString(),
    answers: row.answers.map(({ author, content, locale, createdAt, isMerchant }) => ({
      author,
      content,
      lang: langOf(locale),
      date: dayOf(new Date(createdAt)),
      createdAt: new Date(createdAt).toISOString(),
      by: isMerchant ? 'merchant' : 'buyer',
    })),
  }
}

function langOf(locale: string): string {
  return isLocale(locale) ? htmlLang(locale) : locale
}
