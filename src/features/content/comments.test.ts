import type { ComponentType } from 'react'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { article, catalog, comment, fillShop } from '#transfer/content/for-tests.ts'
import articlePage from '#storefront/pages/article.page.tsx'
import { createDatabase, type TestDatabase } from '#test/database.ts'
import { contextOf, loadPage, seePage } from '#test/page-visitor.ts'
import { listComments } from './actions/browse.ts'
import CommentIsland from './islands/comment/island.tsx'

let shop: TestDatabase
beforeAll(async () => {
  shop = await createDatabase()
  await fillShop(shop.db, catalog, {
    articles: [article('oak'), article('quiet'), article('later', { publishedAt: '2027-01-01T00:00:00Z' })],
    comments: [
      // The answers stand before what they answer: the order of a file does not matter.
      comment('a-2', { answers: 'a-1', author: 'Ada', official: true, createdAt: '2026-11-12T10:00:00Z' }),
      comment('a-3', { answers: 'a-2', createdAt: '2026-11-13T10:00:00Z' }),
      comment('a-1', { content: 'Two\nlines <b>', locale: 'zh' }),
      comment('b-1', { createdAt: '2026-11-14T10:00:00Z' }),
      comment('orphan', { answers: 'gone', createdAt: '2026-11-10T10:00:00Z' }),
      comment('elsewhere', { answers: 'a-1', article: 'later' }),
      ...Array.from({ length: 9 }, (_, n) =>
        comment(`old-${n}`, { createdAt: `2026-10-0${n + 1}T10:00:00Z` }),
      ),
    ],
  })
})
afterAll(() => shop.drop())

it('lists the newest first with the answers below, ten at a time', async () => {
  const first = await listComments(contextOf(shop.db), { article: 'oak', page: 1 })
  if (!first.ok) throw new Error(first.problem.name)
  expect(first.value).toMatchObject({ total: 12, page: 1, pages: 2 })
  expect(first.value.comments.map(({ code, replies }) => [code, replies.map((reply) => reply.code)])).toEqual(
    [
      ['b-1', []],
      ['a-1', ['a-2', 'a-3']],
      ['orphan', []],
      ...[8, 7, 6, 5, 4, 3, 2].map((n) => [`old-${n}`, []]),
    ],
  )
  expect(first.value.comments[1]).toMatchObject({
    author: 'Ruth A.',
    content: 'Two\nlines <b>',
    lang: 'zh-Hans',
    date: '11 November 2026',
    official: false,
    replies: [{ author: 'Ada', official: true }, { official: false }],
  })
  const second = await listComments(contextOf(shop.db), { article: 'oak', page: 2 })
  expect(second.ok && second.value.comments.map(({ code }) => code)).toEqual(['old-1', 'old-0'])
})

it('knows no article that cannot be read', async () => {
  for (const slug of ['later', 'none'])
    expect(await listComments(contextOf(shop.db), { article: slug, page: 1 })).toEqual({
      ok: false,
      problem: { name: 'unknown_article' },
    })
})

it('leaves out what is hidden; what answered it stands by itself', async () => {
  await shop.db.pool.query(`update article_comments set visible = false where code = 'a-1'`)
  const listed = await listComments(contextOf(shop.db), { article: 'oak', page: 1 })
  await shop.db.pool.query(`update article_comments set visible = true where code = 'a-1'`)
  expect(
    listed.ok && listed.value.comments.slice(0, 2).map(({ code, replies }) => [code, replies.length]),
  ).toEqual([
    ['b-1', 0],
    ['a-2', 1],
  ])
})

it('stands below the article as words, page by page, with one address for each', async () => {
  const ctx = contextOf(shop.db)
  const islands = new Map([['comment', CommentIsland as ComponentType<never>]])
  const { html, head } = await seePage(articlePage, ctx, { slug: 'oak' }, '', islands)
  expect(html).toContain('<h2 tabindex="-1">12 comments</h2>')
  expect(html).toContain('<p class="comment-content" lang="zh-Hans">Two\nlines &lt;b&gt;</p>')
  expect(html).toContain('href="/article/oak?comments=2#comments"')
  expect(head.canonicalPath).toBe('/article/oak')
  const second = await seePage(articlePage, ctx, { slug: 'oak' }, '?comments=2', islands)
  expect(second.html.split('class="comment"')).toHaveLength(1 + 2)
  for (const [search, to] of [
    ['?comments=1', '/article/oak'],
    ['?comments=9', '/article/oak?comments=2'],
    ['?comments=x', '/article/oak'],
    ['?comments=2&comments=x', '/article/oak'],
  ] as const)
    expect(await loadPage(articlePage, ctx, { slug: 'oak' }, search)).toEqual({
      kind: 'redirect',
      to,
      status: 302,
    })
  const closed = contextOf(shop.db, { config: { shop: { commentsBy: 'nobody' } } })
  expect((await seePage(articlePage, closed, { slug: 'quiet' })).html).not.toContain('class="comments"')
})
