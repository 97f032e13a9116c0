import { beforeEach, expect, it } from 'vitest'
import { hour, minute } from '#domain/time.ts'
import { freshDatabase } from '#test/database.ts'
import { contextOf } from '#test/page-visitor.ts'
import type { Database } from '#platform/server/db/db.ts'
import { tellWaiting } from './work/tell-waiting.ts'

let db: Database
beforeEach(async () => {
  db = (await freshDatabase()).db
})

const start = new Date('2026-11-25T12:00:00Z')
const comes = (later: number, state = 'pending') =>
  db.pool.query(
    `with article as (
       insert into articles (slug, author, published_at) values ('oak', '{"name": {"en": "Ada"}}', $1)
       on conflict (slug) do update set slug = excluded.slug
       returning id
     )
     insert into article_comments (code, article_id, author, locale, content, created_at, visible, state)
     select gen_random_uuid()::text, id, 'Mo', 'en', 'Fine.', $2, false, $3 from article`,
    [start, new Date(start.getTime() + later), state],
  )
const tell = (later: number, email: string | null = 'hello@shop.example') =>
  tellWaiting({
    db,
    ctxFor: () => contextOf(db, { config: { shop: { email } } }),
    shopLocale: 'en',
    now: () => new Date(start.getTime() + later),
  })

it('mails the shop once an hour at most, and only when something has come', async () => {
  expect(await tell(0)).toBe(false)
  await comes(0, 'refused')
  expect(await tell(0)).toBe(false)
  await comes(0)
  expect(await tell(minute, null)).toBe(false)
  // Of many nodes one writes it.
  expect((await Promise.all([1, 2, 3].map(() => tell(minute)))).filter(Boolean)).toHaveLength(1)
  expect(await tell(2 * hour)).toBe(false)
  await comes(10 * minute)
  expect(await tell(30 * minute)).toBe(false)
  expect(await tell(minute + hour)).toBe(true)
  const { rows } = await db.pool.query<{ kind: string; recipient: string; subject: string; plain: string }>(
    'select kind, recipient, subject, plain from outbox_mails order by id',
  )
  expect(rows.map(({ kind, recipient, subject }) => [kind, recipient, subject])).toEqual([
    ['content.waiting', 'hello@shop.example', '1 text to review'],
    ['content.waiting', 'hello@shop.example', '2 texts to review'],
  ])
  expect(rows[1]!.plain).toContain('Comments: 2\nArticles of customers: 0')
})

it('counts reviews, questions and answers that wait', async () => {
  await db.pool.query(`insert into products (slug, hash) values ('cup', '')`)
  await db.pool.query(
    `insert into questions (code, product_id, author, locale, content, state, created_at)
     select 'q', id, 'Mo', 'en', 'Is it blue?', 'pending', $1 from products`,
    [start],
  )
  await db.pool.query(
    `insert into reviews (code, product_id, author, locale, score, title, content, state, verified, created_at, checked_at)
     select 'r', id, 'Mo', 'en', 5, '', 'Fine.', 'pending', true, $1, null from products`,
    [start],
  )
  expect(await tell(minute)).toBe(true)
  const { rows } = await db.pool.query<{ subject: string; plain: string }>(
    'select subject, plain from outbox_mails',
  )
  expect(rows[0]!.subject).toBe('2 texts to review')
  expect(rows[0]!.plain).toContain('Reviews: 1\nQuestions and answers: 1')
})
