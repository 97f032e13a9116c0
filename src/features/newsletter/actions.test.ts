import { expect, it } from 'vitest'
import type { Locale } from '#i18n/locales.ts'
import { runIdempotent } from '#platform/server/idempotency.ts'
import { freshDatabase } from '#test/database.ts'
import { contextOf } from '#test/page-visitor.ts'
import { listSubscribers, subscribe, type Subscriber } from './actions.ts'

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
