import { beforeEach, describe, expect, it } from 'vitest'
import { day } from '#domain/time.ts'
import { listReviews } from './actions/browse.ts'
import type { Database } from '#platform/server/db/db.ts'
import { freshDatabase } from '#test/database.ts'
import { cartCatalogue } from '#test/cart-visitor.ts'
import { bought, now, reader, stateOf, uploaded, words, type Bought } from '#test/aftersale/review-world.ts'
import { addChoices, setQuiet, settingsId } from '#features/notifications/queries/settings.ts'
import { emailHash } from '#features/notifications/rules/email-hash.ts'
import { endReviewMails, reviewMailState } from './actions/unsubscribe.ts'
import { addReview, editReview } from './actions/write.ts'
import {
  answerReview,
  listForOperator,
  moderationCounts,
  publishReview,
  refuseReview,
  removeReview,
  type ReviewWork,
} from './shop/moderate.ts'
import { importReviews } from './shop/import.ts'
import { askForReviews, type AskWork } from './work/ask.ts'
import type { Locale } from '#i18n/locales.ts'

let db: Database
let work: ReviewWork
beforeEach(async () => {
  db = (await freshDatabase()).db
  await db.pool.query(cartCatalogue)
  work = { db, now, ctxFor: (locale) => reader(db, null, { locale: locale as Locale }) }
})

async function written(order: Bought, change: object = {}): Promise<{ id: number; code: string }> {
  const added = await addReview(reader(db, order.token), {
    orderLine: order.lines['stool-sage']!,
    ...words,
    ...change,
  })
  if (!added.ok) throw new Error(added.problem.name)
  const { rows } = await db.pool.query<{ id: number; code: string }>(
    'select id, code from reviews where id = $1',
    [added.value.id],
  )
  return rows[0]!
}

async function rating(): Promise<object> {
  const { rows } = await db.pool.query<object>(
    `select rating_average as average, rating_count as count from products where slug = 'stool'`,
  )
  return rows[0]!
}

async function mails(): Promise<
  { kind: string; to: string; subject: string; plain: string; html: string; stop: string | null }[]
> {
  const { rows } = await db.pool.query(
    'select kind, recipient as to, subject, plain, html, unsubscribe_url as stop from outbox_mails order by id',
  )
  return rows as Awaited<ReturnType<typeof mails>>
}

describe('the merchant', () => {
  it('publishes what waits, and the rating counts it; twice is once', async () => {
    const { id, code } = await written(await bought(db), { score: 2 })
    expect(await publishReview(work, code)).toEqual({ ok: true, value: 'published' })
    expect(await publishReview(work, code)).toEqual({ ok: true, value: 'published' })
    expect(await stateOf(db, 'reviews', id)).toBe('published')
    expect(await rating()).toEqual({ average: 2, count: 1 })
    expect(await mails()).toMatchObject([
      {
        kind: 'review.published',
        to: 'ada@example.com',
        subject: 'Your review of The stool is published',
        stop: expect.stringContaining('/notification/unsubscribe?token=review.published~') as string,
      },
    ])
  })

  it('tells nobody that a text is published that was shown at once', async () => {
    await bought(db).then((order) => written(order))
    await db.pool.query(`update reviews set state = 'published'`)
    const { rows } = await db.pool.query<{ code: string }>('select code from reviews')
    expect(await publishReview(work, rows[0]!.code)).toEqual({ ok: true, value: 'published' })
    expect(await mails()).toEqual([])
  })

  it('refuses for a reason, which the writer is told with a link to the review', async () => {
    const order = await bought(db, { locale: 'zh' })
    const { code, id } = await written(order)
    await publishReview(work, code)
    expect(await refuseReview(work, code, 'personal', 'A phone number.')).toEqual({
      ok: true,
      value: 'refused',
    })
    expect(await refuseReview(work, code, 'spam', '')).toEqual({ ok: false, problem: { name: 'not_now' } })
    expect(await rating()).toEqual({ average: null, count: 0 })
    const { rows } = await db.pool.query('select refusal, refusal_note from reviews where id = $1', [id])
    expect(rows).toEqual([{ refusal: 'personal', refusal_note: 'A phone number.' }])
    const mail = (await mails()).at(-1)
    expect(mail).toMatchObject({
      kind: 'review.refused',
      to: 'ada@example.com',
      stop: expect.stringContaining('/notification/unsubscribe?token=review.refused~') as string,
    })
    expect(mail!.subject).toContain('未能发布')
    expect(mail!.plain).toContain('内容涉及他人隐私。')
    expect(mail!.plain).toContain('A phone number.')
    expect(mail!.plain).toContain(`/zh/review/${order.lines['stool-sage']}?key=`)
    // A page that shows it may not do so for another moment.
    const changes = await db.pool.query<{ hard: boolean }>(
      `select hard from cache_changes where tags[1] like 'reviews:%' order by id desc limit 1`,
    )
    expect(changes.rows).toEqual([{ hard: true }])
  })

  it('answers once more for everybody to read, and takes the answer away', async () => {
    const { code } = await written(await bought(db))
    await publishReview(work, code)
    expect(await answerReview(work, code, ' \n')).toEqual({ ok: false, problem: { name: 'empty' } })
    expect(await answerReview(work, code, 'We sent feet.\u0000\r\nSorry.')).toMatchObject({ ok: true })
    const shown = async () => {
      const listed = await listReviews(reader(db, null), {
        product: 'stool',
        page: 1,
        sort: 'new',
        stars: null,
        fit: null,
        bought: null,
      })
      return listed.ok && listed.value.reviews.map(({ reply }) => reply?.content ?? null)
    }
    expect(await shown()).toEqual(['We sent feet.\nSorry.'])
    expect((await mails()).map(({ kind }) => kind)).toEqual(['review.published', 'review.answered'])
    await answerReview(work, code, null)
    expect(await shown()).toEqual([null])
  })

  it('has every edited review in the queue again, whatever it decided before', async () => {
    const order = await bought(db)
    const { id, code } = await written(order)
    const queue = async (): Promise<string[]> => {
      const codes: string[] = []
      const filter = { state: null, unchecked: true, product: null, score: null, code: null }
      await listForOperator(db, filter, (review) => void codes.push(review.code))
      return codes
    }
    expect(await queue()).toEqual([code])
    await publishReview(work, code)
    expect(await queue()).toEqual([])
    await editReview(reader(db, order.token), { review: id, ...words, score: 1, keep: [] })
    expect(await queue()).toEqual([code])
  })

  it('deletes with the pictures, and sees how many of each score were refused', async () => {
    const { id: image, picture } = await uploaded(db)
    const { code } = await written(await bought(db), { images: [image], score: 1 })
    await refuseReview(work, code, 'spam', '')
    expect(await moderationCounts(db)).toEqual([{ score: 1, pending: 0, published: 0, refused: 1 }])
    expect(await removeReview(work, code)).toEqual({ ok: true, value: 'deleted' })
    expect(await removeReview(work, code)).toEqual({ ok: false, problem: { name: 'unknown_review' } })
    const { rows } = await db.pool.query('select from uploads where picture_id = $1 and created_at < $2', [
      picture,
      now,
    ])
    expect(rows).toHaveLength(1)
  })
})

