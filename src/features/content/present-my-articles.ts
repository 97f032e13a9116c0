import { randomUUID } from 'node:crypto'
import { formatDate } from '#i18n/format.ts'
import type { Ctx } from '#platform/server/context.ts'
import { presentPicture } from '#platform/server/pages/present-picture.ts'
import { linksFor } from '#wire/links.ts'
import type { ArticleDraft, ArticleState, OwnArticle } from './contract/my-articles.ts'
import type { OwnArticleRow, OwnDraftRow } from './queries/my-articles.ts'

type Standing = Pick<OwnArticleRow, 'state' | 'liveSlug' | 'isVisible'>

export function presentOwnArticle(row: OwnArticleRow, author: string, ctx: Ctx): OwnArticle {
  const { id, title, slug, reason, picture, updatedAt } = row
  return {
    id,
    title,
    slug: row.liveSlug ?? slug,
    author,
    thumbnail: picture && presentPicture(picture, null, title, ctx.locale),
    state: stateOf(row),
    href: hrefOf(row, ctx),
    reason: row.state === 'refused' ? reason : null,
    date: formatDate(updatedAt, ctx.lang, ctx.shop.shop.delivery?.timeZone),
    changedAt: updatedAt.toISOString(),
  }
}

export function presentDraft(row: OwnDraftRow, ctx: Ctx): ArticleDraft {
  const { id, revision, title, slug, content, locale, thumbnail, pictures, reason } = row
  return {
    id,
    revision,
    form: randomUUID(),
    title,
    slug: row.liveSlug ?? slug,
    isSlugFixed: row.liveSlug !== null,
    content,
    language: locale,
    thumbnail: thumbnail ?? '',
    pictures: [...new Set([...pictures, ...(thumbnail === null ? [] : [thumbnail])])],
    state: stateOf(row),
    href: hrefOf(row, ctx),
    reason: row.state === 'refused' ? reason : null,
  }
}

/** What was published and is shown no more was taken away by the merchant. */
function stateOf({ state, liveSlug, isVisible }: Standing): ArticleState {
  return state === 'published' && (liveSlug === null || !isVisible) ? 'withdrawn' : state
}

function hrefOf({ liveSlug, isVisible }: Standing, { shop, langPath }: Ctx): string | null {
  return liveSlug === null || !isVisible ? null : linksFor(shop.router, langPath).article(liveSlug)
}
