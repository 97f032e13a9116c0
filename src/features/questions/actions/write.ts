import { z } from 'zod'
import { isPlainAddress } from '#domain/aftersale/leads-away.ts'
import { firstStatus, type WrittenStatus } from '#domain/aftersale/moderation.ts'
import { hasArrived } from '#domain/aftersale/review.ts'
import { publicName } from '#domain/person/public-name.ts'
import { claimsToBeShop } from '#domain/person/shop-name.ts'
import { writtenLine, writtenText } from '#domain/written-text.ts'
import { no, ok, type Result } from '#domain/result.ts'
import { day, hour, minute } from '#domain/time.ts'
import type { Ctx } from '#platform/server/context.ts'
import { mayGoOn, networkOf, tooMany } from '#platform/server/rate.ts'
import { spendVerification } from '#features/verify/rules/judge.ts'
import type { Answer, Input, Output, Problem } from '#wire/endpoint.ts'
import type * as contract from '../contract.ts'
import { findAskable } from '../queries/read.ts'
import {
  addAnswer,
  addQuestion,
  hasAnswered,
  hasUnread,
  lockShownQuestion,
  ownLinesOf,
  sameQuestion,
  type OwnedLine,
} from '../queries/write.ts'
import { findQuestion } from '../queries/read.ts'
import { newCode } from '../rules/code.ts'
import { announceQuestions } from '../rules/tags.ts'

/** What one network and one customer ask, what one network answers, and what one address is to be written to. */
const asking = { name: 'question.ask', most: 10, within: hour }
const askingOf = { name: 'question.ask.customer', most: 20, within: day }
const answering = { name: 'question.answer', most: 20, within: hour }
const toEmail = { name: 'question.email', most: 3, within: day }
/**
 * Unread questions about one product from which on the security check is asked for. A limit would be one on everybody:
 * whoever has some networks could close a product's questions.
 */
const mostUnread = 30
/** Milliseconds in which the same words are the same question. */
const pressedTwice = 10 * minute

const validEmail = z.email().max(254)

type Asked = Output<typeof contract.askQuestion>

export async function askQuestion(
  ctx: Ctx,
  input: Input<typeof contract.askQuestion>,
): Answer<typeof contract.askQuestion> {
  const { t } = ctx
  if (!(await mayGoOn(ctx.db, asking, networkOf(ctx.visitor.ip), ctx.now)))
    return no(tooMany(asking, ctx.now))
  const product = ctx.shop.shop.reviews.questions ? await findAskable(ctx.db, input.product) : null
  if (product === null) return no({ name: 'unknown_product' })
  const content = writtenText(input.content)
  const author = writtenLine(input.displayName)
  const errors = {
    ...(content === '' ? { content: t('question.form.content_missing') } : {}),
    ...(author === '' ? { displayName: t('review.form.name_missing') } : {}),
    ...(isPlainAddress(author) ? { displayName: t('review.form.name_link') } : {}),
  }
  if (Object.keys(errors).length > 0) return no({ name: 'invalid_input', fields: errors })
  const email = input.email === '' ? null : input.email.toLowerCase()
  if (email !== null && !validEmail.safeParse(email).success)
    return no({ name: 'invalid_email', fields: { email: t('problem.invalid_email') } })
  const { customer } = await ctx.who()
  const state = stateOf(ctx, content, author)
  const question = { code: newCode('q'), state }
  const answer = (known: { code: string; state: string }) => ({
    slug: known.code,
    state: known.state === 'published' ? ('published' as const) : ('pending' as const),
    text: t(known.state === 'published' ? 'question.sent_shown' : 'question.sent'),
  })
  // A program gets the same answer as a person, and nothing is stored.
  if (input.website !== '') return ctx.transact(async () => ok(answer(question)))
  return ctx.transact(async (tx): Promise<Result<Asked, Problem<typeof contract.askQuestion>>> => {
    const isQueued = await hasUnread(tx, product.id, mostUnread)
    const passed = isQueued ? await spendVerification(ctx, tx, input, 'question.ask') : ok(null)
    if (!passed.ok)
      return no({ ...passed.problem, fields: { verifyAnswer: t(`problem.${passed.problem.name}`) } })
    const since = new Date(ctx.now.getTime() - pressedTwice)
    const words = { productId: product.id, content, customer }
    const same = await sameQuestion(tx, { ...words, email }, since)
    // Counted on no limit: it is nothing new, and mailed once.
    if (same !== null) return ok(answer(same))
    const mayMail = email !== null && (await mayGoOn(tx, toEmail, email, ctx.now))
    // What an address asks beyond its limit is stored without it.
    const unmailed =
      email === null || mayMail ? null : await sameQuestion(tx, { ...words, email: null }, since)
    if (unmailed !== null) return ok(answer(unmailed))
    if (customer !== null && !(await mayGoOn(tx, askingOf, String(customer), ctx.now)))
      return no(tooMany(askingOf, ctx.now))
    await addQuestion(tx, {
      ...question,
      ...words,
      author,
      email: mayMail ? email : null,
      locale: ctx.locale,
      now: ctx.now,
    })
    if (state === 'published') await announceQuestions(tx, product.id, false)
    return ok(answer(question))
  })
}

