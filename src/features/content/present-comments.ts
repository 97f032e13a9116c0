import { pickText } from '#i18n/pick-text.ts'
import type { Ctx } from '#platform/server/context.ts'
import { linksFor } from '#wire/links.ts'
import type { ListedComment, OwnComment } from './contract/comments.ts'
import { presentComment } from './present.ts'
import type { ListedCommentRow, OwnCommentRow } from './queries/comments.ts'

/** A comment as its author sees it. */
export function presentOwnComment(row: OwnCommentRow, ctx: Ctx): OwnComment {
  const { state, answers, reason } = row
  return { ...presentComment(row, ctx), state, answers, reason: state === 'refused' ? reason : null }
}

export function presentListedComment(row: ListedCommentRow, ctx: Ctx): ListedComment {
  const { article, titles } = row
  return {
    ...presentOwnComment(row, ctx),
    article: {
      title: pickText(titles, ctx.locale) || article,
      href: linksFor(ctx.shop.router, ctx.langPath).article(article),
    },
  }
}
