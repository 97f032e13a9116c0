import { beforeEach, expect, it } from 'vitest'
import type { Database } from '#platform/server/db/db.ts'
import { letterOf } from '#platform/server/jobs/outbox.ts'
import { freshDatabase } from '#test/database.ts'
import { signedIn, type SignedIn } from '#test/signed-in.ts'
import { testCtx } from '#test/test-ctx.ts'
import { preferences, savePreferences } from './actions/preferences.ts'
import { unsubscribe, unsubscribeState } from './actions/unsubscribe.ts'
import { choiceKeys, type NotificationEvent } from './rules/events.ts'
import { mayNotify, type Recipient } from './rules/may-notify.ts'
import { notify } from './rules/notify.ts'

const now = new Date('2026-11-25T23:00:00Z')

let db: Database
let ada: SignedIn
let who: Recipient

beforeEach(async () => {
  ;({ db } = await freshDatabase())
  ada = await signedIn(db, { now })
  who = { customer: ada.customer, email: ada.email }
})

async function shown(): Promise<Record<string, string | null>> {
  const answer = await ada.does(preferences, {})
  if (!answer.ok) throw new Error('there are always preferences')
  const { events } = answer.value
  return Object.fromEntries(
    events.flatMap(({ event, mail, push }) => [
      [`${event}/mail`, mail],
      [`${event}/push`, push],
    ]),
  )
}

const save = (wanted: string[], quiet = { quietFrom: '', quietUntil: '' }) =>
  ada.does(savePreferences, { wanted, ...quiet })

it('keeps what was chosen, for mail and push apart, and no word that is no switch', async () => {
  expect(await shown()).toMatchObject({
    'order.shipped/mail': 'on',
    'order.placed/mail': 'always',
    'newsletter/mail': 'off',
    'newsletter/push': null,
  })
  const saved = await save([
    'order.shipped/push',
    'order.placed/mail',
    'constructor',
    'comment.published/mail',
  ])
  expect(saved.ok).toBe(true)
  expect(await shown()).toMatchObject({
    'order.shipped/mail': 'off',
    'order.shipped/push': 'on',
    'order.delivered/mail': 'off',
    'order.placed/mail': 'always',
    'comment.published/mail': 'on',
  })
  expect(await mayNotify(db, who, 'order.shipped', 'mail')).toBe(false)
  const { rows } = await db.pool.query<{ choices: object }>('select choices from notification_settings')
  expect(Object.keys(rows[0]!.choices).filter((key) => !choiceKeys.some((known) => known === key))).toEqual(
    [],
  )
})

it('subscribes to the newsletter at once, and ends it, where the address is proven', async () => {
  await save(['newsletter/mail'])
  expect(await shown()).toMatchObject({ 'newsletter/mail': 'on' })
  const state = async (): Promise<unknown> =>
    (await db.pool.query<{ state: string }>('select state from newsletter_subscribers')).rows
  expect(await state()).toEqual([{ state: 'subscribed' }])
  await save([])
  expect(await state()).toEqual([{ state: 'unsubscribed' }])
  // Nobody is asked back, and nobody is written to.
  expect((await db.pool.query('select from outbox_mails')).rowCount).toBe(0)
})

it('takes quiet hours over midnight, and refuses half of them', async () => {
  expect(await save([], { quietFrom: '22:00', quietUntil: '07:30' })).toMatchObject({
    ok: true,
    value: { quietFrom: '22:00', quietUntil: '07:30', timeZone: 'UTC' },
  })
  for (const [quietFrom, quietUntil] of [
    ['22:00', ''],
    ['', '07:00'],
    ['22:00', '22:00'],
    ['ten', 'eleven'],
  ] as const)
    expect(await save(['order.shipped/mail'], { quietFrom, quietUntil })).toMatchObject({
      ok: false,
      problem: { name: 'quiet_hours_unclear', fields: { quietFrom: expect.any(String) as string } },
    })
  // A refusal changes nothing.
  expect(await ada.does(preferences, {})).toMatchObject({ value: { quietFrom: '22:00' } })
  expect(await shown()).toMatchObject({ 'order.shipped/mail': 'off' })
  await save([])
  expect(await ada.does(preferences, {})).toMatchObject({ value: { quietFrom: null, quietUntil: null } })
})

interface Queued {
  recipient: string
  html: string
  plain: string
  unsubscribeUrl: string | null
  nextAt: Date
}

