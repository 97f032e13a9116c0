import type { ReactNode } from 'react'
import type { Ctx } from '#platform/server/context.ts'
import { Badge } from '#ui/badge.tsx'
import { Pagination } from '#ui/pagination.tsx'
import type { CommentPage, CommentText } from '../contract.ts'

/** Where the pages of comments lead. */
const commentsPlace = 'comments'

interface CommentsProps {
  listed: CommentPage
  ctx: Ctx
  /** The URL of the article with this page of its comments. */
  hrefOf: (page: number) => string
}

/** What readers say of an article, the newest first, with the answers to each below it. */
export function Comments({ listed, ctx, hrefOf }: CommentsProps): ReactNode {
  const { t } = ctx
  const { comments, total, page, pages } = listed
  if (total === 0) return null
  return (
    <section className="comments" id={commentsPlace}>
      <h2>{t('article.comments', { total })}</h2>
      <ol className="comments-list">
        {comments.map(({ replies, ...comment }) => (
          <li key={comment.code}>
            <Comment comment={comment} ctx={ctx} />
            {replies.length > 0 && (
              <ol className="comments-replies">
                {replies.map((reply) => (
                  <li key={reply.code}>
                    <Comment comment={reply} ctx={ctx} />
                  </li>
                ))}
              </ol>
            )}
          </li>
        ))}
      </ol>
      <Pagination
        page={page}
        pages={pages}
        hrefOf={(to) => `${hrefOf(to)}#${commentsPlace}`}
        texts={{
          label: t('article.comments.pages'),
          previous: t('article.comments.previous'),
          next: t('article.comments.next'),
          page: (to) => t('article.comments.page', { page: to }),
        }}
      />
    </section>
  )
}

function Comment({ comment, ctx: { t, lang } }: { comment: CommentText; ctx: Ctx }): ReactNode {
  const { author, official, date, createdAt, content } = comment
  return (
    <article className="comment">
      <p className="comment-line">
        <strong>{author}</strong>
        {official && <Badge>{t('article.comment.official')}</Badge>}
        <time dateTime={createdAt}>{date}</time>
      </p>
      <p className="comment-content" lang={comment.lang === lang ? undefined : comment.lang}>
        {content}
      </p>
    </article>
  )
}
