import type { ComponentType } from 'react'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findArticle, listArticles, relatedArticles } from '#features/content/actions/browse.ts'
import articleList from '#features/content/pages/article-list.page.tsx'
import contentPage from './page.page.tsx'
import promotionList from '#features/promotions/pages/promotion-list.page.tsx'
import type { Ctx } from '#platform/server/context.ts'
import { createRouter } from '#platform/server/pages/router.ts'
import { createDatabase, type TestDatabase } from '#test/database.ts'
import { contextOf, loadPage, seePage, type SeenPage } from '#test/page-visitor.ts'
import { shopConfig } from '#wire/shop-config.ts'
import { article, catalog, fillShop, page, promotion } from '#transfer/content/for-tests.ts'
import CommentIsland from '#features/content/islands/comment/island.tsx'
import Countdown from '../islands/countdown/island.tsx'
import { routes } from '#app/routes.ts'
import articlePage from './article.page.tsx'
import homePage from './home.page.tsx'
import promotionPage from './promotion.page.tsx'

let shop: TestDatabase
beforeAll(async () => {
  shop = await createDatabase()
  const tags = [...catalog.tags, { slug: 'iron', name: { en: 'Iron' } }]
  await fillShop(shop.db, { ...catalog, tags }, content)
})
afterAll(() => shop.drop())

const content = {
  articles: [
    article('oak', {
      title: { en: 'Oak <i>&</i> iron', zh: '橡木与铁' },
      summary: { en: 'A tree.', zh: '一棵树。' },
      body: { en: '<p>Long.</p><table><tr><td>1</td></tr></table>', zh: '<p>长文。</p>' },
      author: { name: { en: 'Ada' }, about: { en: 'Sits a lot.' } },
      products: ['stool', 'cup'],
      tags: ['oak'],
      publishedAt: '2026-11-10T08:00:00Z',
      updatedAt: '2026-11-12T09:00:00+01:00',
    }),
    article('hidden', { visible: false }),
    article('later', { publishedAt: '2026-11-22T08:00:00Z' }),
    ...Array.from({ length: 13 }, (_, n) =>
      article(`note-${n}`, {
        publishedAt: `2026-10-${10 + n}T08:00:00Z`,
        // The third and the fifth have something in common with the oak.
        ...(n === 3 ? { tags: ['oak', 'iron'], products: ['cup'] } : n === 5 ? { products: ['cup'] } : {}),
      }),
    ),
  ],
  pages: [
    page('shipping', { summary: { en: 'How it comes.' } }),
    page('about'),
    page('questions', {
      title: { en: 'Questions', zh: '常见问题' },
      body: {
        en: '<h2>Need I sign up?</h2><p>No.</p><h2>Can I change it?</h2><p>Until it is packed.</p>',
        zh: '<h2>要注册吗？</h2><p>不用。</p><h2>能改吗？</h2><p>装箱之前能。</p>',
      },
    }),
    page('draft', { visible: false }),
    page('home', {
      title: { en: 'Come in' },
      summary: { en: 'It is warm.' },
      body: { en: '<p>Made <em>slowly</em>.</p>' },
    }),
  ],
  promotions: [
    promotion('table', {
      description: { en: '<p>Set it.</p>' },
      endsAt: '2026-12-01T00:00:00Z',
      conditions: { minimumAmount: { USD: '50' }, minimumQuantity: 3, products: ['cup'], firstOrder: true },
    }),
    promotion('steps', {
      conditions: { minimumQuantity: 2, categories: ['kitchen'] },
      benefit: {
        kind: 'tiered',
        steps: [
          { quantity: 2, percent: 10 },
          { quantity: 4, percent: 15 },
        ],
      },
    }),
    promotion('ended', { endsAt: '2026-11-21T12:00:00Z' }),
    promotion('coming', { startsAt: '2026-12-24T00:00:00Z', benefit: { kind: 'free-shipping' } }),
    promotion('hidden', { visible: false }),
  ],
}

const seeArticle = (ctx: Ctx) =>
  seePage(
    articlePage,
    ctx,
    { slug: 'oak' },
    '',
    new Map([['comment', CommentIsland as ComponentType<never>]]),
  )

