import type { ReactNode } from 'react'
import type { QuestionView } from '#features/questions/contract.ts'
import { QuestionForm } from '#features/questions/parts/question-form.tsx'
import { QuestionItem } from '#features/questions/parts/question-item.tsx'
import type { OwnReview, ReviewPage, ReviewView } from '#features/reviews/contract.ts'
import { ReviewList } from '#features/reviews/parts/review-list.tsx'
import { ReviewState } from '#features/reviews/parts/review-state.tsx'
import type { Ctx, Posted } from '#platform/server/context.ts'
import type { PictureView } from '#wire/picture-view.ts'
import { ReviewForm, ReviewSaid, type ReviewFormData } from '../pages/review-form.tsx'
import type { GalleryProps, ShownPart } from './shown.ts'

/** What shoppers write about products, and the forms for it. */
export function reviewParts(props: GalleryProps): ShownPart[] {
  return [reviewForm(props), ownReview(props), reviewList(props), questionForm(props), question(props)]
}

const content = 'It keeps tea warm.\nThe handle is small.'
const answer = 'Thank you. There is one with a larger handle.'
const date = '21 November 2026'
const createdAt = '2026-11-21T18:05:00Z'

/** Of the last post of a form. */
function after({ ctx }: GalleryProps, said: { posted?: Posted; notice?: string }): Ctx {
  const { posted = null, notice } = said
  const kept = notice === undefined ? null : ({ text: notice, kind: 'done' } as const)
  return { ...ctx, visitor: { ...ctx.visitor, posted, notice: kept } }
}

function photosOf({ ctx: { t }, pictures }: GalleryProps): PictureView[] {
  return pictures
    .slice(0, 2)
    .map((picture) => ({ ...picture, alt: t('review.pictures', { author: 'Ada L.' }) }))
}

function ownOf(props: GalleryProps, changes: Partial<OwnReview> = {}): OwnReview {
  return {
    id: 1,
    orderLine: 1,
    href: '/review/1',
    product: { title: 'Oak Stool', choice: 'Sage, large', href: '/product/oak-stool' },
    picture: null,
    score: 4,
    title: 'Warm and quiet',
    content,
    displayName: 'Ada L.',
    fit: 'true',
    pictures: photosOf(props),
    date,
    state: 'pending',
    stateText: props.ctx.t('review.state.pending'),
    mayEdit: true,
    reply: null,
    ...changes,
  }
}

function reviewForm(props: GalleryProps): ShownPart {
  const { t } = props.ctx
  const line: ReviewFormData['line'] = {
    orderLine: 1,
    order: 'P3Q8S-1XYZ2',
    title: 'Oak Stool',
    choice: 'Sage, large',
    href: '/product/oak-stool',
    picture: null,
    hasSizes: true,
    why: null,
    displayName: 'Ada L.',
    review: null,
  }
  const empty = after(props, {})
  const faulty = after(props, {
    posted: {
      problem: 'invalid_input',
      values: { title: ['Warm and quiet'], content: [''], displayName: ['Ada L.'] },
      errors: { score: t('review.form.score_missing'), content: t('review.form.content_missing') },
      text: t('problem.invalid_input'),
    },
  })
  const of = (id: string, ctx: Ctx, data: Partial<ReviewFormData> = {}): ReactNode => (
    <ReviewForm line={line} score={null} sent={[]} id={`review-${id}`} ctx={ctx} {...data} />
  )
  return {
    name: 'review-form',
    states: [
      { name: 'empty', wide: true, view: of('empty', empty) },
      { name: 'a star chosen in the mail', wide: true, view: of('star', empty, { score: 4 }) },
      { name: 'with faults', wide: true, view: of('faults', faulty) },
      {
        name: 'sent',
        wide: true,
        view: (
          <>
            <ReviewSaid ctx={after(props, { notice: t('review.form.sent') })} />
            <ReviewState review={ownOf(props)} ctx={empty} />
          </>
        ),
      },
      {
        name: 'changing one',
        wide: true,
        view: of('change', empty, { line: { ...line, review: ownOf(props) } }),
      },
    ],
  }
}

