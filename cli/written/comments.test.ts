import { join } from 'node:path'
import { writeFile } from 'node:fs/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { freshDatabase } from '#test/database.ts'
import { saveConfig } from '#features/shop/actions.ts'
import type { Database } from '#platform/server/db/db.ts'
import { scratchFolder } from '#transfer/catalog/for-tests.ts'
import { violet } from '../entries/for-tests.ts'

let db: Database
beforeEach(async () => {
  const made = await freshDatabase()
  db = made.db
  vi.stubEnv('DATABASE_URL', made.url)
  vi.stubEnv('DATA_DIR', await scratchFolder())
  vi.stubEnv('INIT_CWD', undefined)
  vi.stubEnv('PUBLIC_URL', 'https://shop.example')
  const shop = { name: 'Oak', email: 'hello@shop.example' }
  expect((await saveConfig(db, { shop }, { now: new Date() })).ok).toBe(true)
  await db.pool.query(`
    insert into customers (number, first_name, last_name, locale, created_at)
      values ('ada', 'Ada', 'L', 'zh', now());
    insert into customer_identities (kind, account, customer_id, verified_at)
      select 'email', 'ada@example.com', id, now() from customers;
    insert into articles (slug, author, published_at) values ('oak', '{"name": {"en": "Ruth"}}', '2026-11-01');
    insert into article_comments (
      code, article_id, customer_id, author, locale, content, created_at, visible, state, held_for, answers
    )
    select g.code, a.id, c.id, 'Ada L.', 'zh', g.content, '2026-11-21T12:00:00Z', g.state = 'published', g.state,
      g.held, g.answers
    from articles a, customers c, (values
      ('c-1', E'好。\\n很好。', 'pending', 'first', null),
      ('c-2', 'See https://x.example', 'pending', 'link', null),
      ('c-3', 'Shown.', 'published', null, null),
      ('c-4', 'To it.', 'published', null, 'c-3')
    ) g(code, content, state, held, answers)`)
})
afterEach(() => void vi.unstubAllEnvs())

async function file(text: string): Promise<string> {
  const path = join(await scratchFolder(), 'list.txt')
  await writeFile(path, text)
  return path
}
const states = async (): Promise<Record<string, string>> =>
  Object.fromEntries(
    (
      await db.pool.query<{ code: string; state: string }>('select code, state from article_comments')
    ).rows.map(({ code, state }) => [code, state]),
  )

it('lists what waits, with why, and publishes what a list names', async () => {
  const { out } = await violet('comments', 'list')
  expect(out.split('\n').map((line) => line.split(/\s{2,}/))).toEqual([
    ['CODE', 'STATE', 'WHY', 'WRITTEN', 'ARTICLE', 'BY', 'BEGINS'],
    ['c-1', 'pending', 'first', '2026-11-21T12:00:00.000Z', 'oak', 'Ada L.', '好。 很好。'],
    ['c-2', 'pending', 'link', '2026-11-21T12:00:00.000Z', 'oak', 'Ada L.', 'See https://x.example'],
    [''],
  ])
  // Told is who has asked for it.
  await db.pool.query(
    `insert into notification_settings (customer_id, choices, created_at, changed_at)
     select customer_id, '{"comment.published/mail": true}', now(), now()
     from customer_identities where account = 'ada@example.com'`,
  )
  const published = await violet('comments', 'publish', '--file', await file(`${out}c-none\n`), '--json')
  expect(published).toMatchObject({
    out: [
      '{"comment":"c-1","state":"published"}\n',
      '{"comment":"c-2","state":"published"}\n',
      String.raw`{"comment":"c-none","error":"the shop has no comment \"c-none\""}`,
      '\n',
    ].join(''),
    failure: '1 of 3 could not be done',
  })
  expect((await violet('comments', 'refuse', 'c-1', '--reason', 'x'.repeat(1_001))).failure).toBe(
    'a text has at most 1000 characters',
  )
  expect(await states()).toMatchObject({ 'c-1': 'published', 'c-2': 'published' })
  const { rows } = await db.pool.query<Record<string, string>>(
    'select kind, recipient, subject, plain from outbox_mails order by id',
  )
  expect(rows.map(({ kind, recipient, subject }) => [kind, recipient, subject])).toEqual(
    Array(2).fill(['comment.published', 'ada@example.com', '你的留言已显示']),
  )
  expect(rows[0]!['plain']).toContain('https://shop.example/zh/article/oak#comment-c-1')
  expect((await violet('comments', 'list', '--all')).out).toContain('c-3')
  expect((await violet('comments', 'publish', 'c-1', '--yes')).failure).toBe('c-1 is published already')
})

it('refuses with a reason, and shows it', async () => {
  expect((await violet('comments', 'refuse', 'c-3', '--reason', 'Not about oak.')).out).toBe('c-3: refused\n')
  expect((await violet('comments', 'show', 'c-3')).out).toContain('Refused: Not about oak.\n\nShown.')
  expect(JSON.parse((await violet('comments', 'show', 'c-3', '--json')).out)).toMatchObject({
    code: 'c-3',
    state: 'refused',
    visible: false,
    customer: 'ada',
  })
  expect((await violet('comments', 'list', '--state', 'all', '--article', 'none', '--json')).out).toBe('')
})

it('prints no numbers of rows', async () => {
  const [line] = (await violet('comments', 'list', '--json')).out.split('\n')
  expect(Object.keys(JSON.parse(line!) as object)).toEqual([
    ...['code', 'state', 'visible', 'heldFor', 'reason', 'article', 'answers', 'author', 'customer'],
    ...['official', 'locale', 'content', 'createdAt', 'decidedAt'],
  ])
})

it('answers as the shop, in the same thread', async () => {
  const text = await file('Thank you.\n')
  const { out } = await violet('comments', 'answer', 'c-4', '--text', text, '--json')
  expect(JSON.parse(out)).toMatchObject({ article: 'oak', answers: 'c-3' })
  const { rows } = await db.pool.query(
    `select author, official, content, locale, visible from article_comments where code like 'shop-%'`,
  )
  expect(rows).toEqual([
    { author: 'Oak', official: true, content: 'Thank you.', locale: 'zh', visible: true },
  ])
  expect((await violet('comments', 'answer', 'c-1', '--text', text)).failure).toContain('is not shown')
})

it('deletes when told so, and says what it would have done', async () => {
  expect((await violet('comments', 'delete', 'c-1', 'c-2')).failure).toContain('Delete 2 comments for good?')
  expect(Object.keys(await states())).toHaveLength(4)
  expect((await violet('comments', 'delete', 'c-1', 'c-2', '--yes')).out).toBe('c-1: deleted\nc-2: deleted\n')
  expect(Object.keys(await states())).toEqual(['c-3', 'c-4'])
  expect((await violet('comments', 'delete', '--yes')).failure).toContain(
    'name a comment, or a file of them by --file',
  )
})
