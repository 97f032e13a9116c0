import type { ReactNode } from 'react'
import type { Ctx } from '#platform/server/context.ts'
import { ButtonLink } from '#ui/forms/button.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { linksFor } from '#wire/links.ts'
import type { QuestionPage } from '../contract.ts'
import { QuestionItem } from './question-item.tsx'
import { questionsHref, questionsId } from './question-url.ts'

/** What people ask about a product, on its page: published ones only, so that the page is the same for everybody. */
export function QuestionSection({
  product,
  page,
  base,
  ctx,
}: {
  /** The product's slug. */
  product: string
  page: QuestionPage
  /** The product's URL. */
  base: string
  ctx: Ctx
}): ReactNode {
  const { t } = ctx
  return (
    <section className="questions" id={questionsId} aria-labelledby="questions-title">
      <div className="questions-head">
        <h2 id="questions-title">{t('question.title')}</h2>
        <ButtonLink href={linksFor(ctx.shop.router, ctx.langPath).askQuestion(product)} look="quiet">
          {t('question.ask')}
        </ButtonLink>
      </div>
      {page.questions.length === 0 && <p className="muted">{t('question.none')}</p>}
      <ul className="questions-list">
        {page.questions.map((question) => (
          <li key={question.slug}>
            <QuestionItem question={question} isLinked ctx={ctx} />
          </li>
        ))}
      </ul>
      <Pagination
        page={page.page}
        pages={page.pages}
        hrefOf={(number) => questionsHref(base, number)}
        texts={{
          label: t('question.pages'),
          previous: t('review.previous'),
          next: t('review.next'),
          page: (number) => t('question.page', { page: number }),
        }}
      />
    </section>
  )
}
