import { afterAll, beforeAll, expect, it } from 'vitest'
import { addPack } from '#features/words/shop/packs.ts'
import { program } from '#storefront/dictionaries.ts'
import { openPublicShop } from '#test/public-shop.ts'
import { browserOf } from '#test/signed-in-shop.ts'
import type { WholeShop } from '#test/whole-shop.ts'

/*
 * Every text of the interface is one that a merchant can change: in a language whose texts all have a mark, no page, no
 * island and no mail says anything of the program's without it.
 */

const mark = '§'

let shop: WholeShop
let cookie: string
beforeAll(async () => {
  shop = await openPublicShop()
  ;({ cookie } = await browserOf(shop))
  const texts = Object.entries(program.written.en!).map(([key, message]) => ({
    line: null,
    key,
    message: mark + message,
  }))
  const now = new Date('2026-11-29T12:00:00Z')
  const done = await addPack(shop.database.db, program, { language: 'de', file: { lang: null, texts }, now })
  if (!done.ok) throw new Error(JSON.stringify(done.problem).slice(0, 2_000))
  await shop.catchUp()
})
afterAll(() => shop.close())

/** Messages without values and of several words: no name of anything in the shop. */
const known = new Set(
  Object.values(program.written.en!).filter((message) => /\s/.test(message) && !/[{}']/.test(message)),
)

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  '#x27': "'",
}
const decoded = (text: string): string =>
  text.replaceAll(/&(amp|lt|gt|quot|#39|#x27);/g, (_, name: string) => entities[name]!)

/** Each text that a visitor reads or hears, and each that scripts are given. */
function textsIn(html: string): string[] {
  const visible = html.replaceAll(/<(script|style)\b.*?<\/\1>/gs, '')
  const nodes = [...visible.matchAll(/>([^<]+)</g)].map(([, text]) => decoded(text!))
  const attributes = [
    ...visible.matchAll(/ (?:aria-label|placeholder|title|alt|data-done|content)="([^"]*)"/g),
  ]
  const forScripts = [
    ...[...html.matchAll(/ p='([^']*)'/g)].map(([, props]) => decoded(props!)),
    ...[...html.matchAll(/<script type="application\/json"[^>]*>(.*?)<\/script>/gs)].map(([, data]) => data!),
  ].flatMap((json) => [...json.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text]) => text!))
  return [...nodes, ...attributes.map(([, text]) => decoded(text!)), ...forScripts].map((text) => text.trim())
}

it.each([
  '/de',
  '/de/category/seats',
  '/de/product/lamp',
  '/de/cart',
  '/de/search',
  '/de/search?q=nothing-of-this',
  '/de/tag/oak',
  '/de/collection/slow',
  '/de/article',
  '/de/article/wood',
  '/de/page/terms',
  '/de/promotion',
  '/de/promotion/spring',
  '/de/coupon',
  '/de/coupon/welcome',
  '/de/inquiry/feedback',
  '/de/compare',
  '/de/recent',
  '/de/consent',
  '/de/order',
  '/de/auth/signin',
  '/de/auth/forget',
  '/de/checkout/none',
  '/de/nothing/at/all',
  '/de/user/info',
  '/de/user/favorite',
  '/de/user/security',
  '/de/user/address',
  '/de/user/order',
])('%s says nothing that a merchant cannot change', async (path) => {
  const { body } = await shop.get(path, path.includes('/user/') ? { cookie } : {})
  const texts = textsIn(body)
  // Header, footer and page.
  expect(texts.filter((text) => text.includes(mark)).length).toBeGreaterThan(20)
  // The line that offers a page in another language is in that language.
  const offered = /<aside class="language-offer".*?<\/aside>/s.exec(body)?.[0] ?? ''
  const others = new Set(textsIn(offered))
  expect([...new Set(texts.filter((text) => known.has(text) && !others.has(text)))]).toEqual([])
})

it('a mail says nothing that a merchant cannot change', async () => {
  const email = 'ada@mail.example'
  const answer = await shop.post('/api/web/newsletter/subscribe', { email }, { 'x-lang': 'de' })
  expect(answer.status).toBe(200)
  const { rows } = await shop.database.db.pool.query<{ subject: string; html: string; plain: string }>(
    'select subject, html, plain from outbox_mails where recipient = $1',
    [email],
  )
  const { subject, html, plain } = rows[0]!
  expect(subject).toContain(mark)
  expect(textsIn(html).filter((text) => text.includes(mark)).length).toBeGreaterThan(2)
  expect([...textsIn(html), ...plain.split('\n')].filter((text) => known.has(text.trim()))).toEqual([])
})
