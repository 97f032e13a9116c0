import { useRef, useState, type ReactNode } from 'react'
import { translator, type Texts } from '#i18n/t.ts'
import { Pagination } from '#ui/pagination.tsx'
import type { CommentPage } from '../../contract.ts'
import { commentAnswers } from '../../parts/comment-answers.ts'
import { CommentForm, type CommentPlace, type PostedComment } from './comment-form.tsx'
import { Comment } from './comment.tsx'
import type { CommentKey } from './texts.ts'
import { useOwn } from './use-own.ts'

export interface CommentProps extends CommentPlace {
  listed: CommentPage
  /** A form that was refused, to be shown again; null for none. */
  posted: PostedComment | null
  texts: Texts<CommentKey>
  lang: string
  external?: boolean
}

/** Where the pages of comments lead. */
const place = 'comments'

/**
 * What readers say of an article, the newest first, and the form to join in. The page is the same for everybody: what
 * the reader has written, and may delete, comes when this wakes.
 */
export default function CommentIsland(props: CommentProps): ReactNode {
  const { article, by, links, listed, posted, lang } = props
  const t = translator(props.texts, lang)
  const { isSignedIn, writesAs, threads, total, own, add, remove } = useOwn(article, listed)
  const [said, setSaid] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  const shared = { article, by, links, lang, isSignedIn, writesAs, t, add, say: setSaid }
  const removed = async (code: string): Promise<void> => {
    if (!(await remove(code))) return
    setSaid(t('comment.deleted'))
    heading.current?.focus()
  }
  if (by === 'nobody' && total === 0) return null
  return (
    <section className="comments" id={place}>
      <h2 ref={heading} tabIndex={-1}>
        {t('article.comments', { total })}
      </h2>
      <p className="comments-answer" id={commentAnswers.published} tabIndex={-1}>
        {t('comment.posted')}
      </p>
      <p className="comments-answer" id={commentAnswers.pending} tabIndex={-1}>
        {t('comment.held')}
      </p>
      {threads.length === 0 ? (
        <p className="comments-none">{t('comment.none')}</p>
      ) : (
        <ol className="comments-list">
          {threads.map((thread) => (
            <li key={thread.code}>
              <Comment
                {...shared}
                comment={thread}
                own={own.get(thread.code) ?? null}
                removed={removed}
                posted={posted?.parent === thread.code ? posted : null}
              />
              {thread.replies.length > 0 && (
                <ol className="comments-replies">
                  {thread.replies.map((reply) => (
                    <li key={reply.code}>
                      <Comment
                        {...shared}
                        comment={reply}
                        own={own.get(reply.code) ?? null}
                        removed={removed}
                        posted={posted?.parent === reply.code ? posted : null}
                      />
                    </li>
                  ))}
                </ol>
              )}
            </li>
          ))}
        </ol>
      )}
      <Pagination
        page={listed.page}
        pages={listed.pages}
        hrefOf={(to) => `${links.article}${to === 1 ? '' : `?comments=${to}`}#${place}`}
        texts={{
          label: t('article.comments.pages'),
          previous: t('article.comments.previous'),
          next: t('article.comments.next'),
          page: (to) => t('article.comments.page', { page: to }),
        }}
      />
      <p className="comments-said" role="status">
        {said}
      </p>
      {by === 'nobody' ? (
        <p className="comments-none">{t('comment.closed')}</p>
      ) : (
        <div className="comments-write">
          <h3>{t('comment.write')}</h3>
          <CommentForm {...shared} parent={null} posted={posted?.parent === null ? posted : null} />
        </div>
      )}
    </section>
  )
}
