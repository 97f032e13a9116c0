import type { ReactNode } from 'react'
import type { Ctx } from '#platform/server/context.ts'
import type { QuestionView } from '../contract.ts'

/** A question with its answers; those who were asked stand beside each. */
export function QuestionItem({
  question,
  isLinked,
  ctx,
}: {
  question: QuestionView
  /** The question leads to its own page. */
  isLinked: boolean
  ctx: Pick<Ctx, 't' | 'shop'>
}): ReactNode {
  const { t, shop } = ctx
  const { content, lang, author, date, answers, href } = question
  return (
    <article className="question-entry">
      <p className="question-text" lang={lang}>
        {isLinked ? <a href={href}>{content}</a> : content}
      </p>
      <p className="question-line">
        <span>{t('question.by', { author })}</span>
        <time dateTime={question.createdAt}>{date}</time>
      </p>
      {answers.length === 0 && <p className="question-line">{t('question.no_answer')}</p>}
      {answers.map((answer, index) => (
        <div key={index} className="question-answer">
          <p lang={answer.lang}>{answer.content}</p>
          <p className="question-line">
            <strong>
              {answer.by === 'merchant'
                ? t('question.by_merchant', { shop: shop.shop.name })
                : t('question.by_buyer', { author: answer.author })}
            </strong>
            <time dateTime={answer.createdAt}>{answer.date}</time>
          </p>
        </div>
      ))}
    </article>
  )
}
