import { beforeEach, describe, expect, it } from 'vitest'
import { day } from '#domain/time.ts'
import { listReviews } from './actions/browse.ts'
import type { Database } from '#platform/server/db/db.ts'
import { signLink } from '#platform/server/signing.ts'
import { freshDatabase } from '#test/database.ts'
import { cartCatalogue } from '#test/cart-visitor.ts'
import { signedIn } from '#test/signed-in.ts'
import { bought, now, reader, stateOf, uploaded, words, type Bought } from '#test/aftersale/review-world.ts'
import { findReviewable, myReviews, openReviewKey } from './actions/mine.ts'
import { addReview, deleteReview, editReview } from './actions/write.ts'
import type { OwnReview } from './contract.ts'

let db: Database
let order: Bought
let line: number
beforeEach(async () => {
  db = (await freshDatabase()).db
  await db.pool.query(cartCatalogue)
  order = await bought(db)
  line = order.lines['stool-sage']!
})

async function write(ctx = reader(db, order.token), change: object = {}): Promise<OwnReview> {
  const added = await addReview(ctx, { orderLine: line, ...words, ...change })
  if (!added.ok) throw new Error(JSON.stringify(added.problem))
  return added.value
}

async function shown(): Promise<{ average: number | null; total: number; titles: (string | null)[] }> {
  const listed = await listReviews(reader(db, null), {
    product: 'stool',
    page: 1,
    sort: 'new',
    stars: null,
    fit: null,
    bought: null,
  })
  if (!listed.ok) throw new Error(listed.problem.name)
  const { average, total, reviews } = listed.value
  return { average, total, titles: reviews.map(({ title }) => title) }
}

async function rating(): Promise<{ average: number | null; count: number }> {
  const { rows } = await db.pool.query<{ average: number | null; count: number }>(
    `select rating_average as average, rating_count as count from products where slug = 'stool'`,
  )
  return rows[0]!
}

const nothing = { average: null, total: 0, titles: [] }

