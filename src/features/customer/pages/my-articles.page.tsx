import type { ReactNode } from 'react'
import { listOwnComments } from '#features/content/actions/comment.ts'
import { myArticles } from '#features/content/actions/my-articles.ts'
import type { myArticles as contract, OwnArticle } from '#features/content/contract/my-articles.ts'
import type { Ctx } from '#platform/server/context.ts'
import { definePage } from '#platform/server/pages/page.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { Picture } from '#ui/picture.tsx'
import type { Output } from '#wire/endpoint.ts'
import { linksFor } from '#wire/links.ts'
import { Area, areaMeta, areaPage, Section } from '../parts/area.tsx'
import { articleLooks } from '../parts/article-looks.ts'
import { OwnComments, type CommentsShown } from '../parts/own-comments.tsx'

interface Data {
  shown: Output<typeof contract>
  comments: CommentsShown
}

/** What the customer writes: articles, and comments below those of others. */
export default definePage<Data>({
  ...areaPage,
  query: ['page', 'comments'],

  async load(ctx, _params, query) {
    const customer = (await ctx.who()).customer!
    const [articles, comments] = [pageIn(query.get('page')), pageIn(query.get('comments'))]
    const [shown, written] = await Promise.all([
      myArticles(ctx, { page: articles }),
      listOwnComments(ctx, customer, comments),
    ])
    if (!shown.ok) return { kind: 'missing', status: 404 }
    return {
      kind: 'page',
      data: { shown: shown.value, comments: { ...written, page: comments } },
      tags: [],
    }
  },

  meta: (_data, ctx) => areaMeta(ctx.t('user.menu.article'), ctx),

  pageData: () => null,

  View({ data: { shown, comments }, ctx }): ReactNode {
    const { t, shop } = ctx
    const { articles, page, pages } = shown
    const links = linksFor(shop.router, ctx.langPath)
    const here = links.user('article')
    return (
      <Area part="article" title={t('user.menu.article')} lead={t('my_article.lead')} ctx={ctx}>
        {shop.shop.articlesBy === 'customers' && (
          <div>
            <ButtonLink href={links.user('article/edit')}>{t('my_article.new')}</ButtonLink>
          </div>
        )}
        <Section title={t('my_article.list')}>
          {articles.length === 0 ? (
            <p>{t('my_article.none')}</p>
          ) : (
            <ul className="area-rows">
              {articles.map((article) => (
                <Article key={article.id} article={article} ctx={ctx} />
              ))}
            </ul>
          )}
          <Pagination
            page={page}
            pages={pages}
            hrefOf={(to) => `${here}${to === 1 ? '' : `?page=${to}`}`}
            texts={{
              label: t('my_article.pages'),
              previous: t('user.activity.previous'),
              next: t('user.activity.next'),
              page: (to) => t('user.activity.page', { page: to }),
            }}
          />
        </Section>
        <OwnComments shown={comments} ctx={ctx} />
      </Area>
    )
  },
})

function Article({ article, ctx }: { article: OwnArticle; ctx: Ctx }): ReactNode {
  const { t } = ctx
  const { id, title, slug, author, thumbnail, state, href, reason, date, changedAt } = article
  const links = linksFor(ctx.shop.router, ctx.langPath)
  return (
    <li className="own-article">
      <span className="own-article-picture">
        {thumbnail && <Picture picture={{ ...thumbnail, alt: '' }} sizes="5rem" from={96} to={240} />}
      </span>
      <div className="area-row-text">
        <strong>
          <a href={`${links.user('article/edit')}?id=${id}`}>{title}</a>
          <Badge kind={articleLooks[state]}>{t(`my_article.state.${state}`)}</Badge>
        </strong>
        <span className="area-note">
          {t('my_article.by', { author })}
          {' · '}
          <time dateTime={changedAt}>{date}</time>
          {' · '}
          {href === null ? <span className="own-article-slug">{slug}</span> : <a href={href}>{slug}</a>}
        </span>
        {reason !== null && <span className="area-note">{t('my_article.reason', { reason })}</span>}
        {href !== null && state !== 'published' && (
          <span className="area-note">{t('my_article.still_shown')}</span>
        )}
      </div>
      <details className="own-delete">
        <summary aria-label={t('my_article.delete_of', { title })}>{t('my_article.delete')}</summary>
        <form action={links.form('article/delete')} method="post">
          <p>{t('my_article.delete_sure')}</p>
          <input type="hidden" name="id" value={id} />
          <Button type="submit" look="quiet">
            {t('my_article.delete_do')}
          </Button>
        </form>
      </details>
    </li>
  )
}

function pageIn(text: string | null): number {
  return /^[1-9]\d{0,2}$/.test(text ?? '') ? Number(text) : 1
}
