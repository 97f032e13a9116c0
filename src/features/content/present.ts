import { own } from '#domain/by-word.ts'
import { formatDate } from '#i18n/format.ts'
import { htmlLang, isLocale, type Locale } from '#i18n/locales.ts'
import { pickText } from '#i18n/pick-text.ts'
import type { Ctx } from '#platform/server/context.ts'
import { presentPicture } from '#platform/server/pages/present-picture.ts'
import { linksFor } from '#wire/links.ts'
import type { ArticleCard, ArticleTag, ArticleView, CommentText, PageLink, PageView } from './contract.ts'
import { withHeadings } from './parts/headings.ts'
import { withoutParts } from './rules/html.ts'
import type { ArticleCardRow, ArticleRow, CommentRow, PageRow } from './queries/read.ts'

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
    date: formatDate(row.publishedAt, ctx.lang, ctx.shop.shop.delivery?.timeZone),
    publishedAt: row.publishedAt.toISOString(),
    picture: row.picture && presentPicture(row.picture, row.alt, title, ctx.locale),
  }
}

interface ArticleTexts {
  texts: Record<string, { title: string; summary: string | null }> | null
}

export function presentArticle(row: ArticleRow, ctx: Ctx): ArticleView {
  const text = pickRow(row.texts, ctx.locale)?.body ?? ''
  const { html, contents } = withHeadings(text, (title) => ctx.t('article.section_link', { title }))
  return {
    ...presentArticleCard(row, ctx),
    body: html,
    contents,
    updated: row.updatedAt && {
      date: formatDate(row.updatedAt, ctx.lang, ctx.shop.shop.delivery?.timeZone),
      at: row.updatedAt.toISOString(),
    },
    aboutAuthor: pickText(row.author.about, ctx.locale),
    minutes: readingMinutes(text),
    tags: row.tags.map((tag) => presentTag(tag, ctx)),
    productIds: row.productIds,
  }
}

/** A tag as the way to the articles that have it. */
export function presentTag(
  { slug, names }: { slug: string; names: Record<string, string> | null },
  ctx: Ctx,
): ArticleTag {
  return {
    slug,
    name: pickText(names, ctx.locale) || slug,
    href: `${linksFor(ctx.shop.router, ctx.langPath).articles()}?tag=${encodeURIComponent(slug)}`,
  }
}

export function presentComment(row: CommentRow, ctx: Ctx): CommentText {
  const { code, author, content, locale, official, createdAt } = row
  return {
    code,
    author,
    content,
    lang: isLocale(locale) ? htmlLang(locale) : locale,
    date: formatDate(createdAt, ctx.lang, ctx.shop.shop.delivery?.timeZone),
    createdAt: createdAt.toISOString(),
    official,
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
    ...bodyOf(text?.body ?? ''),
    picture: row.picture && presentPicture(row.picture, row.alt, title, ctx.locale),
  }
}

/** @param html of a page, sanitised */
export function bodyOf(html: string): Pick<PageView, 'body' | 'withParts'> {
  return { body: withoutParts(html), withParts: html }
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
  if (texts === null) return undefined
  const keys = Object.fromEntries(Object.keys(texts).map((key) => [key, key]))
  return own(texts, pickText(keys, locale))
}