/** Somebody whose order here had the product, and who has it by now, answers. */
export async function answerQuestion(
  ctx: Ctx,
  input: Input<typeof contract.answerQuestion>,
): Answer<typeof contract.answerQuestion> {
  const { t } = ctx
  if (!(await mayGoOn(ctx.db, answering, networkOf(ctx.visitor.ip), ctx.now)))
    return no(tooMany(answering, ctx.now))
  const question = await findQuestion(ctx.db, input.question)
  if (question === null) return no({ name: 'unknown_question' })
  const lines = await ownLinesOf(ctx.db, question.productId, await ctx.who())
  const own = lines.find((line) => isThere(line, ctx))
  if (own === undefined) return no({ name: 'not_a_buyer' })
  const content = writtenText(input.content)
  const author = writtenLine(input.displayName) || publicName(own)
  const errors = {
    ...(content === '' ? { content: t('question.form.answer_missing') } : {}),
    ...(author === '' ? { displayName: t('review.form.name_missing') } : {}),
    ...(isPlainAddress(author) ? { displayName: t('review.form.name_link') } : {}),
  }
  if (Object.keys(errors).length > 0) return no({ name: 'invalid_input', fields: errors })
  const state = stateOf(ctx, content, author)
  return ctx.transact(async (tx) => {
    const locked = await lockShownQuestion(tx, input.question)
    if (locked === null) return no({ name: 'unknown_question' })
    const hasOne = await hasAnswered(
      tx,
      locked.id,
      lines.map(({ id }) => id),
    )
    const isAdded =
      !hasOne &&
      (await addAnswer(tx, {
        code: newCode('a'),
        questionId: locked.id,
        orderLine: own.id,
        author,
        content,
        locale: ctx.locale,
        state,
        now: ctx.now,
      }))
    if (!isAdded) return no({ name: 'answer_exists' })
    if (state === 'published') await announceQuestions(tx, locked.productId, false)
    return ok({
      slug: input.question,
      state,
      text: t(state === 'published' ? 'question.answered_shown' : 'question.answered'),
    })
  })
}

/** Who may not be the shop is not shown unread, whatever is said. */
function stateOf(
  { shop: { shop } }: Ctx,
  content: string,
  author: string,
): Exclude<WrittenStatus, 'refused'> {
  return firstStatus([content, author], shop.reviews.moderation, claimsToBeShop(author, shop.name))
}

function isThere({ parcels }: OwnedLine, { now, shop }: Ctx): boolean {
  const dated = parcels.map(({ shippedAt, deliveredAt }) => ({
    shippedAt: new Date(shippedAt),
    deliveredAt: deliveredAt === null ? null : new Date(deliveredAt),
  }))
  return hasArrived(dated, shop.shop.reviews.shippedDays, now)
}
