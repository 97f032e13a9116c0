import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { addPack, removePack } from '#features/words/shop/packs.ts'
import { setText } from '#features/words/shop/texts.ts'
import { wordsReader } from '#features/words/rules/read-words.ts'
import type { Locale } from '#i18n/locales.ts'
import { translator } from '#i18n/t.ts'
import { program } from '#storefront/dictionaries.ts'
import { openWholeShop, type WholeShop } from '#test/whole-shop.ts'

/* Interface texts that a merchant changed, as two nodes of one shop show them. */

let shop: WholeShop
let second: WholeShop
beforeAll(async () => {
  shop = await openWholeShop()
  second = await openWholeShop(() => new Date(), {}, shop)
})
afterAll(async () => {
  await second.close()
  await shop.close()
})

const now = new Date('2026-11-26T12:00:00Z')

async function set(language: Locale, key: string, message: string | null): Promise<void> {
  const done = await setText(shop.database.db, program, { language, key, message, now })
  if (!done.ok) throw new Error(done.problem)
}

async function bring(language: Locale, lang: string | null, texts: Record<string, string>): Promise<void> {
  const file = { lang, texts: Object.entries(texts).map(([key, message]) => ({ line: null, key, message })) }
  const done = await addPack(shop.database.db, program, { language, file, now })
  if (!done.ok) throw new Error(JSON.stringify(done.problem))
}

async function caughtUp(): Promise<void> {
  await Promise.all([shop.catchUp(), second.catchUp()])
}

afterEach(async () => {
  await shop.database.db.pool.query('delete from words')
  for (const language of ['de', 'id', 'th'] as const) await removePack(shop.database.db, language)
  await set('en', 'frame.cart', 'Cart, for a moment')
  await set('en', 'frame.cart', null)
  await caughtUp()
})

const bodyOf = async (node: WholeShop, path: string): Promise<string> => (await node.get(path)).body

/** Until every node shows a text. */
async function untilShown(path: string, text: string): Promise<void> {
  const from = performance.now()
  for (;;) {
    const bodies = await Promise.all([shop, second].map((node) => bodyOf(node, path)))
    if (bodies.every((body) => body.includes(text))) return
    if (performance.now() - from > 10_000) throw new Error(`${text} is not shown`)
    await wait(10)
  }
}

/** The mail that asks back, written by the other node. */
async function subscribed(email: string, lang = 'en'): Promise<{ html: string; plain: string }> {
  const answer = await second.post('/api/web/newsletter/subscribe', { email }, { 'x-lang': lang })
  expect(answer.status).toBe(200)
  const query = 'select html, plain from outbox_mails where recipient = $1'
  const { rows } = await shop.database.db.pool.query<{ html: string; plain: string }>(query, [email])
  return rows[0]!
}

describe('a text that is changed', () => {
  it('comes to every node by itself, in header, page and islands, though the pages were cached', async () => {
    const before = await Promise.all([shop, second].map((node) => bodyOf(node, '/inquiry/feedback')))
    expect(before.every((body) => !body.includes('§'))).toBe(true)
    await set('en', 'frame.skip', 'Skip §1')
    await set('en', 'inquiry.send', 'Send §2')
    await set('en', 'inquiry.pictures.add', 'Add §3')
    await untilShown('/inquiry/feedback', 'Add §3')
    for (const node of [shop, second]) {
      const body = await bodyOf(node, '/inquiry/feedback')
      expect(['Skip §1', 'Send §2'].filter((text) => !body.includes(text))).toEqual([])
      // What the island is given for the browser.
      expect(body).toMatch(/<x-island c="inquiry-pictures"[^>]*§3/)
    }
    // Another language keeps its own.
    expect(await bodyOf(shop, '/zh/inquiry/feedback')).not.toContain('§')
  })

  it('is on a page as a whole or not at all, while it changes again and again', async () => {
    await set('en', 'frame.skip', 'Skip §0')
    await set('en', 'frame.shop', 'Shop §0')
    await caughtUp()
    let done = false
    const mixed: string[] = []
    const seen = new Set<string | undefined>()
    const visits = Array.from({ length: 3 }, async () => {
      while (!done)
        for (const node of [shop, second]) {
          // Pages that are cached come without a pause, in which the database could answer.
          await wait(1)
          const marks = new Set((await bodyOf(node, '/article')).match(/(?:Skip|Shop) §\d+/g))
          const numbers = new Set([...marks].map((mark) => mark.split('§')[1]))
          for (const number of numbers) seen.add(number)
          if (numbers.size !== 1) mixed.push([...marks].join())
        }
    })
    for (let round = 1; round <= 8; round++)
      await shop.database.db.transact(async (tx) => {
        const { putTexts } = await import('#features/words/queries.ts')
        const { announceChanges } = await import('#platform/server/db/queries-changes.ts')
        const texts = ['skip', 'shop'].map((name) => ({
          key: `frame.${name}`,
          message: `${name === 'skip' ? 'Skip' : 'Shop'} §${round}`,
        }))
        await putTexts(tx, 'en', texts, now)
        await announceChanges(tx, ['words'], true)
      })
    await caughtUp()
    done = true
    await Promise.all(visits)
    expect(mixed).toEqual([])
    expect(seen.size).toBeGreaterThan(2)
    expect(await bodyOf(second, '/article')).toContain('Skip §8')
  })

  it('is in answers of calls, in errors and in mails', async () => {
    await set('en', 'problem.unknown_call', 'No such call §')
    await set('en', 'problem.not_found', 'Nothing here §')
    await set('en', 'newsletter.mail.title', 'Do you want it? §')
    await caughtUp()
    const { body } = await second.post('/api/web/nothing', {})
    expect(JSON.parse(body)).toMatchObject({ msg: 'No such call §' })
    expect(await subscribed('ada@mail.example')).toMatchObject({
      plain: expect.stringContaining('Do you want it? §'),
    })
    const words = await wordsReader(program)(shop.database.db)
    expect(program.words.version).toBe('')
    expect(words.version).toMatch(/^[0-9a-f]{8}$/)
  })

  it('makes a browser load the next page whole: its header has other words', async () => {
    const buildOf = async (): Promise<string> =>
      (JSON.parse(await bodyOf(shop, '/article?request=route')) as { data: { meta: { build: string } } }).data
        .meta.build
    expect(await buildOf()).toMatch(/^test(-|$)/)
    const before = await buildOf()
    await set('en', 'frame.skip', 'Skip §')
    await caughtUp()
    const after = await buildOf()
    expect(after).not.toBe(before)
    const other = JSON.parse(await bodyOf(second, '/article?request=route')) as {
      data: { meta: { build: string } }
    }
    expect(other.data.meta.build).toBe(after)
  })

  it('is text and never mark-up, in a page and in what its islands are given', async () => {
    const hostile = `Add" onclick="alert(1)" '> &lt;i&gt;`
    await set('en', 'inquiry.pictures.add', hostile)
    await set('en', 'frame.skip', hostile)
    await caughtUp()
    const body = await bodyOf(shop, '/inquiry/feedback')
    expect(body).toContain('Add&quot; onclick=&quot;alert(1)&quot;')
    expect(body).not.toContain('" onclick="alert(1)"')
    expect(body).not.toContain('<i>')
  })

  it('is not shown once it does not fit the program any more', async () => {
    const text =
      "insert into words values ('en', 'frame.cart', 'X {gone}', now()), ('en', 'no.such', 'Y', now())"
    await shop.database.db.pool.query(text)
    await set('en', 'frame.skip', 'Skip §')
    await caughtUp()
    const body = await bodyOf(shop, '/article')
    expect(body).toContain('Skip §')
    expect(body).not.toContain('{gone}')
    expect((await shop.get('/cart')).status).toBe(200)
  })
})

