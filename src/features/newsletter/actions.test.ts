import { expect, it } from 'vitest'
import type { Locale } from '#i18n/locales.ts'
import { runIdempotent } from '#platform/server/idempotency.ts'
import { freshDatabase } from '#test/database.ts'
import { contextOf } from '#test/page-visitor.ts'
import { signLink } from '#platform/server/signing.ts'
import { listSubscribers, type Subscriber } from './shop.ts'
import {
  confirmState,
  confirmSubscription,
  subscribe,
  unsubscribe,
  unsubscribeState,
  unsubscribeUrl,
} from './actions.ts'

async function newsletter() {
  const { db } = await freshDatabase()
  return {
    db,
    asks: (email: string, locale: Locale = 'en') => subscribe(contextOf(db, { locale }), { email }),
    list: async () => {
      const listed: Subscriber[] = []
      await listSubscribers(db, (subscriber) => void listed.push(subscriber))
      return listed.map(({ email, locale, state }) => [email, locale, state])
    },
  }
}

it('answers the same to a known address, in whatever case, and keeps one row', async () => {
  const { asks, list } = await newsletter()
  const first = await asks('Mei@Example.com')
  expect(first).toEqual({ ok: true, value: {} })
  expect(await asks(' mei@example.com ')).toEqual(first)
  expect(await list()).toEqual([['Mei@Example.com', 'en', 'pending']])
})

it('keeps the language of who asked, and lets nobody change it for them', async () => {
  const { asks, list } = await newsletter()
  await asks('mei@example.com', 'zh-HK')
  await asks('ada@example.com', 'de')
  await asks('mei@example.com', 'fr')
  expect(await list()).toEqual([
    ['mei@example.com', 'zh-HK', 'pending'],
    ['ada@example.com', 'de', 'pending'],
  ])
})

it.each([
  ['subscribed', 'en', 'subscribed'],
  ['unsubscribed', 'zh', 'pending'],
])('that was %s is %s and %s when it asks again', async (before, locale, state) => {
  const { db, asks, list } = await newsletter()
  await asks('mei@example.com')
  await db.pool.query('update newsletter_subscribers set state = $1', [before])
  expect(await asks('mei@example.com', 'zh')).toEqual({ ok: true, value: {} })
  expect(await list()).toEqual([['mei@example.com', locale, state]])
})

it.each([
  'mei',
  'mei@',
  '@example.com',
  'mei@example',
  'mei@example.com, ada@example.com',
  'a b@example.com',
])('refuses %s', async (email) => {
  const { asks, list } = await newsletter()
  expect(await asks(email)).toEqual({ ok: false, problem: { name: 'invalid_email' } })
  expect(await list()).toEqual([])
})

it('answers a repetition of the browser with the first answer, and a refusal as a refusal', async () => {
  const { db, list } = await newsletter()
  const sends = (key: string, email: string) =>
    runIdempotent(
      contextOf(db),
      { scope: 'test', key, path: '/newsletter/subscribe', body: { email } },
      () => [],
      (ctx) => subscribe(ctx, { email }),
    )
  expect(await sends('once', 'mei@example.com')).toEqual({
    kind: 'answered',
    result: { ok: true, value: {} },
  })
  expect(await sends('once', 'mei@example.com')).toMatchObject({ kind: 'replayed', answer: {} })
  expect(await sends('other', 'mei')).toMatchObject({ kind: 'answered', result: { ok: false } })
  expect(await list()).toHaveLength(1)
})

async function subscribed() {
  const shop = await newsletter()
  await shop.asks('mei@example.com', 'zh-HK')
  const { rows } = await shop.db.pool.query<{ recipient: string; plain: string; subject: string }>(
    'select recipient, plain, subject from outbox_mails order by id',
  )
  return {
    ...shop,
    ctx: contextOf(shop.db),
    mails: rows,
    token: /confirm\?token=(\S+)/.exec(rows[0]!.plain)![1]!,
  }
}

it('asks back by mail, and takes nobody for a subscriber before the button in it was pressed', async () => {
  const { ctx, list, mails, token } = await subscribed()
  expect(mails).toMatchObject([{ recipient: 'mei@example.com', subject: '請確認訂閱：Violet 的電郵通訊' }])
  expect(mails[0]!.plain).toContain('https://shop.example/zh-HK/newsletter/confirm?token=')
  expect(await confirmState(ctx, token)).toBe('ready')
  expect(await list()).toEqual([['mei@example.com', 'zh-HK', 'pending']])
  expect(await confirmSubscription(ctx, { token })).toEqual({ ok: true, value: {} })
  expect(await list()).toEqual([['mei@example.com', 'zh-HK', 'subscribed']])
  expect(await confirmState(ctx, token)).toBe('done')
})

it('ends by a link that always works, and is not begun again by the old one', async () => {
  const { ctx, list, token } = await subscribed()
  await confirmSubscription(ctx, { token })
  const url = await unsubscribeUrl({ db: ctx.db, origin: ctx.origin, router: ctx.shop.router }, 1, '/zh-HK')
  expect(url).toMatch(/^https:\/\/shop\.example\/zh-HK\/newsletter\/unsubscribe\?token=/)
  const end = new URL(url).searchParams.get('token')!
  expect(await unsubscribeState(ctx, end)).toBe('ready')
  expect(await unsubscribe(ctx, { token: end })).toEqual({ ok: true, value: {} })
  expect(await unsubscribe(ctx, { token: end })).toEqual({ ok: true, value: {} })
  expect(await unsubscribeState(ctx, end)).toBe('done')
  expect(await list()).toEqual([['mei@example.com', 'zh-HK', 'unsubscribed']])
  const refused = { ok: false, problem: { name: 'stale_link' } }
  expect(await confirmSubscription(ctx, { token })).toEqual(refused)
  expect(await confirmState(ctx, token)).toBe('stale')
  expect(await list()).toEqual([['mei@example.com', 'zh-HK', 'unsubscribed']])
})

it('takes no link for another, and none after its week', async () => {
  const { db, ctx, list, token } = await subscribed()
  const refused = { ok: false, problem: { name: 'stale_link' } }
  expect(await unsubscribe(ctx, { token })).toEqual(refused)
  const late = contextOf(db, { now: new Date('2026-11-28T12:00:01Z') })
  expect(await confirmSubscription(late, { token })).toEqual(refused)
  const other = await signLink(db, 'alert.confirm', 1, null)
  expect(await confirmSubscription(ctx, { token: other })).toEqual(refused)
  expect(await list()).toEqual([['mei@example.com', 'zh-HK', 'pending']])
})

it('sends an address three mails a day at most, and says the same to who goes on', async () => {
  const { db, asks } = await newsletter()
  for (let n = 0; n < 6; n++) expect(await asks('victim@example.com')).toEqual({ ok: true, value: {} })
  const { rows } = await db.pool.query('select from outbox_mails')
  expect(rows).toHaveLength(3)
})
