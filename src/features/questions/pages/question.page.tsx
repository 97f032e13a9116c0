import type { ReactNode } from 'react'
import { definePage, type Loaded, type PageHead } from '#platform/server/pages/page.ts'
import type { Ctx } from '#platform/server/context.ts'
import { breadcrumbList } from '#platform/server/pages/structured.ts'
import { Breadcrumbs, type Crumb } from '#ui/breadcrumbs.tsx'
import { Button } from '#ui/forms/button.tsx'
import { Field, TextArea } from '#ui/forms/field.tsx'
import { PostedErrors } from '#ui/forms/posted-errors.tsx'
import { linksFor } from '#wire/links.ts'
import type { Json } from '#wire/page.ts'
import { showQuestion, type ShownQuestion } from '../actions/browse.ts'
import { mostAnswer, mostName } from '../contract.ts'
import { QuestionItem } from '../parts/question-item.tsx'
import { questionsTag } from '../rules/tags.ts'

interface Data extends ShownQuestion {
  /** Somebody comes back from the form. */
  isAnswered: boolean
}

/** One question with all its answers. The same for everybody: whether somebody has bought it is asked when they answer. */
export default definePage<Data>({
  name: 'question',
  visibility: 'public',
  query: ['answered'],
  styles: ['product', 'reviews'],

  async load(ctx, { slug = '' }, query): Promise<Loaded<Data>> {
    const shown = await showQuestion(ctx, slug)
    if (shown === null) return { kind: 'missing', status: 404 }
    const { id } = shown.product
    const asked = query.getAll('answered').join()
    // A made-up value is no page of its own.
    if (asked !== '' && asked !== '1') return { kind: 'redirect', to: shown.question.href, status: 302 }
    const isAnswered = asked === '1'
    return { kind: 'page', data: { ...shown, isAnswered }, tags: [questionsTag(id), `product:${id}`] }
  },

  meta({ question, product }, ctx): PageHead {
    const { t } = ctx
    const answered = question.answers.length > 0
    return {
      title: `${short(question.content)} – ${product.title} – ${ctx.shop.shop.name}`,
      description: question.answers[0]?.content.slice(0, 160) ?? t('question.no_answer'),
      canonicalPath: linksFor(ctx.shop.router, '').question(question.slug),
      // A question without an answer is of no use to whom a search engine sends.
      noindex: !answered,
      structured: [
        breadcrumbList([...trailTo(product, ctx), { name: t('question.one'), href: question.href }], ctx),
        ...(answered ? [qaPage(question, ctx)] : []),
      ],
    }
  },

  pageData: ({ question }) => ({ question: question.slug }),

  View({ data: { question, product, isAnswered }, ctx }): ReactNode {
    const { t, visitor } = ctx
    const { posted } = visitor
    const errors = posted?.errors ?? {}
    const typed = (name: string): string => posted?.values[name]?.[0] ?? ''
    const links = linksFor(ctx.shop.router, ctx.langPath)
    return (
      <div className="question-page container container-xl">
        <Breadcrumbs trail={trailTo(product, ctx)} here={t('question.one')} label={t('question.trail')} />
        <header>
          <h1>{t('question.about', { product: product.title })}</h1>
        </header>
        <section aria-label={t('question.one')}>
          <QuestionItem question={question} isLinked={false} ctx={ctx} />
        </section>
        {isAnswered && (
          <p role="status">
            {t(
              ctx.shop.shop.reviews.moderation === 'before' ? 'question.answered' : 'question.answered_shown',
            )}
          </p>
        )}
        <form
          className="question-form"
          id="answer"
          action={links.form('question/answer')}
          method="post"
          aria-labelledby="answer-title"
          noValidate
        >
          <h2 id="answer-title">{t('question.answer')}</h2>
          <p className="muted">{t('question.answer.who')}</p>
          <PostedErrors posted={posted} idOf={idOf} />
          <input type="hidden" name="question" value={question.slug} />
          <TextArea
            id={idOf('content')}
            name="content"
            label={t('question.form.answer')}
            rows={4}
            maxLength={mostAnswer}
            required
            defaultValue={typed('content')}
            error={errors['content']}
          />
          <Field
            id={idOf('displayName')}
            name="displayName"
            label={t('question.form.name')}
            help={t('question.form.name_help')}
            maxLength={mostName}
            autoComplete="nickname"
            defaultValue={typed('displayName')}
            error={errors['displayName']}
          />
          <div>
            <Button type="submit">{t('question.form.send_answer')}</Button>
          </div>
        </form>
      </div>
    )
  },
})

function idOf(field: string): string {
  return `answer-${field}`
}

function short(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  return line.length <= 70 ? line : `${line.slice(0, 69).trimEnd()}…`
}

function trailTo(product: ShownQuestion['product'], { t, shop, langPath }: Ctx): Crumb[] {
  const links = linksFor(shop.router, langPath)
  return [
    { name: t('question.home'), href: links.home() },
    { name: product.title, href: links.product(product.slug) },
  ]
}

/**
 * schema.org/QAPage: a page of one question that readers can answer. The page of a product, which shows several, is none
 * (Google's rules), and carries no such data.
 */
function qaPage({ content, author, createdAt, answers, href }: ShownQuestion['question'], ctx: Ctx): Json {
  const [accepted, ...others] = answers.map((answer) => ({
    '@type': 'Answer',
    text: answer.content,
    dateCreated: answer.createdAt,
    url: `${ctx.origin}${href}`,
    author:
      answer.by === 'merchant'
        ? { '@type': 'Organization', name: ctx.shop.shop.name }
        : { '@type': 'Person', name: answer.author },
  }))
  const isAccepted = answers[0]?.by === 'merchant'
  const suggested = [...(isAccepted || accepted === undefined ? [] : [accepted]), ...others]
  return {
    '@context': 'https://schema.org',
    '@type': 'QAPage',
    mainEntity: {
      '@type': 'Question',
      name: content,
      text: content,
      answerCount: answers.length,
      dateCreated: createdAt,
      author: { '@type': 'Person', name: author },
      ...(isAccepted && accepted !== undefined ? { acceptedAnswer: accepted } : {}),
      ...(suggested.length === 0 ? {} : { suggestedAnswer: suggested }),
    },
  }
}
