import { createHash } from 'node:crypto'
import pino from 'pino'
import { describe, expect, it } from 'vitest'
import { publishWord, answerAsMerchant } from '#features/questions/shop/moderate.ts'
import { askQuestion } from '#features/questions/actions/write.ts'
import { noteTerm } from '#features/search/actions/terms.ts'
import { indexStale } from '#features/search/work/keep-index.ts'
import { queueMail } from '#platform/server/jobs/outbox.ts'
import type { Database } from '#platform/server/db/db.ts'
import { bought, now, reader } from '#test/aftersale/review-world.ts'
import { poison } from '#test/database.ts'
import { loopsIn } from '#test/loops/loops-in.ts'
import { stockedShop } from '#test/order-changes.ts'
import { contextOf } from '#test/page-visitor.ts'
import { placeTestOrder } from '#test/placed-orders.ts'

/* All other loops: each piece of their work is done, whatever becomes of the others. */

async function column(db: Database, query: string): Promise<unknown[]> {
  const { rows } = await db.pool.query<{ value: unknown }>(query)
  return rows.map(({ value }) => value)
}

describe('mails.send', () => {
  it('sends what is due, behind any number of mails that cannot be changed', async () => {
    const db = await stockedShop()
    const ctx = contextOf(db)
    const letter = {
      lang: 'en',
      shop: { name: 'Oak', href: ctx.origin, color: '#000000' },
      subject: 'It is here',
      title: 'It is here',
      parts: [],
      footer: [],
    }
    for (const to of ['ada@example.com', 'bea@example.com', 'eve@example.com'])
      await db.transact((tx) => queueMail(tx, { kind: 'test.letter', to, letter }, ctx.origin, now))
    await poison(db, 'outbox_mails', `new.recipient < 'eve'`)
    const run = await loopsIn(db, { now: () => now })
    await expect(run('mails.send')).rejects.toThrow('mail 1: planted; mail 2: planted')
    expect(await column(db, `select recipient as value from outbox_mails where state <> 'waiting'`)).toEqual([
      'eve@example.com',
    ])
  })
})

it('mails.alerts writes to everybody else, when the mail to one cannot be written', async () => {
  const db = await stockedShop()
  const emails = ['ada@example.com', 'Ada@example.com', 'eve@example.com']
  for (const [index, email] of emails.entries())
    await db.pool.query(
      `insert into alerts (sku_id, kind, email, locale, currency, amount, state, created_at, changed_at)
       select id, 'stock', $1, 'en', 'USD', 4850, 'active', $2, $2 from skus where sku = $3`,
      [email, now, index === 1 ? 'stool-ink' : 'stool-sage'],
    )
  await poison(db, 'outbox_mails', `lower(new.recipient) = 'ada@example.com'`, 'insert')
  const run = await loopsIn(db, { now: () => now })
  await expect(run('mails.alerts')).rejects.toThrow(/^alert 1: planted$/)
  expect(await column(db, 'select recipient as value from outbox_mails')).toEqual(['eve@example.com'])
  expect(await column(db, 'select state as value from alerts order by id')).toEqual([
    'active',
    'active',
    'done',
  ])
})

it('reviews.ask asks the next buyer, when one cannot be asked', async () => {
  const db = await stockedShop()
  const [first, second] = [await bought(db), await bought(db, { email: 'eve@example.com' })]
  await poison(db, 'review_asks', `new.order_id = ${first.id}`, 'insert')
  const later = new Date(now.getTime() + 14 * 86_400_000)
  const run = await loopsIn(db, {
    now: () => later,
    shop: (shop) => ({ ...shop, shop: { ...shop.shop, reviews: { ...shop.shop.reviews, askAfterDays: 7 } } }),
  })
  await expect(run('reviews.ask')).rejects.toThrow(`order ${first.id}: planted`)
  expect(await column(db, 'select order_id as value from review_asks')).toEqual([second.id])
})

it('questions.tell tells the next, when those before cannot be told', async () => {
  const db = await stockedShop()
  for (const [index, email] of ['ada@example.com', 'bea@example.com', 'eve@example.com'].entries()) {
    const asked = {
      product: 'stool',
      content: `No. ${index}?`,
      displayName: 'Eve',
      email,
      website: '',
      verifyId: '',
      verifyAnswer: '',
    }
    const made = await askQuestion(reader(db, null, { ip: `203.0.113.${index}` }), asked)
    if (!made.ok) throw new Error(made.problem.name)
    await publishWord({ db, now }, made.value.slug)
    await answerAsMerchant({ db, now }, made.value.slug, { text: 'No.', author: 'Oak', locale: 'en' })
  }
  await poison(db, 'questions', `old.email < 'eve'`)
  const run = await loopsIn(db, { now: () => now })
  await expect(run('questions.tell')).rejects.toThrow(/^question \S+: planted; question \S+: planted$/)
  expect(await column(db, 'select recipient as value from outbox_mails')).toEqual(['eve@example.com'])
})

