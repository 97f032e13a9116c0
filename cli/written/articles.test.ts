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
  expect((await saveConfig(db, { shop: { name: 'Oak' } }, { now: new Date() })).ok).toBe(true)
  await db.pool.query(`
    insert into customers (number, first_name, last_name, locale, created_at)
      values ('ada', 'Ada', 'Lovelace', 'zh-HK', now());
    insert into customer_identities (kind, account, customer_id, verified_at)
      select 'email', 'ada@example.com', id, now() from customers;
    insert into customer_articles (customer_id, slug, created_at, updated_at)
      select c.id, s.slug, now(), now() from customers c, (values ('one'), ('two'), ('three')) s(slug);
    insert into article_revisions (customer_article_id, state, title, content, locale, written_at)
      select id, case slug when 'three' then 'draft' else 'submitted' end, 'On ' || slug, E'# Oak\\n\\n*Yes.*', 'en',
        '2026-11-21T12:00:00Z'
      from customer_articles order by id`)
})
afterEach(() => void vi.unstubAllEnvs())

it('lists what waits, publishes what the list names, and mails their author', async () => {
  const { out } = await violet('articles', 'list')
  expect(out.split('\n').map((line) => line.split(/\s{2,}/))).toEqual([
    ['NUMBER', 'STATE', 'WRITTEN', 'ADDRESS', 'CHANGES', 'BY', 'TITLE'],
    ['1', 'submitted', '2026-11-21T12:00:00.000Z', 'one', 'no', 'Ada L.', 'On one'],
    ['2', 'submitted', '2026-11-21T12:00:00.000Z', 'two', 'no', 'Ada L.', 'On two'],
    [''],
  ])
  expect((await violet('articles', 'show', '1', '--html')).out).toContain(
    'By: Ada L. (customer ada)\n\nOn one\n\n<h2>Oak</h2>\n<p><em>Yes.</em></p>\n',
  )
  const file = join(await scratchFolder(), 'list.txt')
  await writeFile(file, `${out}3\n`)
  const published = await violet('articles', 'publish', '--file', file, '--json')
  expect(published).toMatchObject({
    out: [
      '{"article":1,"state":"published","slug":"one"}\n',
      '{"article":2,"state":"published","slug":"two"}\n',
      String.raw`{"article":"3","error":"no article \"3\" waits; its author may have changed it: violet articles list"}`,
      '\n',
    ].join(''),
    failure: '1 of 3 could not be done',
  })
  const { rows } = await db.pool.query<{ subject: string; plain: string }>(
    'select subject, plain from outbox_mails order by id',
  )
  expect(rows.map(({ subject }) => subject)).toEqual(['《On one》已經刊登', '《On two》已經刊登'])
  expect(rows[0]!.plain).toContain('https://shop.example/zh-HK/article/one')
  expect((await violet('articles', 'list', '--all')).out).toContain('1       published')
  expect((await violet('articles', 'publish', '1', '--yes')).failure).toBe('1 does not wait: it is published')
})

it('gives one back with a reason, and deletes when told so', async () => {
  expect((await violet('articles', 'refuse', '1', '--reason', 'Too short.')).out).toBe('1: one is refused\n')
  expect((await violet('articles', 'show', '1')).out).toContain('Refused: Too short.')
  const { rows } = await db.pool.query<{ plain: string }>('select plain from outbox_mails')
  expect(rows[0]!.plain).toContain('> Too short.')
  expect(rows[0]!.plain).toContain('https://shop.example/zh-HK/user/article/edit?id=1')
  expect((await violet('articles', 'delete', '2')).failure).toContain('Delete 1 article for good')
  expect((await violet('articles', 'delete', '2', '--yes')).out).toBe('2: two deleted\n')
  expect((await violet('articles', 'show', '2')).failure).toContain('no article "2" waits')
  expect((await violet('articles', 'list', '--state', 'refused', '--json')).out).toContain('"number":"ada"')
})