describe('a new review', () => {
  it('waits to be read, says so to its writer alone, and is of the buyer by name and initial', async () => {
    const review = await write()
    expect(review).toMatchObject({
      orderLine: line,
      href: `/review/${line}`,
      state: 'pending',
      stateText: 'Waiting to be read. It will be shown after that.',
      displayName: 'Ada B.',
      content: 'It stands on four feet.\n\nNo wobble.',
      mayEdit: true,
      product: { title: 'The stool', href: '/product/stool/stool-sage' },
    })
    expect(await shown()).toEqual(nothing)
    expect(await rating()).toEqual({ average: null, count: 0 })
  })

  it('is shown at once where the shop reads afterwards, as one checked against an order', async () => {
    await write(reader(db, order.token, { moderation: 'after' }), { score: 1 })
    expect(await shown()).toEqual({ average: 1, total: 1, titles: ['Steady'] })
    expect(await rating()).toEqual({ average: 1, count: 1 })
    const listed = await listReviews(reader(db, null), {
      product: 'stool',
      page: 1,
      sort: 'new',
      stars: null,
      fit: null,
      bought: null,
    })
    expect(listed.ok && listed.value).toMatchObject({
      checked: 1,
      reviews: [{ checked: 'order', bought: 'Sage', isEdited: false }],
    })
    const { rows } = await db.pool.query<{ tags: string[] }>('select tags from cache_changes')
    expect(rows.flatMap(({ tags }) => tags)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^reviews:\d+$/),
        expect.stringMatching(/^product:\d+$/),
      ]),
    )
  })

  it('proposes the name of comments, and is written under it: the nickname, or the account in short', async () => {
    const { customer } = await signedIn(db)
    await db.pool.query('update orders set customer_id = $1 where id = $2', [customer, order.id])
    const proposed = async (): Promise<string | undefined> =>
      (await findReviewable(reader(db, order.token), line))?.displayName
    const called = (nickname: string, first: string, last: string) =>
      db.pool.query('update customers set nickname = $2, first_name = $3, last_name = $4 where id = $1', [
        ...[customer, nickname, first, last],
      ])
    await called('', '', '')
    expect(await proposed()).toBe('Ada B.')
    await called('', '小明', '王')
    expect(await proposed()).toBe('王**')
    await called('Potter of Mong Kok', 'Mei', 'Lau')
    expect(await proposed()).toBe('Potter of Mong Kok')
    expect(await write()).toMatchObject({ displayName: 'Potter of Mong Kok' })
  })

  it.each([
    { content: 'Cheaper at billig-moebel.de' },
    { content: 'Write to discord.gg/abcd' },
    { content: 'Call 12345678' },
    { title: 'chairs.eu or bit.do/abc' },
    { displayName: 'billig-moebel.de' },
  ])('that leads away by %o waits in every shop', async (change) => {
    const ctx = reader(db, order.token, { moderation: 'after' })
    expect(await write(ctx, change)).toMatchObject({ state: 'pending' })
    expect(await shown()).toEqual(nothing)
  })

  it('is one for each line of an order, also when it is sent many times at once', async () => {
    const sent = await Promise.all(
      Array.from({ length: 6 }, () => addReview(reader(db, order.token), { orderLine: line, ...words })),
    )
    expect(sent.filter(({ ok }) => ok)).toHaveLength(1)
    expect(sent.flatMap((answer) => (answer.ok ? [] : [answer.problem.name]))).toEqual(
      Array(5).fill('review_exists'),
    )
    const { rows } = await db.pool.query('select from reviews')
    expect(rows).toHaveLength(1)
  })

  it.each([
    ['nothing has left', { left: null }, 'not_arrived'],
    ['it is on its way', { arrived: null }, 'not_arrived'],
    ['it left three weeks ago', { arrived: null, left: new Date(now.getTime() - 21 * day) }, null],
  ])('waits for the parcel: %s', async (_, moments, refusal) => {
    const other = await bought(db, { ...moments, email: 'eve@example.com' })
    const answer = await addReview(reader(db, other.token), {
      orderLine: other.lines['stool-sage']!,
      ...words,
    })
    expect(answer.ok ? null : answer.problem.name).toBe(refusal)
  })

  it.each([
    ['no words', { content: ' \n ' }, { content: 'Write a few words about it.' }],
    [
      'a name that advertises',
      { displayName: 'www.pills.example' },
      { displayName: 'Enter a name without an address or number.' },
    ],
  ])('is refused with %s, at the field', async (_, change, fields) => {
    expect(await addReview(reader(db, order.token), { orderLine: line, ...words, ...change })).toEqual({
      ok: false,
      problem: { name: 'invalid_input', fields },
    })
  })

  it('does not say how a stool fits', async () => {
    expect(await write(undefined, { fit: 'small' })).toMatchObject({ fit: null })
  })

  it('says how it fits where there are sizes', async () => {
    await db.pool.query(
      `update products set options = '[{"code": "size", "name": {"en": "Size"}, "values": []}]'`,
    )
    expect(await write(undefined, { fit: 'small' })).toMatchObject({ fit: 'small' })
  })

  it('stops at twenty of one network in an hour, and at forty of one buyer', async () => {
    const many = (token: string, ip: (n: number) => string, count: number) =>
      Promise.all(
        Array.from({ length: count }, (_, n) =>
          addReview(reader(db, token, { ip: ip(n) }), { orderLine: 999_999, ...words }),
        ),
      )
    const names = (answers: Awaited<ReturnType<typeof many>>) =>
      answers.filter((answer) => !answer.ok && answer.problem.name === 'too_many_requests').length
    expect(names(await many(order.token, () => '203.0.113.9', 22))).toBe(2)
    expect(names(await many(order.token, (n) => `198.51.100.${n}`, 25))).toBe(5)
  })
})

