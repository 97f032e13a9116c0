import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import type { SMTPServerOptions } from 'smtp-server'
import { expect, it, onTestFinished } from 'vitest'
import { freshDatabase } from '#test/database.ts'
import { openMailServer, type MailServer } from '#test/mail-server.ts'
import { contextOf } from '#test/page-visitor.ts'
import { readConfig } from '../config.ts'
import type { Database } from '../db/db.ts'
import { openTransport } from '../mail/mail.ts'
import {
  letterOf,
  listMails,
  queueMail,
  retryMails,
  openMailSender,
  type MailRow,
  type QueuedMail,
} from './outbox.ts'

const log = pino({ level: 'silent' })

async function mailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const server = await openMailServer(options)
  onTestFinished(server.close)
  return server
}

async function outbox(smtpUrl: string | null) {
  const { db } = await freshDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'violet-mail-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const config = readConfig({
    DATA_DIR: dataDir,
    ...(smtpUrl === null ? {} : { SMTP_URL: smtpUrl, MAIL_FROM: 'Oak & Linen <shop@shop.example>' }),
  })
  let at = new Date('2026-11-21T12:00:00Z').getTime()
  const now = (): Date => new Date(at)
  const sender = (): ReturnType<typeof openMailSender> => {
    const started = openMailSender({ db, channel: 'mail', log, now, transport: openTransport(config) })
    onTestFinished(() => started.stop())
    return started
  }
  return {
    db,
    mailDir: config.mailDir,
    now,
    sender,
    wait: (ms: number) => void (at += ms),
    queue: (mail: Partial<QueuedMail> = {}) =>
      db.transact((tx) => queueMail(tx, { ...letter(db), ...mail }, 'https://shop.example', now())),
    mails: async (): Promise<MailRow[]> => {
      const found: MailRow[] = []
      await listMails(db, null, (mail) => void found.push(mail))
      return found
    },
  }
}

function letter(db: Database): QueuedMail {
  return {
    kind: 'test.letter',
    to: 'ada@example.com',
    letter: letterOf(contextOf(db), {
      subject: 'Your stool\r\nBcc: mallory@example.com',
      title: 'It is <b>here</b>',
      parts: [{ kind: 'button', text: 'See it', href: 'https://shop.example/product/stool?a=1&b=2' }],
      footer: [],
    }),
  }
}

it('hands a mail over once, whole, with one header for each thing', async () => {
  const server = await mailServer()
  const box = await outbox(`smtp://127.0.0.1:${server.port}?tls=off`)
  await box.queue({
    replyTo: 'mei@example.com',
    unsubscribeUrl: 'https://shop.example/alert/unsubscribe?token=x',
  })
  await box.sender().drain()
  expect(await box.mails()).toMatchObject([{ state: 'sent', tries: 1, lastError: null }])
  expect(server.mails).toHaveLength(1)
  const { to, text } = server.mails[0]!
  expect(to).toEqual(['ada@example.com'])
  const head = text.slice(0, text.indexOf('\r\n\r\n')).replaceAll(/\r\n\s+/g, ' ')
  expect(head).toMatch(/^From: Oak & Linen <shop@shop\.example>$|^From: "Oak & Linen" <shop@shop\.example>$/m)
  expect(head).toContain('\r\nSubject: Your stool Bcc: mallory@example.com\r\n')
  expect(head).not.toMatch(/^Bcc:/im)
  expect(head).toContain('\r\nReply-To: mei@example.com\r\n')
  expect(head).toContain('\r\nList-Unsubscribe: <https://shop.example/alert/unsubscribe?token=x>\r\n')
  expect(head).toContain('\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click')
  expect(head).toMatch(/\r\nMessage-ID: <[\w-]{36}@shop\.example>/)
  expect(text).toContain('text/plain')
  // Its lines are broken anew for the way.
  expect(text.replaceAll('=\r\n', '')).toContain('It is &lt;b&gt;here&lt;/b&gt;')
  await box.sender().drain()
  expect(server.mails).toHaveLength(1)
})

it('is not written when what it is about is rolled back', async () => {
  const box = await outbox(null)
  const work = box.db.transact(async (tx) => {
    await queueMail(tx, letter(box.db), 'https://shop.example', box.now())
    throw new Error('no')
  })
  await expect(work).rejects.toThrow('no')
  expect(await box.mails()).toEqual([])
})

