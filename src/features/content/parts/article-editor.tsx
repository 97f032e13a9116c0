import type { ReactNode } from 'react'
import { pickTexts } from '#i18n/t.ts'
import type { Ctx } from '#platform/server/context.ts'
import { Island, Raw } from '#platform/server/pages/render.tsx'
import { mostPictures } from './article-limits.ts'
import type { ArticleDraft } from '../contract/my-articles.ts'
import { articleEditorTexts } from '../islands/article-editor/texts.ts'

interface EditorProps {
  draft: ArticleDraft
  /** The preview of its text: sanitised. */
  html: string
  /** Of the text field. */
  id: string
  /** By field. */
  errors: Readonly<Record<string, string>>
  ctx: Ctx
}

/** The text of an article with its pictures, as fields of a form, and what it looks like. */
export function ArticleEditor({ draft, html, id, errors, ctx }: EditorProps): ReactNode {
  const { content, pictures, thumbnail } = draft
  return (
    <Island
      name="article-editor"
      k="article-editor"
      on="load"
      props={{
        id,
        content,
        pictures,
        thumbnail,
        most: mostPictures,
        error: errors['content'] ?? null,
        picturesError: errors['images'] ?? null,
        texts: pickTexts(ctx.texts, articleEditorTexts),
        lang: ctx.lang,
      }}
    >
      <div className="prose">
        <Raw html={html} />
      </div>
    </Island>
  )
}
