import { randomInt } from 'node:crypto'
import { next } from '#domain/machine.ts'
import { hasArrived } from '#domain/aftersale/review.ts'
import { publicName } from '#domain/person/public-name.ts'
import { claimsToBeShop } from '#domain/person/shop-name.ts'
import { isPlainAddress } from '#domain/aftersale/leads-away.ts'
import { firstStatus, writtenMachine, type WrittenStatus } from '#domain/aftersale/moderation.ts'
import { writtenLine, writtenText } from '#domain/written-text.ts'
import { no, ok, type No, type Result } from '#domain/result.ts'
import { day, hour } from '#domain/time.ts'
import { findUploads, giveUpPicture } from '#features/media/rules/uploads.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { mayGoOn, networkOf, tooMany, type TooMany } from '#platform/server/rate.ts'
import type { Answer, Input, Output } from '#wire/endpoint.ts'
import type * as contract from '../contract.ts'
import { mostPictures } from '../contract.ts'
import { presentOwn } from '../present-own.ts'
import {
  addOwnReview,
  changeOwnReview,
  deleteReviewRow,
  findOwnLine,
  lineOfReview,
  lockOwnLine,
  setReviewPictures,
  type OwnLineRow,
} from '../queries/own.ts'
import { refreshRatings } from '../rules/ratings.ts'

/** What one network writes, and one owner of orders: somebody who unpacks a whole flat. */
const byNetwork = { name: 'review.write', most: 20, within: hour }
const byOwner = { name: 'review.owner', most: 40, within: day }

type Written = Pick<
  Input<typeof contract.addReview>,
  'score' | 'title' | 'content' | 'displayName' | 'fit' | 'images'
>

/** A review of what a line of an own order bought. */
export async function addReview(
  ctx: Ctx,
  input: Input<typeof contract.addReview>,
): Answer<typeof contract.addReview> {
  const who = await ctx.who()
  const refused = await refuseWriting(ctx)
  if (refused !== null) return refused
  const known = await findOwnLine(ctx.db, input.orderLine, who)
  if (known === null) return no({ name: 'unknown_order_line' })
  const words = wordsOf(ctx, input, known)
  if (!words.ok) return words
  const pictures = await picturesOf(ctx, input.images, [])
  if (!pictures.ok) return pictures
  return ctx.transact(async (tx) => {
    const line = await lockOwnLine(tx, input.orderLine, who)
    if (line === null || line.productId === null) return no({ name: 'unknown_order_line' })
    if (line.review !== null) return no({ name: 'review_exists' })
    if (!arrivedLine(line, ctx)) return no({ name: 'not_arrived' })
    const state = stateOf(ctx, words.value, line.wasDeleted)
    const { productId } = line
    const id = await addOwnReview(tx, {
      ...words.value,
      code: newCode(),
      productId,
      skuId: line.skuId,
      orderLine: line.id,
      locale: ctx.locale,
      state,
      now: ctx.now,
    })
    if (id === null) return no({ name: 'review_exists' })
    await setReviewPictures(tx, id, pictures.value)
    if (state === 'published') await refreshRatings(tx, [productId])
    return answerOf(tx, ctx, line.id)
  })
}

/** Changes an own review, once: what was read and approved is not what it says now. */
export async function editReview(
  ctx: Ctx,
  input: Input<typeof contract.editReview>,
): Answer<typeof contract.editReview> {
  const who = await ctx.who()
  const refused = await refuseWriting(ctx)
  if (refused !== null) return refused
  const lineId = await lineOfReview(ctx.db, input.review, who)
  const known = lineId === null ? null : await findOwnLine(ctx.db, lineId, who)
  if (known === null) return no({ name: 'unknown_review' })
  const words = wordsOf(ctx, input, known)
  if (!words.ok) return words
  return ctx.transact(async (tx) => {
    const line = await lockOwnLine(tx, known.id, who)
    const review = line?.review ?? null
    if (line === null || line.productId === null || review?.id !== input.review)
      return no({ name: 'unknown_review' })
    if (review.editedAt !== null) return no({ name: 'review_edited' })
    const kept = review.pictures.filter(({ key }) => input.keep.includes(key)).map(({ id }) => id)
    const pictures = await picturesOf({ db: tx, t: ctx.t }, input.images, kept)
    if (!pictures.ok) return pictures
    const queued = next(writtenMachine, review.state, 'edit')
    if (!queued.ok) return no({ name: 'unknown_review' })
    // Refused once, it is not shown before somebody has read it.
    const to = stateOf(ctx, words.value, review.state === 'refused')
    const isDone = await changeOwnReview(tx, {
      ...words.value,
      id: review.id,
      from: review.state,
      to,
      locale: ctx.locale,
      now: ctx.now,
    })
    if (!isDone) return no({ name: 'review_edited' })
    await setReviewPictures(tx, review.id, pictures.value)
    for (const { id } of review.pictures) if (!pictures.value.includes(id)) await giveUpPicture(tx, id)
    if (to === 'published' || review.state === 'published')
      await refreshRatings(tx, [line.productId], review.state === 'published')
    return answerOf(tx, ctx, line.id)
  })
}