it('tries greylisted mail again, later and later, under one identity', async () => {
  let asked = 0
  const server = await mailServer({
    onRcptTo(_address, _session, done) {
      asked += 1
      done(asked < 3 ? Object.assign(new Error('Greylisted, come back'), { responseCode: 451 }) : null)
    },
  })
  const box = await outbox(`smtp://127.0.0.1:${server.port}?tls=off`)
  await box.queue()
  const sender = box.sender()
  await sender.drain()
  expect(await box.mails()).toMatchObject([
    { state: 'waiting', tries: 1, nextAt: new Date('2026-11-21T12:01:00Z') },
  ])
  expect((await box.mails())[0]!.lastError).toContain('Greylisted, come back')
  await sender.drain()
  expect(asked).toBe(1)
  box.wait(60_000)
  await sender.drain()
  expect(await box.mails()).toMatchObject([
    { state: 'waiting', tries: 2, nextAt: new Date('2026-11-21T12:06:00Z') },
  ])
  box.wait(5 * 60_000)
  await sender.drain()
  expect(await box.mails()).toMatchObject([{ state: 'sent', tries: 3, lastError: null }])
  expect(server.mails).toHaveLength(1)
})

it('gives up on greylisting after ten more tries', async () => {
  const server = await mailServer({
    onRcptTo: (_address, _session, done) => done(Object.assign(new Error('Not now'), { responseCode: 450 })),
  })
  const box = await outbox(`smtp://127.0.0.1:${server.port}?tls=off`)
  await box.queue()
  const sender = box.sender()
  for (let hour = 0; hour < 24 * 6; hour++) {
    await sender.drain()
    box.wait(3_600_000)
  }
  const [mail] = await box.mails()
  expect(mail).toMatchObject({ state: 'failed' })
  expect(mail!.tries).toBeGreaterThan(7)
})

it('fails what the server will never take, goes on with the others, and can be told to try again', async () => {
  let isOpen = false
  const server = await mailServer({
    onRcptTo: (address, _session, done) =>
      done(
        !isOpen && address.address === 'nobody@example.com'
          ? Object.assign(new Error('No such user'), { responseCode: 550 })
          : null,
      ),
  })
  const box = await outbox(`smtp://127.0.0.1:${server.port}?tls=off`)
  await box.queue({ to: 'nobody@example.com' })
  await box.queue()
  const sender = box.sender()
  await sender.drain()
  expect(await box.mails()).toMatchObject([
    { recipient: 'nobody@example.com', state: 'failed', tries: 1 },
    { recipient: 'ada@example.com', state: 'sent' },
  ])
  isOpen = true
  expect(await retryMails(box.db, { state: 'failed' }, box.now())).toBe(1)
  await sender.drain()
  expect((await box.mails()).map(({ state }) => state)).toEqual(['sent', 'sent'])
  expect(await retryMails(box.db, { ids: [1, 2] }, box.now())).toBe(0)
})

it('waits for a server that is down, without counting it against the mail', async () => {
  const first = await mailServer()
  await first.close()
  const box = await outbox(`smtp://127.0.0.1:${first.port}?tls=off`)
  await box.queue()
  await box.queue()
  const sender = box.sender()
  await sender.drain()
  expect(await box.mails()).toMatchObject([
    { state: 'waiting', tries: 0, nextAt: new Date('2026-11-21T12:00:05Z') },
    { state: 'waiting', tries: 0, nextAt: new Date('2026-11-21T12:00:00Z'), lastError: null },
  ])
  // It rests before it knocks again.
  await sender.drain()
  expect((await box.mails())[1]).toMatchObject({ lastError: null })
  box.wait(6 * 24 * 3_600_000)
  await sender.drain()
  expect((await box.mails()).map(({ state }) => state)).toContain('failed')
})

it.each([
  ['offers no encryption', {}],
  ['has a certificate that nobody vouches for', { disabledCommands: [] }],
])('sends nothing through a server that %s', async (_what, options) => {
  const server = await mailServer(options)
  const box = await outbox(`smtp://ada:secret@127.0.0.1:${server.port}`)
  await box.queue()
  await box.sender().drain()
  expect(server.mails).toEqual([])
  const [mail] = await box.mails()
  expect(mail).toMatchObject({ state: 'waiting', tries: 0 })
  expect(mail!.lastError).not.toBeNull()
  expect(mail!.lastError).not.toContain('secret')
})

