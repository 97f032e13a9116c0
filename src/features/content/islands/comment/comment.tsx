import { useRef, type ReactNode } from 'react'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/forms/button.tsx'
import type { CommentText } from '../../contract.ts'
import { CommentForm, type CommentFormProps, type PostedComment } from './comment-form.tsx'
import type { Owned } from './use-own.ts'

interface OneProps extends Omit<CommentFormProps, 'parent'> {
  comment: CommentText
  /** What the reader knows of it who wrote it; null for another's. */
  own: Owned | null
  posted: PostedComment | null
  removed: (code: string) => Promise<void>
}

/** A comment, and what can be done with it: everybody may answer what everybody sees. */
export function Comment({ comment, own, posted, removed, ...form }: OneProps): ReactNode {
  const { code, author, official, date, createdAt, content, lang } = comment
  const { t } = form
  const isShown = own === null || own.state === 'published'
  const reply = useRef<HTMLDetailsElement>(null)
  return (
    <article className="comment" id={`comment-${code}`}>
      <p className="comment-line">
        <strong>{author}</strong>
        {official && <Badge>{t('article.comment.official')}</Badge>}
        {own?.state === 'pending' && <Badge kind="info">{t('comment.pending')}</Badge>}
        {own?.state === 'refused' && <Badge kind="warning">{t('comment.refused')}</Badge>}
        <time dateTime={createdAt}>{date}</time>
      </p>
      <p className="comment-content" lang={lang === form.lang ? undefined : lang}>
        {content}
      </p>
      {own?.state === 'refused' && own.reason !== null && (
        <p className="comment-reason">{t('comment.refused_reason', { reason: own.reason })}</p>
      )}
      <div className="comment-ways">
        {isShown && form.by !== 'nobody' && (
          <details className="comment-reply" ref={reply} open={posted !== null}>
            <summary aria-label={t('comment.reply_to', { author })}>{t('comment.reply')}</summary>
            <CommentForm
              {...form}
              parent={code}
              posted={posted}
              done={() => {
                if (reply.current) reply.current.open = false
              }}
            />
          </details>
        )}
        {own?.mayDelete === true && <Removal code={code} author={author} form={form} removed={removed} />}
      </div>
    </article>
  )
}

function Removal({
  code,
  author,
  form: { links, t },
  removed,
}: {
  code: string
  author: string
  form: Pick<CommentFormProps, 'links' | 't'>
  removed: (code: string) => Promise<void>
}): ReactNode {
  return (
    <details className="comment-delete">
      <summary aria-label={t('comment.delete_of', { author })}>{t('comment.delete')}</summary>
      <form
        action={links.remove}
        method="post"
        onSubmit={(event) => {
          event.preventDefault()
          void removed(code)
        }}
      >
        <p>{t('comment.delete_sure')}</p>
        <input type="hidden" name="comment" value={code} />
        <input type="hidden" name="next" value={links.article} />
        <Button type="submit" look="quiet">
          {t('comment.delete')}
        </Button>
      </form>
    </details>
  )
}
