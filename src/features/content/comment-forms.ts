import type { Served } from '#platform/server/serve.ts'
import type { Output } from '#wire/endpoint.ts'
import { linksFor } from '#wire/links.ts'
import { commentAnswers } from './parts/comment-answers.ts'
import type * as contract from './contract/comments.ts'

type Form = NonNullable<Served['form']>

/** Back to the article, which says by its address what became of the comment: a public page has no notice. */
export const toCommented: Form = {
  next: (ctx, _isDone, value, fields) => {
    const { state } = (value as Output<typeof contract.addComment>).comment
    const answer = commentAnswers[state === 'published' ? 'published' : 'pending']
    return `${articleOf(ctx, fields['article']?.at(-1))}#${answer}`
  },
  done: null,
  page: (ctx, fields) => articleOf(ctx, fields['article']?.at(-1)),
}

/** The forms name where they lead back to; a refused one is answered by the list of all that one has written. */
export const toCommentGone: Form = {
  next: (ctx) => linksFor(ctx.shop.router, ctx.langPath).user('article'),
  done: 'comment.gone',
  page: (ctx) => linksFor(ctx.shop.router, ctx.langPath).user('article'),
}

/** A path that belongs to no article is answered with 404, like an unknown one. */
function articleOf(ctx: Parameters<Form['next']>[0], slug = ''): string {
  return linksFor(ctx.shop.router, ctx.langPath).article(/^[^/?#\s\p{C}]{1,120}$/u.test(slug) ? slug : '-')
}