describe('search.index', () => {
  it('indexes all things but those that fail, which stay marked', async () => {
    const db = await stockedShop()
    await poison(db, 'search_products', 'new.product_id in (1, 2, 5)', 'insert')
    const run = await loopsIn(db, { now: () => now })
    await expect(run('search.index')).rejects.toThrow(/^(?:product [125]: planted(?:; |$)){3}/)
    const indexed = await column(db, 'select product_id::int as value from search_products order by 1')
    expect(indexed).toEqual([3, 4, 6, 7, 8])
    expect(await column(db, 'select distinct id::int as value from search_stale order by 1')).toEqual([
      1, 2, 5,
    ])
    await db.pool.query('drop trigger planted on search_products')
    expect(await indexStale(db)).toBe(3)
  })
})

it('rows.prune deletes what is old, when what is deleted before cannot be', async () => {
  const db = await stockedShop()
  await db.pool.query(
    `insert into cache_changes (tags, hard, created_at) values ('{old}', false, '2020-01-01');
     insert into carts (token_hash, created_at, updated_at) values ('a', '2020-01-01', '2020-01-01');
     insert into rate_counts (who, begins_at, count) values ('a', '2020-01-01', 1)`,
  )
  await poison(db, 'cache_changes', 'true', 'delete')
  await poison(db, 'carts', 'true', 'delete')
  const run = await loopsIn(db, { now: () => now })
  await expect(run('rows.prune')).rejects.toThrow(/^planted; planted$/)
  expect(await column(db, `select 1 as value from rate_counts where begins_at < '2021-01-01'`)).toEqual([])
})

it('holds.watch warns of a SKU, though another cannot be counted', async () => {
  const db = await stockedShop()
  for (let count = 0; count < 5; count++)
    await placeTestOrder(db, { units: { 'stool-sage': 8, 'stool-ink': 7 } })
  const key = createHash('sha256').update('stock.alarm\0stool-sage').digest().subarray(0, 16).toString('hex')
  await poison(db, 'rate_counts', `new.who = '\\x${key}'`, 'insert')
  const warned: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void warned.push(line) })
  const run = await loopsIn(db, { now: () => now, log })
  await expect(run('holds.watch')).rejects.toThrow('stool-sage: planted')
  expect(warned.map((line) => (JSON.parse(line) as { sku: string }).sku)).toEqual(['stool-ink'])
})

it('clock.follow announces what has begun, though something else cannot be announced', async () => {
  const db = await stockedShop()
  let at = now
  const run = await loopsIn(db, { now: () => at })
  await db.pool.query(
    `insert into articles (slug, author, published_at) values ('oak', '{}', '2026-11-25T12:00:30Z');
     insert into promotions (slug, starts_at, conditions, benefit) values ('week', '2026-11-25T12:00:30Z', '{}', '{}')`,
  )
  await poison(db, 'cache_changes', `new.tags @> '{content}'`, 'insert')
  await db.pool.query('delete from cache_changes')
  at = new Date(now.getTime() + 60_000)
  const announced = () => column(db, 'select tags as value from cache_changes order by id')
  await expect(run('clock.follow')).rejects.toThrow('planted')
  expect(await announced()).toEqual([['promotions']])
  await db.pool.query('drop trigger planted on cache_changes')
  await run('clock.follow')
  expect(await announced()).toEqual([['promotions'], ['content']])
})

it('search.terms deletes old terms, when new ones cannot be written', async () => {
  const db = await stockedShop()
  await db.pool.query(
    `insert into search_terms (term, locale, day, count) values ('oak', 'en', '2020-01-01', 1)`,
  )
  noteTerm(contextOf(db), {
    read: { words: [{ written: 'stool' }] },
    words: ['stool'],
    unknown: [],
  } as unknown as Parameters<typeof noteTerm>[1])
  await poison(db, 'search_terms', 'true', 'insert')
  const run = await loopsIn(db, { now: () => now })
  await expect(run('search.terms')).rejects.toThrow('planted')
  expect(await column(db, 'select term as value from search_terms')).toEqual([])
})