/** Deletes an own review with its pictures, for good. */
export async function deleteReview(
  ctx: Ctx,
  { review: id }: Input<typeof contract.deleteReview>,
): Answer<typeof contract.deleteReview> {
  const who = await ctx.who()
  const lineId = await lineOfReview(ctx.db, id, who)
  if (lineId === null) return no({ name: 'unknown_review' })
  return ctx.transact(async (tx) => {
    const line = await lockOwnLine(tx, lineId, who)
    const review = line?.review ?? null
    if (line === null || review?.id !== id || !(await deleteReviewRow(tx, id, ctx.now)))
      return no({ name: 'unknown_review' })
    for (const picture of review.pictures) await giveUpPicture(tx, picture.id)
    if (line.productId !== null && review.state === 'published')
      await refreshRatings(tx, [line.productId], true)
    return ok({})
  })
}

/** Whether what the line bought is there. */
export function arrivedLine({ parcels }: Pick<OwnLineRow, 'parcels'>, { now, shop }: Ctx): boolean {
  const dated = parcels.map(({ shippedAt, deliveredAt }) => ({
    shippedAt: new Date(shippedAt),
    deliveredAt: deliveredAt === null ? null : new Date(deliveredAt),
  }))
  return hasArrived(dated, shop.shop.reviews.shippedDays, now)
}

async function refuseWriting(ctx: Ctx): Promise<No<TooMany> | null> {
  const { owner, opened } = await ctx.who()
  const who = owner?.toString('hex') ?? `opened ${opened.join(' ')}`
  if (!(await mayGoOn(ctx.db, byNetwork, networkOf(ctx.visitor.ip), ctx.now)))
    return no(tooMany(byNetwork, ctx.now))
  return (await mayGoOn(ctx.db, byOwner, who, ctx.now)) ? null : no(tooMany(byOwner, ctx.now))
}

interface Words {
  score: number
  title: string | null
  content: string
  author: string
  fit: Written['fit']
}

function wordsOf(
  { t }: Ctx,
  { score, title, content, displayName, fit }: Written,
  line: OwnLineRow,
): Result<Words, { name: 'invalid_input'; fields: Record<string, string> }> {
  const text = writtenText(content)
  const head = writtenLine(title)
  const author = writtenLine(displayName) || publicName(line)
  const fields = {
    ...(text === '' ? { content: t('review.form.content_missing') } : {}),
    ...(author === '' ? { displayName: t('review.form.name_missing') } : {}),
    // A name stands for everybody to read, in every list.
    ...(isPlainAddress(author) ? { displayName: t('review.form.name_link') } : {}),
  }
  if (Object.keys(fields).length > 0) return no({ name: 'invalid_input', fields })
  return ok({
    score,
    title: head === '' ? null : head,
    content: text,
    author,
    fit: line.hasSizes ? fit : null,
  })
}

function stateOf({ shop }: Ctx, words: Words, isAgain: boolean): Exclude<WrittenStatus, 'refused'> {
  // Neither is shown unread: what was refused before, nor who may not be the shop.
  const waits = isAgain || claimsToBeShop(words.author, shop.shop.name)
  return firstStatus([words.title ?? '', words.content, words.author], shop.shop.reviews.moderation, waits)
}

/** The pictures of a review: those that stay, and new ones by the ids of their uploads. */
async function picturesOf(
  ctx: Pick<Ctx, 'db' | 't'>,
  ids: readonly string[],
  kept: readonly number[],
): Promise<
  Result<
    number[],
    { name: 'unknown_picture' | 'too_many_pictures'; fields: Record<string, string> } & {
      details?: { most: number }
    }
  >
> {
  const wanted = [...new Set(ids)]
  const uploads = await findUploads(ctx.db, wanted)
  if (uploads.length < wanted.length)
    return no({ name: 'unknown_picture', fields: { images: ctx.t('problem.unknown_picture') } })
  const all = [...new Set([...kept, ...uploads.map(({ pictureId }) => pictureId)])]
  if (all.length > mostPictures)
    return no({
      name: 'too_many_pictures',
      details: { most: mostPictures },
      fields: { images: ctx.t('problem.too_many_pictures', { most: mostPictures }) },
    })
  return ok(all)
}

async function answerOf(
  tx: Tx,
  ctx: Ctx,
  line: number,
): Promise<Result<Output<typeof contract.addReview>, never>> {
  const written = await findOwnLine(tx, line, await ctx.who())
  return ok(presentOwn(written!, ctx)!)
}

/** `r-K7M29QXD4T`: its name for the operator and in files; it opens nothing. */
function newCode(): string {
  const letters = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
  return `r-${Array.from({ length: 10 }, () => letters[randomInt(letters.length)]).join('')}`
}