describe('an article', () => {
  it('shows its words, its author, what it speaks of, and more to read', async () => {
    const { html, head, tags } = await seeArticle(contextOf(shop.db))
    expect(html).toContain('<h1>Oak &lt;i&gt;&amp;&lt;/i&gt; iron</h1>')
    expect(html).toContain('<p>Long.</p>')
    expect(html).toContain('<div class="prose-table" tabindex="0"><table>')
    expect(html).toContain('By Ada')
    expect(html).toContain('<time dateTime="2026-11-10T08:00:00.000Z">10 November 2026</time>')
    expect(html).toContain('<time dateTime="2026-11-12T08:00:00.000Z">Updated 12 November 2026</time>')
    // Too few headings to need a way through.
    expect(html).not.toContain('contents-')
    expect(html).toContain('<a href="/article?tag=oak" data-page="article-list">Oak</a>')
    expect(html.indexOf('/product/stool')).toBeLessThan(html.indexOf('/product/cup'))
    expect(html.split('class="article-card"')).toHaveLength(1 + 3)
    expect(head).toMatchObject({
      title: 'Oak <i>&</i> iron – Violet',
      description: 'A tree.',
      canonicalPath: '/article/oak',
    })
    expect(head.structured).toEqual([
      expect.objectContaining({
        '@type': 'Article',
        headline: 'Oak <i>&</i> iron',
        description: 'A tree.',
        author: { '@type': 'Person', name: 'Ada' },
        datePublished: '2026-11-10T08:00:00.000Z',
        dateModified: '2026-11-12T08:00:00.000Z',
        mainEntityOfPage: 'https://shop.example/article/oak',
      }),
      trail(['Home', '/'], ['Journal', '/article'], ['Oak <i>&</i> iron', '/article/oak']),
    ])
    expect(tags).toEqual(expect.arrayContaining([expect.stringMatching(/^article:\d+$/), 'content']))
  })

  it("is in the visitor's language, or in the nearest there is", async () => {
    const chinese = await seeArticle(contextOf(shop.db, { locale: 'zh-HK' }))
    expect(chinese.html).toContain('<h1>橡木与铁</h1>')
    expect(chinese.html).toContain('2026年11月10日')
    const german = await seeArticle(contextOf(shop.db, { locale: 'de' }))
    expect(german.html).toContain('<p>Long.</p>')
  })

  it('is not there when it is hidden, not yet published, or unknown', async () => {
    for (const slug of ['hidden', 'later', 'none'])
      expect(await loadPage(articlePage, contextOf(shop.db), { slug })).toEqual({
        kind: 'missing',
        status: 404,
      })
    const nextDay = contextOf(shop.db, { now: new Date('2026-11-22T08:00:00Z') })
    expect((await loadPage(articlePage, nextDay, { slug: 'later' })).kind).toBe('page')
  })
})

describe('the journal', () => {
  it('shows the newest first, twelve on a page', async () => {
    const first = await seePage(articleList, contextOf(shop.db))
    expect(first.html.split('<article')).toHaveLength(1 + 12)
    expect(first.html.indexOf('Oak &lt;')).toBeLessThan(first.html.indexOf('About note-12'))
    expect(first.html).not.toContain('About hidden')
    expect(first.html).not.toContain('About later')
    expect(first.tags).toContain('content')
    const second = await seePage(articleList, contextOf(shop.db), {}, '?page=2')
    expect(second.html.split('<article')).toHaveLength(1 + 2)
    expect(second.head).toMatchObject({ title: 'Journal, page 2 – Violet', canonicalPath: '/article?page=2' })
    expect(second.head.structured).toEqual([trail(['Home', '/'], ['Journal', '/article'])])
    const chinese = await seePage(articleList, contextOf(shop.db, { locale: 'zh' }))
    expect(chinese.head.structured).toEqual([trail(['首页', '/zh'], ['札记', '/zh/article'])])
  })

  it('has one address for each page', async () => {
    for (const [search, to] of [
      ['?page=1', '/article'],
      ['?page=02', '/article'],
      ['?page=99', '/article?page=2'],
      ['?page=2&page=x', '/article'],
      ['?tag=oak&tag=x', '/article'],
    ] as const)
      expect(await loadPage(articleList, contextOf(shop.db), {}, search)).toEqual({
        kind: 'redirect',
        to,
        status: 302,
      })
  })

  it('says calmly that there is nothing yet', async () => {
    const early = contextOf(shop.db, { now: new Date('2020-01-01T00:00:00Z') })
    const { html, head } = await seePage(articleList, early)
    expect(html).toContain('No articles so far')
    expect(head.noindex).toBe(true)
  })

  it('can be looked through by tag, those of most articles first', async () => {
    const ctx = contextOf(shop.db)
    const tagged = await listArticles(ctx, { tag: 'oak', page: 1 })
    expect(tagged.ok && tagged.value.articles.map(({ slug }) => slug)).toEqual(['oak', 'note-3'])
    const { html, head } = await seePage(articleList, ctx, {}, '?tag=iron')
    expect(
      [...html.matchAll(/href="(\/article[^"]*)" data-page="article-list"/g)].map(([, to]) => to),
    ).toEqual(['/article', '/article?tag=oak', '/article?tag=iron'])
    expect(html).toContain('data-page="article-list" aria-current="true">Iron</a>')
    expect(html.split('<article')).toHaveLength(1 + 1)
    expect(head).toMatchObject({
      title: 'Journal: Iron – Violet',
      canonicalPath: '/article?tag=iron',
      noindex: true,
    })
    expect(await loadPage(articleList, ctx, {}, '?tag=none')).toEqual({
      kind: 'redirect',
      to: '/article',
      status: 302,
    })
  })

  it('leads from an article to those that have most in common with it, then to the newest', async () => {
    const ctx = contextOf(shop.db)
    const oak = await findArticle(ctx, 'oak')
    expect((await relatedArticles(ctx, oak!.id, 4)).map(({ slug }) => slug)).toEqual([
      'note-3',
      'note-5',
      'note-12',
      'note-11',
    ])
  })
})

