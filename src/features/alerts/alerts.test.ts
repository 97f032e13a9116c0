import { expect, it } from 'vitest'
import type { Locale } from '#i18n/locales.ts'
import { setStock } from '#features/catalog/shop/stock.ts'
import { listMails, type MailRow } from '#platform/server/jobs/outbox.ts'
import { cartCatalogue } from '#test/cart-visitor.ts'
import { freshDatabase } from '#test/database.ts'
import { contextOf } from '#test/page-visitor.ts'
import { askForAlert, confirmAlert, confirmState, endAlerts, unsubscribeState } from './actions.ts'
import type { AlertKind } from './contract.ts'
import { tellDueAlerts } from './jobs.ts'

/** `rare-ink` is sold out; `stool-sage` costs 48.50 dollars. */
async function shop() {
  const { db } = await freshDatabase()
  await db.pool.query(cartCatalogue)
  const now = new Date('2026-11-21T12:00:00Z')
  const mails = async (kind: string): Promise<(MailRow & { plain: string; html: string })[]> => {
    const found: MailRow[] = []
    await listMails(db, null, (mail) => void found.push(mail))
    const { rows } = await db.pool.query<{
      id: number
      plain: string
      html: string
      unsubscribe_url: string | null
    }>('select id, plain, html, unsubscribe_url from outbox_mails')
    return found
      .filter((mail) => mail.kind === kind)
      .map((mail) => ({ ...mail, ...rows.find(({ id }) => id === mail.id)! }))
  }
  const tokenOf = (mail: { plain: string } | undefined, page: string): string =>
    new RegExp(`/${page}\\?token=(\\S+)`).exec(mail!.plain)![1]!
  return {
    db,
    mails,
    tokenOf,
    asks: (email: string, sku: string, kind: AlertKind, locale: Locale = 'en', currency = 'USD') =>
      askForAlert(contextOf(db, { locale, currency, now }), { email, sku, kind }),
    /** Follows the link of the newest mail that asks, and presses the button. */
    confirms: async () => {
      const token = tokenOf((await mails('alert.confirm')).at(-1), 'alert/confirm')
      return confirmAlert(contextOf(db, { now }), { token })
    },
    look: () =>
      tellDueAlerts({ db, ctxFor: (locale) => contextOf(db, { locale: locale as Locale }), now: () => now }),
    priceOf: (sku: string, amount: number, converted = false) =>
      db.pool.query(
        `update sku_prices set amount = $2, line_amount = null, converted = $3
         where currency = 'USD' and sku_id = (select id from skus where sku = $1)`,
        [sku, amount, converted],
      ),
  }
}

it('tells once when a variant is back, in the language that was asked in, and only who has confirmed', async () => {
  const { db, asks, confirms, look, mails } = await shop()
  expect(await asks('mei@example.com', 'rare-ink', 'stock', 'zh')).toEqual({ ok: true, value: {} })
  expect(await confirms()).toEqual({ ok: true, value: {} })
  await asks('never@example.com', 'rare-ink', 'stock')
  expect(await look()).toBe(0)

  await setStock(db, 'rare-ink', 4, new Date())
  expect(await look()).toBe(1)
  const [mail] = await mails('alert.news')
  expect(mail).toMatchObject({ recipient: 'mei@example.com', subject: '你关注的 Rare（Ink） 有新动态' })
  expect(mail!.plain).toContain('“Rare（Ink）”到货了，US$48.50。')
  expect(mail!.plain).toContain('https://shop.example/zh/product/rare/rare-ink')

  await setStock(db, 'rare-ink', 0, new Date())
  await setStock(db, 'rare-ink', 2, new Date())
  expect(await look()).toBe(0)
})

it('tells of each fall of a price once, and compares with what was told last', async () => {
  const { asks, confirms, look, mails, priceOf } = await shop()
  await asks('ada@example.com', 'stool-sage', 'price')
  await confirms()
  expect(await look()).toBe(0)
  await priceOf('stool-sage', 4000)
  expect(await look()).toBe(1)
  expect(await look()).toBe(0)
  await priceOf('stool-sage', 4500)
  expect(await look()).toBe(0)
  await priceOf('stool-sage', 3999)
  expect(await look()).toBe(1)
  const told = await mails('alert.news')
  expect(told[0]!.plain).toContain('“Stool (Sage)” now costs $40 instead of $48.50.')
  expect(told[1]!.plain).toContain('“Stool (Sage)” now costs $39.99 instead of $40.')
})

it('takes no news of an exchange rate for a lower price', async () => {
  const { asks, confirms, look, priceOf } = await shop()
  await asks('ada@example.com', 'stool-sage', 'price')
  await confirms()
  await priceOf('stool-sage', 4800, true)
  expect(await look()).toBe(0)
  await priceOf('stool-sage', 4700, true)
  expect(await look()).toBe(1)
})

