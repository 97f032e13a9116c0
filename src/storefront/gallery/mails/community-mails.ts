import { articleLetter } from '#features/content/mails/article-mails.ts'
import { commentLetter, replyLetter } from '#features/content/mails/comment-mails.ts'
import { waitingLetter } from '#features/content/mails/waiting-letter.ts'
import { withStopLink } from '#features/notifications/rules/notify.ts'
import { answerMail } from '#features/questions/mails/answer-letter.ts'
import {
  answeredLetter,
  askLetter,
  publishedLetter,
  refusedLetter,
} from '#features/reviews/mails/review-letters.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Letter } from '#platform/server/mail/mail-parts.tsx'
import { linksFor } from '#wire/links.ts'

type Named = [name: string, letter: Letter]

const ada = 'ada@example.org'

/** Of what shoppers write: reviews, questions, comments and articles. */
export function communityMails(ctx: Ctx): Named[] {
  const href = `${ctx.origin}${linksFor(ctx.shop.router, ctx.langPath).mailLink('notification/unsubscribe', 'token')}`
  // All of them can be ended; one that asks for a review has a link of its own.
  const endable = [...reviews(ctx), ...questions(ctx), ...comments(ctx), ...articles(ctx)].map(
    ([name, letter]): Named => [name, withStopLink(letter, href, ctx)],
  )
  return [
    ...requests(ctx),
    ...endable,
    [
      'to the shop: texts that wait',
      waitingLetter({ comments: 3, articles: 1, reviews: 2, questions: 1 }, ctx),
    ],
  ]
}

function requests(ctx: Ctx): Named[] {
  const line = (id: number): { id: number; title: string; choice: string } => ({
    id,
    title: 'First Light Mug',
    choice: id === 1 ? 'Oat, small' : '',
  })
  const order = (lines: number) => ({
    id: 1,
    number: 'K7M29-QXD4P',
    email: ada,
    locale: ctx.locale,
    placedAt: new Date('2026-11-24T09:30:00Z'),
    lines: Array.from({ length: lines }, (_, index) => line(index + 1)),
  })
  const keys = { open: 'key', stop: 'token' }
  return [
    ['review: asked for', askLetter(order(2), keys, ctx).letter],
    ['review: asked for, of more than one mail lists', askLetter(order(6), keys, ctx).letter],
  ]
}

function reviews(ctx: Ctx): Named[] {
  const review = {
    email: ada,
    product: 'First Light Mug',
    orderLine: 1,
    content: 'It keeps tea warm.\nThe handle is small.',
  }
  const refused = { reason: ctx.t('review.refusal.unrelated'), key: 'key' }
  return [
    ['review: published', publishedLetter(review, 'key', ctx).letter],
    ['review: refused', refusedLetter(review, { ...refused, note: null, mayEdit: true }, ctx).letter],
    [
      'review: refused again, with a note',
      refusedLetter(review, { ...refused, note: 'It is about the courier.', mayEdit: false }, ctx).letter,
    ],
    ['review: answered', answeredLetter(review, 'Thank you.\n\nThere is a larger one.', 'key', ctx).letter],
  ]
}

function questions(ctx: Ctx): Named[] {
  const question = {
    email: ada,
    code: 'q-K7M29QXD4T',
    content: 'May it go into the dishwasher?',
    answer: 'Yes, it may.\n\nThe raw foot dries slowly.',
  }
  return [['question: answered', answerMail(question, ctx).letter]]
}

function comments(ctx: Ctx): Named[] {
  const comment = {
    state: 'published',
    reason: null,
    article: 'three-lamps',
    content: 'We took the third lamp away.\nIt was missed.',
    code: 'K7M29QXD4T',
  } as const
  return [
    ['comment: published', commentLetter(comment, ctx)],
    ['comment: refused', commentLetter({ ...comment, state: 'refused' }, ctx)],
    [
      'comment: refused, with a reason',
      commentLetter({ ...comment, state: 'refused', reason: 'It is about another article.' }, ctx),
    ],
    [
      'comment: answered',
      replyLetter(
        { code: comment.code, author: 'Grace H.', content: 'We kept two.' },
        { article: comment.article, content: comment.content },
        ctx,
      ),
    ],
  ]
}

function articles(ctx: Ctx): Named[] {
  const revision = {
    state: 'published',
    title: 'Three lamps are enough',
    slug: 'three-lamps',
    reason: null,
    article: 1,
  } as const
  return [
    ['article: published', articleLetter(revision, ctx)],
    ['article: refused', articleLetter({ ...revision, state: 'refused' }, ctx)],
    [
      'article: refused, with a reason',
      articleLetter({ ...revision, state: 'refused', reason: 'The pictures are not your own.' }, ctx),
    ],
  ]
}
