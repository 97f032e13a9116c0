import pino from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { minute } from '#domain/time.ts'
import { readConfig } from '#platform/server/config.ts'
import { openMailSender, queueMail } from '#platform/server/jobs/outbox.ts'
import { openTransport } from '#platform/server/mail/mail.ts'
import { freshDatabase } from '#test/database.ts'
import { deliveryReport } from '#test/outgoing/delivery-report.ts'
import { openMailServer } from '#test/mail-server.ts'
import { testCtx } from '#test/test-ctx.ts'
import { letterOf } from '#platform/server/jobs/outbox.ts'
import { noteBounce } from './rules/bounces.ts'
import { mayNotify, mostHardBounces } from './rules/may-notify.ts'
import { bouncesByEmail, takeReturned } from './shop/bounce.ts'

const now = new Date('2026-11-25T12:00:00Z')

/** A shop that hands its mails to a real server, which refuses by the address. */
async function shop() {
  const { db } = await freshDatabase()
  const server = await openMailServer({
    onRcptTo({ address }, _session, done) {
      const answers: Record<string, [number, string]> = {
        'gone@example.org': [550, '5.1.1 no such user here'],
        'plain@example.org': [553, 'mailbox name not allowed'],
        'full@example.org': [552, '5.2.2 mailbox full'],
        'filtered@example.org': [550, '5.7.1 message refused by policy'],
        'grey@example.org': [450, '4.7.1 try again'],
      }
      const [responseCode, message] = answers[address] ?? []
      return done(message === undefined ? null : Object.assign(new Error(message), { responseCode }))
    },
  })
  onTestFinished(server.close)
  const config = readConfig({
    SMTP_URL: `smtp://127.0.0.1:${server.port}?tls=off`,
    MAIL_FROM: 'shop@shop.example',
  })
  let at = now.getTime()
  const sender = openMailSender({
    db,
    channel: 'mail',
    log: pino({ level: 'silent' }),
    now: () => new Date(at),
    transport: openTransport(config),
    refused: ({ recipient }, status) => noteBounce(db, recipient, status, now),
  })
  onTestFinished(() => sender.stop())
  const ctx = testCtx(db, { now })
  return {
    db,
    server,
    /** Writes a mail and hands it over. */
    async send(to: string): Promise<void> {
      const letter = letterOf(ctx, { subject: 'Hello', title: 'Hello', parts: [], footer: [] })
      await db.transact((tx) => queueMail(tx, { kind: 'order.shipped', to, letter }, ctx.origin, now))
      await sender.drain()
    },
    later: async (minutes: number): Promise<void> => {
      at += minutes * minute
      await sender.drain()
    },
    async messageId(to: string): Promise<string> {
      const { rows } = await db.pool.query<{ id: string }>(
        'select message_id as id from outbox_mails where recipient = $1 order by id desc limit 1',
        [to],
      )
      return rows[0]!.id
    },
    counts: (email: string) => bouncesByEmail(db, [email]).then(([counted]) => counted),
  }
}

it('counts what the mail server of an address refuses, by its own word', async () => {
  const { send, counts, later } = await shop()
  for (const who of ['gone', 'plain', 'full', 'filtered', 'grey', 'there']) await send(`${who}@example.org`)
  await later(1)
  expect(await counts('gone@example.org')).toEqual({ hard: 1, soft: 0, status: '5.1.1' })
  expect(await counts('plain@example.org')).toEqual({ hard: 1, soft: 0, status: '5.0.0' })
  expect(await counts('full@example.org')).toEqual({ hard: 0, soft: 1, status: '5.2.2' })
  expect(await counts('filtered@example.org')).toEqual({ hard: 0, soft: 1, status: '5.7.1' })
  // It is tried again, and has not failed.
  expect(await counts('grey@example.org')).toBeNull()
  expect(await counts('there@example.org')).toBeNull()
})

it('writes after three refusals only what cannot be switched off', async () => {
  const { db, send } = await shop()
  const who = { customer: null, email: 'Gone@example.org' }
  for (let refusals = 1; refusals < mostHardBounces; refusals += 1) await send('gone@example.org')
  expect(await mayNotify(db, who, 'order.shipped', 'mail')).toBe(true)
  await send('gone@example.org')
  expect(await mayNotify(db, who, 'order.shipped', 'mail')).toBe(false)
  expect(await mayNotify(db, who, 'order.refunded', 'mail')).toBe(true)
})

it('counts a mail that was taken and came back later, once', async () => {
  const { db, send, messageId, counts } = await shop()
  await send('late@example.org')
  const report = deliveryReport({
    recipient: 'Late@Example.org',
    messageId: await messageId('late@example.org'),
  })
  const first = { recipient: 'late@example.org', hard: 1, soft: 0, status: '5.1.1' }
  expect(await takeReturned(db, report, now)).toEqual({ ok: true, value: [{ ...first, isNew: true }] })
  expect(await takeReturned(db, report, now)).toEqual({ ok: true, value: [{ ...first, isNew: false }] })
  expect(await counts('late@example.org')).toMatchObject({ hard: 1 })
})

it('looks at ten recipients of a report', async () => {
  const { db, send, messageId, counts } = await shop()
  await send('last@example.org')
  const known = await messageId('last@example.org')
  const others = (count: number): string =>
    Array.from(
      { length: count },
      (_, n) => `Final-Recipient: rfc822; n${n}@example.org\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n`,
    ).join('')
  const report = (before: number): string =>
    deliveryReport({ recipient: 'last@example.org', messageId: known }).replace(
      'Final-Recipient:',
      `${others(before)}Final-Recipient:`,
    )
  expect(await takeReturned(db, report(10), now)).toMatchObject({ problem: { name: 'not_ours' } })
  expect(await counts('last@example.org')).toBeNull()
  expect(await takeReturned(db, report(9), now)).toMatchObject({ ok: true })
})

it('counts nothing for a report that somebody made up', async () => {
  const { db, send, messageId, counts } = await shop()
  await send('victim@example.org')
  await send('other@example.org')
  // A mail that the shop never wrote, and one that it wrote to somebody else.
  for (const known of ['guess@shop.example', await messageId('other@example.org')]) {
    const report = deliveryReport({ recipient: 'victim@example.org', messageId: known })
    expect(await takeReturned(db, report, now)).toMatchObject({ ok: false, problem: { name: 'not_ours' } })
  }
  expect(await takeReturned(db, 'Hello', now)).toMatchObject({ problem: { name: 'no_report' } })
  const late = deliveryReport({ action: 'delayed', messageId: await messageId('victim@example.org') })
  expect(await takeReturned(db, late, now)).toMatchObject({ problem: { name: 'nothing_failed' } })
  expect(await counts('victim@example.org')).toBeNull()
})
