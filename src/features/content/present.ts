import { formatDate } from '#i18n/format.ts'
import type { Locale } from '#i18n/locales.ts'
import { pickText } from '#i18n/pick-text.ts'
import type { Ctx } from '#platform/server/context.ts'
import { presentPicture } from '#platform/server/present-picture.ts'
import { linksFor } from '#wire/links.ts'
import type { ArticleCard, ArticleView, PageLink, PageView } from './contract.ts'
import type { ArticleCardRow, ArticleRow, PageRow } from './queries/read.ts'

export function presentArticleCard(row: Omit<ArticleCardRow, 'texts'> & ArticleTexts, ctx: Ctx): ArticleCard {
  const text = pickRow(row.texts, ctx.locale)
  const title = text?.title ?? row.slug
  return {
    id: row.id,
    slug: row.slug,
    href: linksFor(ctx.shop.router, ctx.langPath).article(row.slug),
    title,
    summary: text?.summary ?? '',
    author: pickText(row.author.name, ctx.locale),
    date: formatDate(row.publishedAt, ctx.lang),
    publishedAt: row.publishedAt.toISOString(),
    picture: row.picture && presentPicture(row.picture, row.alt, title, ctx.locale),
  }
}

interface ArticleTexts {
  texts: Record<string, { title: string; summary: string | null }> | null
}

export function presentArticle(row: ArticleRow, ctx: Ctx): ArticleView {
  const links = linksFor(ctx.shop.router, ctx.langPath)
  const body = pickRow(row.texts, ctx.locale)?.body ?? ''
  return {
    ...presentArticleCard(row, ctx),
    body,
    aboutAuthor: pickText(row.author.about, ctx.locale),
    minutes: readingMinutes(body),
    tags: row.tags.map(({ slug, names }) => ({
      name: pickText(names, ctx.locale) || slug,
      href: links.tag(slug),
    })),
    productIds: row.productIds,
  }
}

export function presentPage(row: PageRow, ctx: Ctx): PageView {
  const text = pickRow(row.texts, ctx.locale)
  const title = text?.title ?? row.slug
  return {
    id: row.id,
    slug: row.slug,
    title,
    summary: text?.summary ?? '',
    body: text?.body ?? '',
    picture: row.picture && presentPicture(row.picture, row.alt, title, ctx.locale),
  }
}

export function presentPageLink(
  row: { id: number; slug: string; titles: Record<string, string> | null },
  ctx: Ctx,
): PageLink {
  return {
    id: row.id,
    name: pickText(row.titles, ctx.locale) || row.slug,
    href: linksFor(ctx.shop.router, ctx.langPath).page(row.slug),
  }
}

/** Words a minute, and signs a minute of Chinese, Japanese and Korean, where each sign counts. */
const pace = { words: 230, signs: 450 }

/** How long the words of an HTML text take to read, at least a minute. */
export function readingMinutes(html: string): number {
  const text = html.replace(/<[^>]*>/g, ' ')
  const signs = text.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu)?.length ?? 0
  const words =
    text.replace(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu, ' ').match(/[\p{L}\p{N}]+/gu)
      ?.length ?? 0
  return Math.max(1, Math.round(words / pace.words + signs / pace.signs))
}

function pickRow<T>(texts: Record<string, T> | null, locale: Locale): T | undefined {
  const keys = Object.fromEntries(Object.keys(texts ?? {}).map((key) => [key, key]))
  return texts?.[pickText(keys, locale)]
}