describe('a content page', () => {
  it('shows its words and the way to the others', async () => {
    const { html, head } = await seePage(contentPage, contextOf(shop.db), { slug: 'shipping' })
    expect(html).toContain('<h1>Our shipping</h1>')
    expect(html).toContain('<a href="/page/shipping" data-page="page" aria-current="page">Our shipping</a>')
    expect(html).toContain('<a href="/page/about" data-page="page">Our about</a>')
    expect(html).not.toContain('/page/draft')
    expect(head).toMatchObject({ title: 'Our shipping – Violet', description: 'How it comes.' })
    expect(head.structured).toEqual([trail(['Home', '/'], ['Our shipping', '/page/shipping'])])
    expect(await loadPage(contentPage, contextOf(shop.db), { slug: 'draft' })).toMatchObject({ status: 404 })
  })
})

it('the page `home` opens the home page, and has no address of its own', async () => {
  await shop.db.pool.query(
    `with door as (insert into pictures (key, width, height, preview, average_color)
       values ('00000000000000dd', 1600, 1000, '', '#6d4a63') returning id)
     update pages set picture_id = door.id from door where slug = 'home'`,
  )
  const { html, head } = await seePage(homePage, contextOf(shop.db))
  expect(html).toContain('<h1 class="home-hero-title">Come in</h1><p class="home-hero-lead">It is warm.</p>')
  expect(html).toContain('<div class="home-statement"><p>Made <em>slowly</em>.</p></div>')
  expect(html).toMatch(/class="home-hero-media"[^>]*><picture [^>]*><source [^>]*00000000000000dd/)
  expect(head.preload?.srcset).toContain('00000000000000dd')
  const address = { kind: 'redirect', to: '/', status: 301 }
  expect(await loadPage(contentPage, contextOf(shop.db), { slug: 'home' })).toEqual(address)
  const { html: about } = await seePage(contentPage, contextOf(shop.db), { slug: 'about' })
  expect(about).not.toContain('Come in')
})

it('a page of questions and answers says so to machines, in its language', async () => {
  const { head } = await seePage(contentPage, contextOf(shop.db, { locale: 'zh' }), { slug: 'questions' })
  expect(head.structured?.[1]).toMatchObject({
    '@type': 'FAQPage',
    inLanguage: 'zh-Hans',
    mainEntity: [
      { '@type': 'Question', name: '要注册吗？', acceptedAnswer: { '@type': 'Answer', text: '不用。' } },
      { name: '能改吗？', acceptedAnswer: { text: '装箱之前能。' } },
    ],
  })
})