describe('pictures', () => {
  it('are those that were uploaded, six at most, each once', async () => {
    const six = await Promise.all(Array.from({ length: 6 }, () => uploaded(db)))
    const images = six.map(({ id }) => id)
    const review = await write(undefined, { images: [...images.slice(0, 3), images[0]!] })
    expect(review.pictures.map(({ key }) => key)).toEqual(six.slice(0, 3).map(({ key }) => key))
    expect(
      await editReview(reader(db, order.token), {
        review: review.id,
        ...words,
        keep: review.pictures.map(({ key }) => key),
        images: images.slice(2),
      }),
    ).toMatchObject({ ok: true, value: { pictures: { length: 6 } } })
  })

  it('are refused when they are nobody’s, or one too many, and nothing stays', async () => {
    expect(
      await addReview(reader(db, order.token), { orderLine: line, ...words, images: ['f'.repeat(32)] }),
    ).toMatchObject({ ok: false, problem: { name: 'unknown_picture' } })
    const review = await write(undefined, { images: [(await uploaded(db)).id] })
    const more = await Promise.all(Array.from({ length: 6 }, () => uploaded(db)))
    expect(
      await editReview(reader(db, order.token), {
        review: review.id,
        ...words,
        score: 1,
        keep: review.pictures.map(({ key }) => key),
        images: more.map(({ id }) => id),
      }),
    ).toMatchObject({ ok: false, problem: { name: 'too_many_pictures', details: { most: 6 } } })
    const { rows } = await db.pool.query('select score from reviews')
    expect(rows).toEqual([{ score: 4 }])
  })

  it('of another review cannot be kept by their name', async () => {
    const eve = await bought(db, { email: 'eve@example.com' })
    const hers = await uploaded(db)
    await write(reader(db, eve.token), { orderLine: eve.lines['stool-sage'], images: [hers.id] })
    const own = await write()
    const edited = await editReview(reader(db, order.token), { review: own.id, ...words, keep: [hers.key] })
    expect(edited).toMatchObject({ ok: true, value: { pictures: [] } })
  })

  it('that are dropped go with the next old uploads', async () => {
    const { id, picture } = await uploaded(db)
    const review = await write(undefined, { images: [id] })
    await editReview(reader(db, order.token), { review: review.id, ...words, keep: [] })
    const { rows } = await db.pool.query('select created_at from uploads where picture_id = $1 order by 1', [
      picture,
    ])
    expect(rows[0]).toEqual({ created_at: new Date(0) })
  })
})

