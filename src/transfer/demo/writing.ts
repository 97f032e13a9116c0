import { addComment } from '#features/content/actions/comment.ts'
import { saveArticle } from '#features/content/actions/my-articles.ts'
import { publishRevision } from '#features/content/shop/articles.ts'
import { answerComment, publishComment } from '#features/content/shop/moderate.ts'
import { findOrder } from '#features/orders/shop/read.ts'
import { addReview } from '#features/reviews/actions/write.ts'
import {
  answerReview,
  listForOperator,
  publishReview,
  type ReviewWork,
} from '#features/reviews/shop/moderate.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Database } from '#platform/server/db/db.ts'
import { sure, type Play, type Scene, type Stage } from './stage.ts'

/* What the demo customer has written: reviews, a comment, articles. */

export const writtenScenes: readonly Scene[] = [
  {
    name: 'an article that readers see',
    async *play({ db, picture }) {
      const ctx = yield 112
      const text = { title: shown.title, content: shown.content, thumbnail: picture, submit: true }
      const { revision } = sure(await saveArticle(ctx, { ...blank, ...text }))
      sure(await publishRevision(workAt(db, yield 110), revision))
    },
  },
  {
    name: 'a comment, with the merchant’s answer',
    async *play({ db, article }) {
      if (article === null) return
      const written = { article, content: comment, parent: null, name: '', website: '' }
      const { code } = sure(await addComment(yield 15, written)).comment
      sure(await publishComment(workAt(db, yield 14.9), code))
      sure(await answerComment(workAt(db, yield 14.8), code, answer))
    },
  },
  {
    name: 'the draft of an article',
    async *play() {
      sure(await saveArticle(yield 6.5, { ...blank, title: draft.title, content: draft.content }))
    },
  },
]

/** A review of the first line of an order, shown and answered by the merchant within two days. */
export async function* answeredReview({ db }: Stage, daysAgo: number, order: string): Play {
  yield* review(daysAgo, order, praise)
  const ctx = yield daysAgo - 1
  const codes: string[] = []
  const filter = { state: null, unchecked: true, product: null, score: null, code: null }
  await listForOperator(ctx.db, filter, (found) => void (found.order === order && codes.push(found.code)))
  for (const code of codes) {
    sure(await publishReview(workAt(db, ctx), code))
    sure(await answerReview(workAt(db, yield daysAgo - 2), code, thanks))
  }
}

/** A review of the first line of an order, which the merchant has not read. */
export async function* waitingReview(daysAgo: number, order: string): Play {
  yield* review(daysAgo, order, reserve)
}

async function* review(
  daysAgo: number,
  order: string,
  words: { score: number; title: string; content: string },
): Play {
  const ctx = yield daysAgo
  const [first] = (await findOrder(ctx.db, order))!.lines
  sure(await addReview(ctx, { ...words, orderLine: first!.id, displayName: '', fit: null, images: [] }))
}

/** The merchant at that moment: mails are in the language of the customer. */
function workAt(db: Database, ctx: Ctx): ReviewWork {
  return { db, now: ctx.now, ctxFor: () => ctx }
}

const praise = {
  score: 5,
  title: 'As quiet as it looks',
  content:
    'It has been here for a week, and I still look up when I walk past. Carefully made, also where nobody looks. It came in paper and string, a day early.',
}
const thanks =
  'Thank you, Mei. The paper is from the mill next door, which prints a little too much of it. We are glad that it travelled well.'
const reserve = {
  score: 4,
  title: 'Good, and heavier than I thought',
  content:
    'Well made, and the colour is just as in the pictures. It weighs more than it looks: measure your shelf first.',
}

const comment =
  'I read this on the ferry, and went through my flat with other eyes in the evening. Two things have moved, one has moved out.'
const answer = 'That is the best thing an article can do. Which one moved out?'

const blank = {
  form: '',
  ...{ id: 0, revision: 0, title: '', slug: '', content: '', thumbnail: '', images: [], language: 'en' },
  submit: false,
}
const shown = {
  title: 'One shelf, four cups',
  content: `My kitchen in Mong Kok has one shelf. It is eighty centimetres long, and for years it carried twenty-three cups. I counted them on a wet Sunday, because I could not find the one that I like.

## The rule

What was not used for a month went into a box under the bed. Nothing was thrown away: that made it easy. After a month the box held nineteen cups, and I had not missed one of them.

## What stayed

- The mug for the morning, which holds exactly what the small pot makes.
- Two low cups, for tea with my mother, who thinks that mugs are for soup.
- One that is chipped, from my first flat. It holds pens now.

## What came of it

I wash up at once, since there is nothing else to drink from. And when I do buy a cup, I know which one has to go. So far none has lost its place.`,
}
const draft = {
  title: 'What the light does at five',
  content: `Notes, to be put in order:

- The lamp by the window goes on before I notice that it is dark.
- Warm light on the white wall, cold light on the desk. Why does nobody say so in the shop?
- Ask the upstairs neighbour about her paper shade.`,
}