it('is silent about what nobody can buy', async () => {
  const { db, asks, confirms, look, priceOf } = await shop()
  await asks('ada@example.com', 'rare-ink', 'price')
  await confirms()
  await priceOf('rare-ink', 1000)
  expect(await look()).toBe(0)
  await setStock(db, 'rare-ink', 1, new Date())
  await db.pool.query(`update products set visible = false where slug = 'rare'`)
  expect(await look()).toBe(0)
  await db.pool.query(`update products set visible = true where slug = 'rare'`)
  expect(await look()).toBe(1)
})

it('writes one mail for all that one address waits for, whoever looks at the same time', async () => {
  const { asks, confirms, look, mails, priceOf } = await shop()
  for (const sku of ['stool-sage', 'vase-sage', 'lamp-sage']) {
    await asks('Ada@example.com', sku, 'price')
    await confirms()
    await priceOf(sku, 1000)
  }
  const counts = await Promise.all([look(), look(), look()])
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1)
  expect(await mails('alert.news')).toMatchObject([{ subject: 'News of Stool (Sage) and 2 more' }])
})

it('ends all alerts of an address by the link of any mail, however often it is pressed', async () => {
  const { db, asks, confirms, look, mails, priceOf, tokenOf } = await shop()
  await asks('ada@example.com', 'stool-sage', 'price')
  await confirms()
  await asks('ADA@example.com', 'vase-sage', 'price')
  await confirms()
  await priceOf('stool-sage', 1000)
  await look()
  const [mail] = await mails('alert.news')
  const token = tokenOf(mail, 'alert/unsubscribe')
  expect(mail).toMatchObject({ unsubscribe_url: `https://shop.example/alert/unsubscribe?token=${token}` })
  const ctx = contextOf(db)
  expect(await unsubscribeState(ctx, token)).toBe('ready')
  expect(await endAlerts(ctx, { token })).toEqual({ ok: true, value: {} })
  expect(await unsubscribeState(ctx, token)).toBe('done')
  expect(await endAlerts(ctx, { token })).toEqual({ ok: true, value: {} })
  await priceOf('vase-sage', 900)
  expect(await look()).toBe(0)
})

it('looks at a link without doing anything, and refuses one that is old, foreign or made up', async () => {
  const { db, asks, mails, tokenOf, look } = await shop()
  await asks('ada@example.com', 'bowl-sage', 'stock')
  const token = tokenOf((await mails('alert.confirm'))[0], 'alert/confirm')
  const ctx = contextOf(db)
  expect(await confirmState(ctx, token)).toBe('ready')
  expect(await confirmState(ctx, token)).toBe('ready')
  expect(await look()).toBe(0)
  const late = contextOf(db, { now: new Date('2026-11-28T12:00:01Z') })
  expect(await confirmState(late, token)).toBe('stale')
  const refused = { ok: false, problem: { name: 'stale_link' } }
  expect(await confirmAlert(late, { token })).toEqual(refused)
  expect(await endAlerts(ctx, { token })).toEqual(refused)
  expect(await confirmAlert(ctx, { token: 'x' })).toEqual(refused)
  expect(await look()).toBe(0)
})

it('sends a stranger at most five mails a day that somebody typed the address for, and says the same', async () => {
  const { asks, mails } = await shop()
  for (let n = 0; n < 8; n++)
    expect(await asks('victim@example.com', 'rare-ink', 'stock')).toEqual({ ok: true, value: {} })
  expect(await mails('alert.confirm')).toHaveLength(5)
})

it('refuses what it cannot watch, and who asks too often', async () => {
  const { asks, mails } = await shop()
  const unknown = { ok: false, problem: { name: 'unknown_sku' } }
  expect(await asks('ada@example.com', 'nothing', 'stock')).toEqual(unknown)
  expect(await asks('ada@example.com', 'lamp-ink', 'stock')).toEqual(unknown)
  expect(await asks('ada@example.com', 'a\0b', 'stock')).toEqual(unknown)
  expect(await asks('ada@example.com', 'stool-sage', 'price', 'en', 'EUR')).toEqual(unknown)
  expect(await asks('ada', 'stool-sage', 'price')).toEqual({ ok: false, problem: { name: 'invalid_email' } })
  for (let n = 0; n < 16; n++) await asks(`n${n}@example.com`, 'rare-ink', 'stock')
  expect(await asks('late@example.com', 'rare-ink', 'stock')).toEqual({
    ok: false,
    problem: { name: 'too_many_requests', details: { hours: 1, minutes: 0 } },
  })
  expect((await mails('alert.confirm')).map(({ recipient }) => recipient)).not.toContain('late@example.com')
})