describe('a change', () => {
  const after = { moderation: 'after' as const }

  it('is possible once, and waits in the queue again', async () => {
    const review = await write()
    await db.pool.query(`update reviews set state = 'published', checked_at = now()`)
    const change = { review: review.id, ...words, title: 'Changed', keep: [] }
    const edited = await editReview(reader(db, order.token), change)
    expect(edited).toMatchObject({ ok: true, value: { state: 'pending', title: 'Changed', mayEdit: false } })
    // What was approved is not shown in its new words.
    expect(await shown()).toEqual(nothing)
    expect(await rating()).toEqual({ average: null, count: 0 })
    const { rows } = await db.pool.query('select checked_at from reviews')
    expect(rows).toEqual([{ checked_at: null }])
    expect(await editReview(reader(db, order.token), change)).toEqual({
      ok: false,
      problem: { name: 'review_edited' },
    })
  })

  it('of two at once, one counts', async () => {
    const review = await write()
    const answers = await Promise.all(
      [1, 5].map((score) =>
        editReview(reader(db, order.token), { review: review.id, ...words, score, keep: [] }),
      ),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  })

  it('does not publish what was refused, in a shop that reads afterwards', async () => {
    const review = await write(reader(db, order.token, after))
    await db.pool.query(`update reviews set state = 'refused', refusal = 'insult'`)
    const edited = await editReview(reader(db, order.token, after), { review: review.id, ...words, keep: [] })
    expect(edited).toMatchObject({ ok: true, value: { state: 'pending' } })
  })

  it('does not come around the queue by deleting and writing anew', async () => {
    const review = await write(reader(db, order.token, after))
    expect(await shown()).toMatchObject({ total: 1 })
    expect(await deleteReview(reader(db, order.token), { review: review.id })).toEqual({
      ok: true,
      value: {},
    })
    expect(await shown()).toEqual(nothing)
    expect(await write(reader(db, order.token, after))).toMatchObject({ state: 'pending' })
  })
})

describe('somebody else', () => {
  it('sees, changes and deletes nothing, and cannot tell whether there is anything', async () => {
    const review = await write()
    const eve = await bought(db, { email: 'eve@example.com' })
    for (const stranger of [reader(db, eve.token), reader(db, null)]) {
      const unknown = (name: string) => ({ ok: false, problem: { name } })
      expect(await addReview(stranger, { orderLine: line, ...words })).toEqual(unknown('unknown_order_line'))
      expect(await addReview(stranger, { orderLine: 987_654, ...words })).toEqual(
        unknown('unknown_order_line'),
      )
      const change = { review: review.id, ...words, keep: [] }
      expect(await editReview(stranger, change)).toEqual(unknown('unknown_review'))
      expect(await editReview(stranger, { ...change, review: 987_654 })).toEqual(unknown('unknown_review'))
      expect(await deleteReview(stranger, { review: review.id })).toEqual(unknown('unknown_review'))
      expect(await findReviewable(stranger, line)).toBeNull()
    }
    expect(await stateOf(db, 'reviews', review.id)).toBe('pending')
  })

  it('comes in by the link of the mail, and by no other', async () => {
    const ctx = reader(db, null)
    const jar: Record<string, string> = {}
    ctx.visitor.cookies = jar
    ctx.visitor.setCookie = (name, value) => void (jar[name] = value ?? '')
    const expires = new Date(now.getTime() + day)
    expect(await openReviewKey(ctx, await signLink(db, 'order.watch', order.id, expires))).toBe(false)
    expect(await openReviewKey(ctx, await signLink(db, 'order.open', order.id, expires))).toBe(true)
    expect(await findReviewable(ctx, line)).toMatchObject({ orderLine: line, why: null, review: null })
    // Opening it has written nothing.
    expect((await db.pool.query('select from reviews')).rows).toHaveLength(0)
    expect(await addReview(ctx, { orderLine: line, ...words })).toMatchObject({ ok: true })
  })
})

it('lists what waits and what is written', async () => {
  const two = await bought(db, { units: { 'lamp-sage': 1, 'vase-ink': 1 } })
  await db.pool.query(`update orders set owner_hash = (select owner_hash from orders where id = $1)`, [
    order.id,
  ])
  await write()
  const mine = await myReviews(reader(db, order.token), { page: 1 })
  expect(mine).toMatchObject({
    ok: true,
    value: {
      reviews: [{ orderLine: line }],
      waiting: [{ title: 'The lamp' }, { title: 'The vase' }],
      page: 1,
      pages: 1,
    },
  })
  expect(mine.ok && mine.value.waiting.map(({ href }) => href)).toEqual([
    `/review/${two.lines['lamp-sage']}`,
    `/review/${two.lines['vase-ink']}`,
  ])
  expect(await myReviews(reader(db, null), { page: 1 })).toMatchObject({
    value: { reviews: [], waiting: [] },
  })
})

it('counts every review of a product in its rating, however many come at once', async () => {
  const buyers = await Promise.all(
    Array.from({ length: 5 }, (_, n) =>
      bought(db, { units: { 'stool-sage': 1 }, email: `b${n}@example.com` }),
    ),
  )
  await Promise.all(
    buyers.map(({ token, lines }, n) =>
      addReview(reader(db, token, { moderation: 'after' }), {
        orderLine: lines['stool-sage']!,
        ...words,
        score: n + 1,
      }),
    ),
  )
  expect(await rating()).toEqual({ average: 3, count: 5 })
})