describe('a language pack', () => {
  it('is shown under its prefix once it is on, and English again when it is off', async () => {
    expect(await bodyOf(shop, '/de/article')).toContain('Skip to content')
    const on = await addPack(shop.database.db, program, { language: 'de', file: null, now })
    expect(on).toMatchObject({ ok: true })
    await caughtUp()
    for (const node of [shop, second]) {
      const body = await bodyOf(node, '/de/article')
      expect(body).toContain('<html lang="de" dir="ltr">')
      expect(body).not.toContain('Skip to content')
    }
    await removePack(shop.database.db, 'de')
    await caughtUp()
    expect(await bodyOf(second, '/de/article')).toContain('Skip to content')
  })

  it('falls back to English where it lacks a text', async () => {
    await bring('th', null, { 'frame.skip': 'ข้ามไปที่เนื้อหา' })
    await caughtUp()
    const body = await bodyOf(shop, '/th/article')
    expect(body).toContain('ข้ามไปที่เนื้อหา')
    expect(body).toContain(program.written.en!['frame.language_and_currency']!)
  })

  it('is offered in its own language by the switch and to search engines', async () => {
    await addPack(shop.database.db, program, { language: 'de', file: null, now })
    await shop.configure({ shop: { languages: ['en', 'de'] } })
    await caughtUp()
    const body = await bodyOf(shop, '/')
    expect(body).toContain('hreflang="de"')
    expect(body).toMatch(/<aside class="language-offer" lang="de" dir="ltr"[^>]*hidden/)
    await shop.configure({})
  })

  it('may be written from right to left, in a language that borrows a prefix', async () => {
    await bring('id', 'ar', {
      'frame.skip': 'انتقل إلى المحتوى',
      'newsletter.mail.title': 'هل تريد النشرة؟',
      'frame.hint': 'هذه الصفحة متوفرة: {language}',
      'catalog.count':
        '{count, plural, zero {لا منتجات} one {منتج واحد} two {منتجان} few {# منتجات} many {# منتجًا} other {# منتج}}',
    })
    await shop.configure({ shop: { languages: ['en', 'id'] } })
    await caughtUp()
    for (const node of [shop, second]) {
      const body = await bodyOf(node, '/id/article')
      expect(body).toContain('<html lang="ar" dir="rtl">')
      expect(body).toContain('انتقل إلى المحتوى')
      expect(body).toContain('<meta property="og:locale" content="ar_EG">')
    }
    const english = await bodyOf(shop, '/')
    expect(english).toContain('<link rel="alternate" hreflang="ar" href="https://shop.example/id">')
    expect(english).toMatch(/<aside class="language-offer" lang="ar" dir="rtl"[^>]*data-reads="\^ar\\b"/)
    expect(english).toContain('هذه الصفحة متوفرة: العربية')
    expect(await bodyOf(shop, '/sitemap.xml')).toContain('<sitemapindex')
    const mail = await subscribed('layla@mail.example', 'id')
    expect(mail.html).toContain('<html lang="ar" dir="rtl">')
    expect(mail.html).toContain('هل تريد النشرة؟')
    const words = await wordsReader(program)(shop.database.db)
    const t = translator(words.texts('id'), words.lang('id'))
    expect([1, 2, 5, 100].map((count) => t('catalog.count', { count }))).toEqual([
      'منتج واحد',
      'منتجان',
      `${(5).toLocaleString('ar')} منتجات`,
      `${(100).toLocaleString('ar')} منتج`,
    ])
    await shop.configure({})
  })
})