describe('the mail that asks', () => {
  const asking = (at: Date, askAfterDays: number | null = 10): AskWork => ({
    db,
    ctxFor: (locale) => reader(db, null, { locale: locale as Locale }),
    settings: () => ({ moderation: 'before', askAfterDays, shippedDays: 21, questions: true }),
    now: () => at,
  })
  const arrived = new Date(now.getTime() - 2 * day)
  const after = (days: number, from = arrived) => new Date(from.getTime() + days * day)

  /** All that was paid for the orders went back, and no money did. @param cause an SQL literal */
  const gaveAll = (cause: string) =>
    db.pool.query(
      `insert into refunds (order_id, payment_id, amount, reason, cause, status, created_at, done_at)
       select id, null, captured + credit, '', ${cause}, 'done', $1, $1 from orders`,
      [now],
    )

  it('goes on the right day, once, with a link for each star that opens the form', async () => {
    const order = await bought(db, { units: { 'stool-sage': 1, 'vase-ink': 1 } })
    expect(await askForReviews(asking(new Date(after(10).getTime() - 1)))).toBe(0)
    expect(await askForReviews(asking(after(10)))).toBe(1)
    expect(await askForReviews(asking(after(11)))).toBe(0)
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ kind: 'review.ask', to: 'ada@example.com' })
    for (const line of Object.values(order.lines))
      for (const score of [1, 2, 3, 4, 5]) {
        expect(mail!.plain).toMatch(new RegExp(`/review/${line}\\?key=[^&]+&score=${score}\\b`))
        expect(mail!.html).toContain(`&amp;score=${score}`)
      }
    expect(mail!.stop).toMatch(/\/review\/unsubscribe\?token=/)
    expect(mail!.plain).toContain(mail!.stop)
  })

  it('is one mail, whichever nodes write it at the same moment', async () => {
    await bought(db)
    const counts = await Promise.all(Array.from({ length: 4 }, () => askForReviews(asking(after(10)))))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1)
    expect(await mails()).toHaveLength(1)
  })

  it.each([
    ['the setting says never', async () => {}, null],
    ['it was cancelled', () => db.pool.query(`update orders set status = 'cancelled'`), 10],
    ['all money went back', () => db.pool.query('update orders set refunded = captured'), 10],
    ['it all came back as store credit', () => gaveAll(`'return:R-1'`), 10],
    ['it all came back for other goods', () => gaveAll(`'exchange:R-1'`), 10],
    [
      'it was paid by store credit, which went back',
      async () => {
        await db.pool.query('update orders set credit = total, captured = 0')
        await gaveAll(`'return:R-1:credit'`)
      },
      10,
    ],
    ['the product is hidden', () => db.pool.query('update products set visible = false'), 10],
    ['nothing has arrived', () => db.pool.query('update orders set delivered_at = null'), 10],
    [
      'it arrived long ago',
      () => db.pool.query(`update orders set delivered_at = delivered_at - interval '60 days'`),
      10,
    ],
  ])('does not go when %s', async (_, change, days) => {
    await bought(db, { units: { 'stool-sage': 1 } })
    await change()
    expect(await askForReviews(asking(after(10), days))).toBe(0)
    expect(await mails()).toEqual([])
  })

  it('does not go to who has written already, nor twice a week to one who orders daily', async () => {
    const one = await bought(db)
    await written(one)
    expect(await askForReviews(asking(after(10)))).toBe(0)
    await bought(db, { arrived })
    await bought(db, { arrived: after(1) })
    expect(await askForReviews(asking(after(11)))).toBe(1)
  })

  it('does not go to who has switched such mails off, and waits for quiet hours to end', async () => {
    await bought(db)
    await bought(db, { email: 'eve@example.com' })
    const asked = after(10)
    await db.transact(async (tx) => {
      const ada = await settingsId(tx, { hash: await emailHash(tx, 'ada@example.com') }, now)
      await addChoices(tx, ada, { 'review.ask/mail': false }, now)
      const eve = await settingsId(tx, { hash: await emailHash(tx, 'eve@example.com') }, now)
      const minutes = asked.getUTCHours() * 60
      await setQuiet(tx, eve, { from: minutes, until: (minutes + 120) % 1440 }, now)
    })
    expect(await askForReviews(asking(asked))).toBe(1)
    const { rows } = await db.pool.query<{ to: string; due: Date }>(
      'select recipient as to, next_at as due from outbox_mails',
    )
    expect(rows.map(({ to }) => to)).toEqual(['eve@example.com'])
    expect(rows[0]!.due.getTime()).toBeGreaterThan(asked.getTime())
  })

  it('goes 21 days after the parcel left where nobody said that it arrived', async () => {
    const left = new Date(now.getTime() - 5 * day)
    await bought(db, { left, arrived: null })
    expect(await askForReviews(asking(after(20, left)))).toBe(0)
    expect(await askForReviews(asking(after(21, left)))).toBe(1)
  })

  it('ends for good by its link, without signing in, in any spelling of the address', async () => {
    await bought(db)
    await askForReviews(asking(after(10)))
    const token = new URL((await mails())[0]!.stop!).searchParams.get('token')!
    const anybody = reader(db, null, { at: after(300) })
    expect(await reviewMailState(anybody, token)).toBe('ready')
    expect(await endReviewMails(anybody, { token: `${token.slice(0, -43)}${'A'.repeat(43)}` })).toEqual({
      ok: false,
      problem: { name: 'stale_link' },
    })
    expect(await endReviewMails(anybody, { token })).toEqual({ ok: true, value: {} })
    expect(await endReviewMails(anybody, { token })).toEqual({ ok: true, value: {} })
    expect(await reviewMailState(anybody, token)).toBe('done')
    await bought(db, { email: 'ADA@Example.com', arrived: after(20) })
    expect(await askForReviews(asking(after(30)))).toBe(0)
  })
})

