import { randomInt } from 'node:crypto'
import { no, ok, type Result } from '#domain/result.ts'
import { day, hour, minute } from '#domain/time.ts'
import { publicName } from '#domain/person/public-name.ts'
import { writtenLine, writtenText } from '#domain/written-text.ts'
import { Refusal } from '#platform/server/answers.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { wordsIn } from '#platform/server/mail/words-in.ts'
import { announceChanges } from '#platform/server/db/queries-changes.ts'
import { mayGoOn, networkOf, tooMany } from '#platform/server/rate.ts'
import type { Answer, Input, Output, Problem } from '#wire/endpoint.ts'
import type * as contract from '../contract/comments.ts'
import { mailReply } from '../mails/comment-mails.ts'
import { presentListedComment, presentOwnComment } from '../present-comments.ts'
import {
  addComment as insertComment,
  allCommentsBy,
  commentsBy,
  deleteOwnComment,
  historyOf,
  holdArticle,
  holdThread,
  holdWriter,
  sameComment,
  writerOf,
  type NewComment,
} from '../queries/comments.ts'
import { heldFor } from '../rules/held-for.ts'

/** What one network, and what one customer may write. */
const ofNetwork = { name: 'comment.add', most: 20, within: hour }
const ofCustomer = { name: 'comment.add.customer', most: 30, within: day }
/** All guests together: what they write waits, and nobody reads thousands of comments. */
const ofGuests = { name: 'comment.add.guests', most: 1_000, within: day }
/** Milliseconds in which the same words are the same comment. */
const pressedTwice = 10 * minute
/** Milliseconds in which the same words of anybody are suspicious. */
const rememberWords = 30 * day

/** Writes a comment, or an answer to one. Threads have two levels: an answer to an answer stands in the same thread. */
export async function addComment(
  ctx: Ctx,
  input: Input<typeof contract.addComment>,
): Answer<typeof contract.addComment> {
  const { commentsBy: by } = ctx.shop.shop
  const { customer } = await ctx.who()
  if (by === 'nobody') return no({ name: 'comments_closed' })
  if (by === 'customers' && customer === null) return no({ name: 'sign_in_required' })
  const content = writtenText(input.content)
  const name = writtenLine(input.name)
  const errors = faultsOf(ctx, content, customer === null ? name : null)
  if (Object.keys(errors).length > 0) return no({ name: 'invalid_input', fields: errors })
  const limits = [
    { rate: ofNetwork, who: networkOf(ctx.visitor.ip) },
    customer === null ? { rate: ofGuests, who: '' } : { rate: ofCustomer, who: String(customer) },
  ]
  // One after the other: what its network's limit refuses must not use up that of all guests.
  for (const { rate, who } of limits)
    if (!(await mayGoOn(ctx.db, rate, who, ctx.now))) return no(tooMany(rate, ctx.now))
  return ctx.transact((tx) => write(tx, ctx, { ...input, content, name }, customer))
}

/** By field. @param name of a guest; null for a customer */
function faultsOf({ t }: Ctx, content: string, name: string | null): Record<string, string> {
  return {
    ...(content === '' ? { content: t('comment.content_required') } : {}),
    ...(name === '' ? { name: t('comment.name_required') } : {}),
  }
}

async function write(
  tx: Tx,
  ctx: Ctx,
  input: Input<typeof contract.addComment>,
  customer: number | null,
): Promise<Result<Output<typeof contract.addComment>, Problem<typeof contract.addComment>>> {
  const { content, parent } = input
  const article = await holdArticle(tx, input.article, ctx.now)
  if (article === null) return no({ name: 'unknown_article' })
  const author = customer === null ? input.name : await nameOf(tx, ctx, customer)
  const answers = parent === null ? null : await holdThread(tx, article.id, parent)
  if (parent !== null && answers === null) return no({ name: 'unknown_comment' })
  const comment: Omit<NewComment, 'heldFor'> = {
    code: newCode(),
    article: article.id,
    answers,
    customer,
    author,
    locale: ctx.locale,
    content,
    official: customer !== null && customer === article.customer,
  }
  // A program gets the same answer as a person, and nothing is stored.
  if (input.website !== '') return ok({ comment: presentOwnComment(unstored(comment, ctx.now), ctx) })
  const same = await sameComment(tx, comment, new Date(ctx.now.getTime() - pressedTwice))
  if (same !== null) return ok({ comment: presentOwnComment(same, ctx) })
  const since = new Date(ctx.now.getTime() - rememberWords)
  const { isKnown, isRepeated } = await historyOf(tx, { customer, content, since })
  // Whose article it is has been published by the merchant before.
  const isTrusted = isKnown || comment.official
  const held = heldFor({
    ...{ content, author, isRepeated },
    shop: ctx.shop.shop.name,
    isGuest: customer === null,
    isKnown: isTrusted,
  })
  const added = await insertComment(tx, { ...comment, heldFor: held }, ctx.now)
  if (held === null) {
    const ctxFor = (locale: string) => ({ ...ctx, ...wordsIn(ctx.words, locale) })
    if (parent !== null) await mailReply(tx, ctxFor, parent, { ...added, customer }, ctx.now)
    await announceChanges(tx, [`article:${article.id}`], true)
  }
  return ok({ comment: presentOwnComment(added, ctx) })
}

/** An account that is just being closed is waited for: nothing is written under it afterwards. */
async function nameOf(tx: Tx, { t }: Ctx, customer: number): Promise<string> {
  const writer = await holdWriter(tx, customer)
  if (writer === null) throw new Refusal('sign_in_required')
  return publicName(writer) || t('comment.nameless')
}

function unstored({ code, author, locale, content, answers }: Omit<NewComment, 'heldFor'>, now: Date) {
  return {
    ...{ code, author, locale, content, answers },
    ...{ official: false, createdAt: now, reason: null },
    state: 'pending' as const,
  }
}

/** It names, and opens nothing: 60 random bits. */
function newCode(): string {
  const letters = '23456789abcdefghjkmnpqrstvwxyz'
  return `c-${Array.from({ length: 12 }, () => letters[randomInt(letters.length)]).join('')}`
}

export async function deleteComment(
  ctx: Ctx,
  { comment }: Input<typeof contract.deleteComment>,
): Answer<typeof contract.deleteComment> {
  const customer = (await ctx.who()).customer!
  return ctx.transact(async (tx) => {
    const gone = await deleteOwnComment(tx, customer, comment)
    if (gone === null) return no({ name: 'unknown_comment' })
    if (gone.wasShown) await announceChanges(tx, [`article:${gone.article}`], true)
    return ok({})
  })
}

export async function myComments(
  ctx: Ctx,
  { article }: Input<typeof contract.myComments>,
): Answer<typeof contract.myComments> {
  const customer = (await ctx.who()).customer!
  const [found, writer] = await Promise.all([
    commentsBy(ctx.db, customer, article),
    writerOf(ctx.db, customer),
  ])
  return ok({
    comments: found.map((row) => presentOwnComment(row, ctx)),
    name: (writer && publicName(writer)) || ctx.t('comment.nameless'),
  })
}

/** Comments of a customer on one page of them. */
const perPage = 10

/** All that a customer has written, page by page. */
export async function listOwnComments(
  ctx: Ctx,
  customer: number,
  page: number,
): Promise<{ comments: contract.ListedComment[]; pages: number }> {
  const found = await allCommentsBy(ctx.db, customer, { limit: perPage, offset: (page - 1) * perPage })
  return {
    comments: found.comments.map((row) => presentListedComment(row, ctx)),
    pages: Math.max(1, Math.ceil(found.total / perPage)),
  }
}
