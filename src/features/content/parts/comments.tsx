import type { ReactNode } from 'react'
import { pickTexts } from '#i18n/t.ts'
import type { Ctx } from '#platform/server/context.ts'
import { Island } from '#platform/server/pages/render.tsx'
import { linksFor } from '#wire/links.ts'
import type { CommentPage } from '../contract.ts'
import type { PostedComment } from '../islands/comment/comment-form.tsx'
import { commentTexts } from '../islands/comment/texts.ts'

interface CommentsProps {
  /** The article's slug. */
  article: string
  listed: CommentPage
  ctx: Ctx
}

/** What readers say of an article, and the form to join in: the same for everybody. */
export function Comments({ article, listed, ctx }: CommentsProps): ReactNode {
  const { shop, langPath, lang, texts } = ctx
  const { commentsBy: by } = shop.shop
  if (by === 'nobody' && listed.total === 0) return null
  const links = linksFor(shop.router, langPath)
  const here = links.article(article)
  return (
    <Island
      name="comment"
      k="comment"
      on="visible"
      props={{
        article,
        listed,
        by,
        links: {
          add: links.form('comment/add'),
          remove: links.form('comment/delete'),
          article: here,
          signIn: links.signIn(here),
        },
        posted: postedIn(ctx),
        texts: pickTexts(texts, commentTexts),
        lang,
      }}
    />
  )
}

/** What a refused form had, at the place where it was typed. */
function postedIn({ visitor: { posted } }: Ctx): PostedComment | null {
  if (posted === null) return null
  const value = (name: string): string => posted.values[name]?.at(-1) ?? ''
  const parent = value('parent')
  return {
    parent: parent === '' ? null : parent,
    content: value('content'),
    name: value('name'),
    errors: posted.errors,
    text: posted.text,
  }
}