it('keeps what a buyer wrote, whatever a file says of it; the answer is the merchant’s', async () => {
  const { id, code } = await written(await bought(db), { score: 2 })
  await publishReview(work, code)
  const { rows: products } = await db.pool.query<{ id: number }>(
    `select id from products where slug = 'stool'`,
  )
  await db.transact((tx) =>
    importReviews(tx, [
      {
        entry: {
          code,
          product: 'stool',
          author: 'Shop',
          locale: 'zh',
          score: 5,
          title: 'Perfect',
          content: 'Perfect in every way.',
          pictures: [],
          createdAt: '2020-01-01T00:00:00Z',
          helpful: 3,
          verified: false,
          reply: { content: 'Thanks.', createdAt: '2026-11-25T12:00:00Z' },
        },
        productId: products[0]!.id,
        skuId: null,
        pictures: [],
      },
    ]),
  )
  const { rows } = await db.pool.query(
    'select author, locale, score, title, content, verified, reply, state from reviews where id = $1',
    [id],
  )
  expect(rows).toEqual([
    {
      author: 'Ada B.',
      locale: 'en',
      score: 2,
      title: 'Steady',
      content: 'It stands on four feet.\n\nNo wobble.',
      verified: true,
      reply: 'Thanks.',
      state: 'published',
    },
  ])
  expect(await rating()).toEqual({ average: 2, count: 1 })
})