function ownReview(props: GalleryProps): ShownPart {
  const { ctx } = props
  const { t } = ctx
  const refused = t('review.state.refused', { reason: t('review.refusal.unrelated') })
  const published = { state: 'published', stateText: t('review.state.published') } as const
  const of = (changes: Partial<OwnReview>): ReactNode => (
    <ReviewState review={ownOf(props, changes)} ctx={ctx} />
  )
  return {
    name: 'own-review',
    states: [
      { name: 'pending', view: of({}) },
      { name: 'refused', view: of({ state: 'refused', stateText: refused, pictures: [] }) },
      { name: 'answered', view: of({ ...published, reply: { content: answer, date } }) },
    ],
  }
}

function reviewList(props: GalleryProps): ShownPart {
  const { ctx } = props
  const plain: ReviewView = {
    id: 1,
    author: 'Grace H.',
    score: 5,
    title: null,
    content,
    lang: 'en',
    date,
    createdAt,
    bought: '',
    checked: null,
    fit: null,
    isEdited: false,
    helpful: 0,
    pictures: [],
    reply: null,
  }
  const answered: ReviewView = {
    ...plain,
    id: 2,
    author: 'Ada L.',
    score: 4,
    title: 'Warm and quiet',
    bought: 'Sage, large',
    checked: 'order',
    fit: 'true',
    isEdited: true,
    helpful: 3,
    pictures: photosOf(props),
    reply: { content: answer, date },
  }
  const none: ReviewPage = {
    reviews: [],
    total: 0,
    page: 1,
    pages: 1,
    sort: 'helpful',
    stars: null,
    fit: null,
    bought: null,
    average: null,
    spread: [5, 4, 3, 2, 1].map((score) => ({ score, count: 0 })),
    fits: [],
    options: [],
    pictures: [],
    checked: 0,
  }
  const some: ReviewPage = {
    ...none,
    reviews: [answered],
    total: 2,
    average: 4.5,
    spread: [5, 4, 3, 2, 1].map((score) => ({ score, count: score > 3 ? 1 : 0 })),
    fits: [{ fit: 'true', count: 1 }],
    checked: 1,
  }
  const of = (page: ReviewPage): ReactNode => <ReviewList page={page} base="/product/oak-stool" ctx={ctx} />
  return {
    name: 'review-list',
    states: [
      { name: 'none', wide: true, view: of(none) },
      { name: 'words alone', wide: true, view: of({ ...some, reviews: [plain] }) },
      {
        name: 'with an answer and photos',
        wide: true,
        view: of({ ...some, pictures: answered.pictures }),
      },
      { name: 'nothing for the filter', wide: true, view: of({ ...some, reviews: [], stars: 2 }) },
    ],
  }
}

function questionForm(props: GalleryProps): ShownPart {
  const { t } = props.ctx
  const faulty = after(props, {
    posted: {
      problem: 'invalid_input',
      values: { content: [''], displayName: ['Ada'], email: ['ada'] },
      errors: { content: t('question.form.content_missing'), email: t('problem.invalid_email') },
      text: t('problem.invalid_input'),
    },
  })
  const of = (id: string, ctx: Ctx): ReactNode => (
    <QuestionForm product="oak-stool" id={`question-${id}`} ctx={ctx} />
  )
  return {
    name: 'question-form',
    states: [
      { name: 'empty', wide: true, view: of('empty', after(props, {})) },
      { name: 'with faults', wide: true, view: of('faults', faulty) },
      { name: 'sent', wide: true, view: of('sent', after(props, { notice: t('question.sent') })) },
    ],
  }
}

function question({ ctx }: GalleryProps): ShownPart {
  const asked: QuestionView = {
    slug: 'q-K7M29QXD4T',
    href: '/question/q-K7M29QXD4T',
    author: 'Ada',
    content: 'May it stand outdoors?',
    lang: 'en',
    date,
    createdAt,
    answers: [],
  }
  const said = { lang: 'en', date, createdAt }
  const answers: QuestionView['answers'] = [
    { ...said, author: '', content: 'Under a roof it may.', by: 'merchant' },
    { ...said, author: 'Grace H.', content: 'Ours does, since spring.', by: 'buyer' },
  ]
  const of = (view: QuestionView): ReactNode => <QuestionItem question={view} isLinked ctx={ctx} />
  return {
    name: 'question',
    states: [
      { name: 'without an answer', view: of(asked) },
      { name: 'answered by the shop and a buyer', view: of({ ...asked, answers }) },
    ],
  }
}