async function tell(event: NotificationEvent, to: Recipient = who): Promise<Queued | null> {
  const ctx = testCtx(db, { now })
  const letter = letterOf(ctx, { subject: 'News', title: 'News', parts: [], footer: [] })
  const mail = { kind: event, to: to.email, letter }
  await db.transact((tx) => notify(tx, ctx, { event, who: to, mail }, now))
  const { rows } = await db.pool.query<Queued>(
    `delete from outbox_mails
     returning recipient, html, plain, unsubscribe_url as "unsubscribeUrl", next_at as "nextAt"`,
  )
  return rows[0] ?? null
}

const tokenIn = (url: string | null): string => new URL(url!).searchParams.get('token')!

it('writes a link into what can be ended, which ends it without a sign-in, and into nothing else', async () => {
  expect((await tell('order.refunded'))?.unsubscribeUrl).toBeNull()
  const mail = await tell('review.ask')
  expect(mail!.unsubscribeUrl).toMatch(/\/notification\/unsubscribe\?token=review\.ask~/)
  for (const text of [mail!.plain, mail!.html]) expect(text).toContain('notification.mail.stop')
  expect(mail!.plain).toContain(mail!.unsubscribeUrl)
  const token = tokenIn(mail!.unsubscribeUrl)
  const stranger = testCtx(db, { now })
  expect(await unsubscribeState(stranger, token)).toEqual({
    state: 'ready',
    event: 'review.ask',
    isAll: false,
  })
  // Looking at the page ends nothing.
  expect(await tell('review.ask')).not.toBeNull()
  for (let again = 0; again < 2; again += 1)
    expect(await unsubscribe(stranger, { token })).toMatchObject({ ok: true })
  expect(await unsubscribeState(stranger, token)).toEqual({
    state: 'done',
    event: 'review.ask',
    isAll: false,
  })
  expect(await tell('review.ask')).toBeNull()
  expect(await tell('order.shipped')).not.toBeNull()
  expect(await shown()).toMatchObject({ 'review.ask/mail': 'off' })
})

it('ends all that can be ended, and what is owed still comes', async () => {
  const token = tokenIn((await tell('order.shipped'))!.unsubscribeUrl)
  const stranger = testCtx(db, { now })
  await unsubscribe(stranger, { token, all: 'on' })
  expect((await unsubscribeState(stranger, token)).isAll).toBe(true)
  expect(await tell('question.answered')).toBeNull()
  expect(await tell('order.placed')).not.toBeNull()
})

it('ends the mails of a guest by the address, and of nobody else', async () => {
  const guest = { customer: null, email: 'Guest@example.com' }
  const token = tokenIn((await tell('review.ask', guest))!.unsubscribeUrl)
  await unsubscribe(testCtx(db, { now }), { token })
  expect(await tell('review.ask', { ...guest, email: 'guest@example.com' })).toBeNull()
  expect(await tell('review.ask')).not.toBeNull()
  const { rows } = await db.pool.query<{ text: string }>(
    'select notification_settings::text as text from notification_settings',
  )
  expect(rows.some(({ text }) => /guest/i.test(text))).toBe(false)
})

it.each([
  ['an event that cannot be ended', (token: string) => token.replace('review.ask', 'order.placed')],
  ['a word that every object knows', (token: string) => token.replace('review.ask', 'constructor')],
  ['another recipient', (token: string) => token.replace(/~\w+/, '~zzz')],
  ['no token', () => ''],
  ['a token without its event', (token: string) => token.split('~')[1]!],
])('takes no link for %s', async (_, forge) => {
  const token = forge(tokenIn((await tell('review.ask'))!.unsubscribeUrl))
  const stranger = testCtx(db, { now })
  expect(await unsubscribe(stranger, { token })).toMatchObject({ ok: false, problem: { name: 'stale_link' } })
  expect((await unsubscribeState(stranger, token)).state).toBe('stale')
  expect(await tell('review.ask')).not.toBeNull()
})

it('lets mails that nobody waits for rest in quiet hours', async () => {
  await save([...choiceKeys], { quietFrom: '22:00', quietUntil: '07:30' })
  expect((await tell('order.shipped'))!.nextAt).toEqual(new Date('2026-11-26T07:30:00Z'))
  expect((await tell('order.placed'))!.nextAt).toEqual(now)
})

it('forgets what an address chose as a guest when its owner chooses', async () => {
  const guest = { customer: null, email: ada.email }
  const token = tokenIn((await tell('review.ask', guest))!.unsubscribeUrl)
  await unsubscribe(testCtx(db, { now }), { token })
  expect(await tell('review.ask')).toBeNull()
  await save(['review.ask/mail'])
  expect(await tell('review.ask')).not.toBeNull()
})