describe('promotions', () => {
  it('are listed while they run, those that end soonest first', async () => {
    const { html, head, tags } = await seePage(promotionList, contextOf(shop.db))
    expect([...html.matchAll(/href="\/promotion\/([\w-]+)"/g)].map(([, slug]) => slug)).toEqual([
      'table',
      'steps',
    ])
    expect(tags).toEqual(['promotions'])
    expect(head.structured).toEqual([trail(['Home', '/'], ['Offers', '/promotion'])])
  })

  it('say what they give and ask, in the currency and language of the visitor', async () => {
    const { html, head } = await seeOffer(contextOf(shop.db), 'table')
    expect(head.structured).toEqual([
      trail(['Home', '/'], ['Offers', '/promotion'], ['Offer table', '/promotion/table']),
    ])
    expect(facts(html)).toEqual([
      '15% off',
      'On orders of $50 or more',
      'When you buy 3 or more',
      'On your first order',
      'Until 30 November 2026',
    ])
    expect(html).toContain('<p>Set it.</p>')
    expect(html).toContain('href="/product/cup"')
    expect(html).not.toContain('href="/product/stool"')
    const config = { shop: { currencies: [{ code: 'EUR', rate: '0.9', roundTo: 100 }] } }
    const euro = await seeOffer(contextOf(shop.db, { locale: 'zh', currency: 'EUR', config }), 'table')
    expect(html).toContain('Until 1 December 2026 at 0:00 (UTC)')
    expect(html).toContain(`<x-island c="countdown" on="visible" k="countdown-table"`)
    expect(facts(euro.html)).toEqual([
      '八五折',
      '满 €45 可用',
      '满 3 件可用',
      '首次下单可用',
      '2026年11月30日截止',
    ])
  })

  it('name the products of their categories, and each step once', async () => {
    const { html } = await seePage(promotionPage, contextOf(shop.db), { slug: 'steps' })
    expect(facts(html)).toEqual(['2 or more: 10% off', '4 or more: 15% off'])
    expect(html).toContain('<a href="/category/kitchen" data-page="category">Kitchen</a>')
    expect(html).not.toContain('<x-island')
    expect(html).toContain('href="/product/cup"')
  })

  it('say so when they are over or have not begun', async () => {
    expect(await loadPage(promotionPage, contextOf(shop.db), { slug: 'ended' })).toMatchObject({
      status: 410,
    })
    const ended = await seePage(promotionPage, contextOf(shop.db), { slug: 'ended' })
    expect(facts(ended.html)).toContain('This offer has ended.')
    expect(ended.head.noindex).toBe(true)
    const coming = await seePage(promotionPage, contextOf(shop.db), { slug: 'coming' })
    expect(facts(coming.html)).toEqual([
      'Free delivery',
      'This offer has not started yet.',
      'From 24 December 2026',
    ])
    expect(await loadPage(promotionPage, contextOf(shop.db), { slug: 'hidden' })).toMatchObject({
      status: 404,
    })
  })
})

it('finds each kind of page at its address, wherever the merchant puts it', () => {
  const found = (path: string, router: object = {}): string | undefined =>
    createRouter(routes(shopConfig.parse({ router }).router)).match(path)?.target.name
  expect(
    [
      '/article',
      '/article/oak',
      '/page/about',
      '/promotion',
      '/promotion/table',
      '/coupon',
      '/coupon/ten',
    ].map((path) => found(path)),
  ).toEqual(['article-list', 'article', 'page', 'promotion-list', 'promotion', 'coupon-list', 'coupon'])
  const own = { articleRule: '/notes/:slug' }
  expect(found('/notes', own)).toBe('article-list')
  expect(found('/notes/oak', own)).toBe('article')
  const custom = { isCustom: true, categories: [{ path: '/about-us', type: 'page', slug: 'about' }] }
  expect(found('/about-us', custom)).toBe('page')
})

function seeOffer(ctx: Ctx, slug: string): Promise<SeenPage> {
  return seePage(
    promotionPage,
    ctx,
    { slug },
    '',
    new Map([['countdown', Countdown as ComponentType<never>]]),
  )
}

/** What machines are told of the way to a page: names and paths from home down. */
function trail(...steps: [name: string, path: string][]): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(([name, path], index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: `https://shop.example${path}`,
    })),
  }
}

function facts(html: string): string[] {
  const list = /<ul class="offer-facts">(.*?)<\/ul>/s.exec(html)?.[1] ?? ''
  return [...list.matchAll(/<li[^>]*>(.*?)<\/li>/gs)].map(([, text]) => text!.replace(/<[^>]*>/g, ''))
}
