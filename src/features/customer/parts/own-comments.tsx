import type { ReactNode } from 'react'
import type { ListedComment } from '#features/content/contract/comments.ts'
import type { Ctx } from '#platform/server/context.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/forms/button.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { linksFor } from '#wire/links.ts'
import { Section } from './area.tsx'

export interface CommentsShown {
  comments: readonly ListedComment[]
  page: number
  pages: number
}

/** What a customer has written below articles, also what others do not see, with the way to delete it. */
export function OwnComments({
  shown: { comments, page, pages },
  ctx,
}: {
  shown: CommentsShown
  ctx: Ctx
}): ReactNode {
  const { t } = ctx
  const here = linksFor(ctx.shop.router, ctx.langPath).user('article')
  const place = 'comments'
  return (
    <Section id={place} title={t('user.comments')}>
      {comments.length === 0 ? (
        <p>{t('user.comments.empty')}</p>
      ) : (
        <ul className="area-rows">
          {comments.map((comment) => (
            <OwnComment key={comment.code} comment={comment} ctx={ctx} />
          ))}
        </ul>
      )}
      <Pagination
        page={page}
        pages={pages}
        hrefOf={(to) => `${here}${to === 1 ? '' : `?comments=${to}`}#${place}`}
        texts={{
          label: t('user.comments.pages'),
          previous: t('user.activity.previous'),
          next: t('user.activity.next'),
          page: (to) => t('user.activity.page', { page: to }),
        }}
      />
    </Section>
  )
}

function OwnComment({ comment, ctx }: { comment: ListedComment; ctx: Ctx }): ReactNode {
  const { t } = ctx
  const { code, article, content, lang, state, reason, date, createdAt } = comment
  const links = linksFor(ctx.shop.router, ctx.langPath)
  return (
    <li className="own-comment">
      <div className="area-row-text">
        <span className="area-note">
          <time dateTime={createdAt}>{date}</time>
          {' · '}
          <a href={state === 'published' ? `${article.href}#comment-${code}` : article.href}>
            {article.title}
          </a>{' '}
          {state === 'pending' && <Badge kind="info">{t('comment.pending')}</Badge>}
          {state === 'refused' && <Badge kind="warning">{t('comment.refused')}</Badge>}
        </span>
        <p className="own-comment-text" lang={lang === ctx.lang ? undefined : lang}>
          {content}
        </p>
        {reason !== null && <span className="area-note">{t('comment.refused_reason', { reason })}</span>}
      </div>
      <details className="own-delete">
        <summary aria-label={t('user.comments.delete_of', { article: article.title })}>
          {t('comment.delete')}
        </summary>
        <form action={links.form('comment/delete')} method="post">
          <p>{t('comment.delete_sure')}</p>
          <input type="hidden" name="comment" value={code} />
          <Button type="submit" look="quiet">
            {t('comment.delete')}
          </Button>
        </form>
      </details>
    </li>
  )
}
