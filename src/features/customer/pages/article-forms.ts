import { mostPictures } from '#features/content/parts/article-limits.ts'
import type { saveArticle } from '#features/content/contract/my-articles.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Served } from '#platform/server/serve.ts'
import type { Output } from '#wire/endpoint.ts'
import { linksFor } from '#wire/links.ts'

type Form = NonNullable<Served['form']>

/** Stays with the article, whose page shows what was saved; one that was handed in is done with for now. */
export const toSavedArticle: Form = {
  next: (ctx, _isDone, value) => {
    const { id, state } = value as Output<typeof saveArticle>
    return state === 'draft' ? editOf(ctx, id) : linksFor(ctx.shop.router, ctx.langPath).user('article')
  },
  leads: true,
  done: (ctx, value) => {
    const { state } = value as Output<typeof saveArticle>
    return ctx.t(state === 'draft' ? 'my_article.saved' : 'my_article.submitted')
  },
  page: (ctx, fields) => {
    const id = Number(fields['id']?.at(-1) ?? 0)
    return editOf(ctx, Number.isSafeInteger(id) && id > 0 ? id : 0)
  },
  files: { field: 'images', most: mostPictures },
}

function editOf(ctx: Ctx, id: number): string {
  const page = linksFor(ctx.shop.router, ctx.langPath).user('article/edit')
  return id === 0 ? page : `${page}?id=${id}`
}