it('does not hold a wrong password against the mail', async () => {
  const server = await mailServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(Object.assign(new Error('Wrong'), { responseCode: 535 })),
  })
  const box = await outbox(`smtp://ada:wrong@127.0.0.1:${server.port}?tls=off`)
  await box.queue()
  await box.sender().drain()
  expect(await box.mails()).toMatchObject([{ state: 'waiting', tries: 0 }])
})

it('does not hold it against the mail that the server wants another sender', async () => {
  const server = await mailServer({
    onMailFrom: (_address, _session, done) =>
      done(Object.assign(new Error('Sender not allowed'), { responseCode: 553 })),
  })
  const box = await outbox(`smtp://127.0.0.1:${server.port}?tls=off`)
  await box.queue()
  await box.sender().drain()
  expect(await box.mails()).toMatchObject([{ state: 'waiting', tries: 0 }])
})

it('sends each mail once, however many nodes there are', async () => {
  const server = await mailServer()
  const box = await outbox(`smtp://127.0.0.1:${server.port}?tls=off`)
  for (let n = 0; n < 30; n++) await box.queue({ to: `n${n}@example.com` })
  const senders = [box.sender(), box.sender(), box.sender(), box.sender()]
  await Promise.all(senders.map(({ drain }) => drain()))
  expect(server.mails).toHaveLength(30)
  expect(new Set(server.mails.map(({ to }) => to[0]))).toEqual(
    new Set(Array.from({ length: 30 }, (_, n) => `n${n}@example.com`)),
  )
})

it('takes over from a node that died, after a while', async () => {
  const server = await mailServer()
  const box = await outbox(`smtp://127.0.0.1:${server.port}?tls=off`)
  await box.queue()
  // What a node leaves that was killed between taking a mail and handing it over.
  await box.db.pool.query(`update outbox_mails set tries = 1, next_at = $1`, [
    new Date(box.now().getTime() + 180_000),
  ])
  const sender = box.sender()
  await sender.drain()
  expect(server.mails).toEqual([])
  box.wait(180_000)
  await sender.drain()
  expect(server.mails).toHaveLength(1)
  expect(await box.mails()).toMatchObject([{ state: 'sent', tries: 2 }])
})

it('writes files where no server is configured, which says that nothing was sent', async () => {
  const box = await outbox(null)
  await box.queue()
  await box.sender().drain()
  expect(await box.mails()).toMatchObject([{ state: 'filed' }])
  const files = await readdir(box.mailDir)
  expect(files).toHaveLength(1)
  expect(files[0]).toMatch(/^2026-11-21T12-00-00-000Z test\.letter [0-9a-f]{8}\.eml$/)
  expect(await readFile(join(box.mailDir, files[0]!), 'utf8')).toContain('To: ada@example.com')
  expect((await stat(box.mailDir)).mode & 0o077).toBe(0)
})

it('asks for a sender where there is a server', () => {
  expect(() => readConfig({ SMTP_URL: 'smtp://mail.example' })).toThrow('MAIL_FROM')
  expect(
    readConfig({ SMTP_URL: 'smtps://a%40b:p%3Aw@mail.example', MAIL_FROM: 'shop@shop.example' }),
  ).toMatchObject({
    smtp: { host: 'mail.example', port: 465, tls: 'wrapped', login: { user: 'a@b', password: 'p:w' } },
    mailFrom: { name: null, address: 'shop@shop.example' },
  })
  expect(readConfig({ SMTP_URL: 'smtp://[::1]', MAIL_FROM: '"Oak" <shop@shop.example>' })).toMatchObject({
    smtp: { host: '::1', port: 587, tls: 'required', login: null },
    mailFrom: { name: 'Oak', address: 'shop@shop.example' },
  })
  expect(() => readConfig({ MAIL_FROM: 'shop@shop.example\r\nBcc: x@y.z' })).toThrow('MAIL_FROM')
})

it('sends with the next run what could not be read in this one', async () => {
  const server = await mailServer()
  const box = await outbox(`smtp://127.0.0.1:${server.port}?tls=off`)
  await box.queue()
  const sender = box.sender()
  await box.db.pool.query('alter table outbox_mails rename to away')
  await expect(sender.drain()).rejects.toThrow('outbox_mails')
  await box.db.pool.query('alter table away rename to outbox_mails')
  await sender.drain()
  expect((await box.mails())[0]?.state).toBe('sent')
})
